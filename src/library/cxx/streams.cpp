/* What libstdc++.so has for streams of characters beside its templates: it takes whole stretches of
 * a buffer at a time; here it goes character by character, so that each is a decision. */
#include <cerrno>
#include <cstdio>
#include <cxxabi.h>
#include <fstream>
#include <istream>
#include <limits>
#include <locale>
#include <string>
#include <unistd.h>

namespace std {

namespace {

/* Runs the body; what it throws becomes the stream's badbit, as for every input function. */
template <class Body> void guarded(istream &in, const Body &body) {
  try {
    body(*in.rdbuf());
  } catch (abi::__forced_unwind &) {
    in._M_setstate(ios_base::badbit);
    throw;
  } catch (...) {
    in._M_setstate(ios_base::badbit);
  }
}

/* Takes characters up to the delimiter, which is taken and counted as well but not put, or up to
 * `most`. Returns what becomes of the stream's state. */
template <class Count, class Put>
ios_base::iostate readLine(streambuf &buffer, char delimiter, Count most, Count &count,
                           const Put &put) {
  const int end = static_cast<unsigned char>(delimiter);
  int next = buffer.sgetc();
  while (count < most && next != EOF && next != end) {
    put(static_cast<char>(next));
    ++count; // first: the buffer may throw
    next = buffer.snextc();
  }
  if (next == EOF)
    return ios_base::eofbit;
  if (next != end)
    return ios_base::failbit;
  ++count;
  buffer.sbumpc();
  return ios_base::goodbit;
}

} // namespace

template <> istream &operator>>(istream &in, string &text) {
  ios_base::iostate state = ios_base::goodbit;
  string::size_type count = 0;
  const istream::sentry ready(in, false);
  if (ready)
    guarded(in, [&](streambuf &buffer) {
      text.erase();
      const streamsize width = in.width();
      const string::size_type most =
          width > 0 ? static_cast<string::size_type>(width) : text.max_size();
      const auto &kinds = use_facet<ctype<char>>(in.getloc());
      int next = buffer.sgetc();
      for (; count < most && next != EOF && !kinds.is(ctype_base::space, static_cast<char>(next));
           ++count) {
        text += static_cast<char>(next);
        next = buffer.snextc();
      }
      if (count < most && next == EOF)
        state |= ios_base::eofbit;
      in.width(0);
    });
  if (count == 0)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

template <> istream &getline(istream &in, string &text, char delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  string::size_type count = 0;
  const istream::sentry ready(in, true);
  if (ready)
    guarded(in, [&](streambuf &buffer) {
      text.erase();
      state = readLine(buffer, delimiter, text.max_size(), count, [&](char c) { text += c; });
    });
  if (count == 0)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

template <> istream &istream::getline(char *line, streamsize room, char delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  const sentry ready(*this, true);
  if (ready)
    guarded(*this, [&](streambuf &buffer) {
      state = readLine(buffer, delimiter, room - 1, _M_gcount, [&](char c) { *line++ = c; });
    });
  if (room > 0)
    *line = 0;
  if (_M_gcount == 0)
    state |= ios_base::failbit;
  if (state)
    setstate(state);
  return *this;
}

template <> istream &istream::ignore(streamsize most) {
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  const sentry ready(*this, true);
  if (ready && most > 0)
    guarded(*this, [&](streambuf &buffer) {
      const bool all = most == numeric_limits<streamsize>::max();
      int next = buffer.sgetc();
      while (_M_gcount < most && next != EOF) {
        ++_M_gcount;
        next = buffer.snextc();
      }
      if (next == EOF && (all || _M_gcount < most))
        state |= ios_base::eofbit;
    });
  if (state)
    setstate(state);
  return *this;
}

template <> istream &istream::ignore(streamsize most, int end) {
  if (end == EOF)
    return ignore(most);
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  const sentry ready(*this, true);
  if (ready && most > 0)
    guarded(*this, [&](streambuf &buffer) {
      const bool all = most == numeric_limits<streamsize>::max();
      int next = buffer.sgetc();
      while (_M_gcount < most && next != EOF && next != end) {
        ++_M_gcount;
        next = buffer.snextc();
      }
      if (!all && _M_gcount >= most)
        return;
      if (next == EOF) {
        state |= ios_base::eofbit;
      } else {
        _M_gcount += _M_gcount < numeric_limits<streamsize>::max() ? 1 : 0;
        buffer.sbumpc();
      }
    });
  if (state)
    setstate(state);
  return *this;
}

namespace {

/* What fopen is told; null: the flags make no sense together. */
const char *modeText(ios_base::openmode mode) {
  const bool reads = mode & ios_base::in, writes = mode & ios_base::out;
  const bool isBinary = mode & ios_base::binary;
  if (mode & ios_base::app) {
    if (mode & ios_base::trunc)
      return nullptr;
    return reads ? (isBinary ? "a+b" : "a+") : (isBinary ? "ab" : "a");
  }
  if (mode & ios_base::trunc && !writes)
    return nullptr;
  if (writes && !reads)
    return isBinary ? "wb" : "w";
  if (mode & ios_base::trunc)
    return isBinary ? "w+b" : "w+";
  if (writes)
    return isBinary ? "r+b" : "r+";
  if (reads)
    return isBinary ? "rb" : "r";
  return nullptr;
}

} // namespace

/* Whether the file is there is a decision of our fopen. */
__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
  const char *text = modeText(mode);
  if (!text || is_open() || !(_M_cfile = ::fopen(name, text)))
    return nullptr;
  _M_cfile_created = true;
  return this;
}

streamsize __basic_file<char>::xsgetn(char *to, streamsize count) {
  streamsize got;
  do
    got = ::read(fd(), to, static_cast<size_t>(count));
  while (got == -1 && errno == EINTR);
  return got;
}

} // namespace std
