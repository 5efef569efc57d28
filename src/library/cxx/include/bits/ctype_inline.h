/* In place of libstdc++'s header of this name, which looks characters up in the locale's table: a
 * table of the C library's says nothing of its index. White space, which everything that reads
 * streams asks for, is compared where the table is that of the "C" locale. */

namespace std {

inline bool ctype<char>::is(mask kinds, char c) const {
  const auto code = static_cast<unsigned char>(c);
  if (kinds == space && _M_table == classic_table()) {
    // volatile: one condition, where the optimiser would make a switch with six cases of it.
    const volatile bool isSpace =
        (code == ' ') | (static_cast<unsigned char>(code - '\t') <= '\r' - '\t');
    return isSpace;
  }
  return _M_table[code] & kinds;
}

inline const char *ctype<char>::is(const char *from, const char *to, mask *kinds) const {
  for (; from < to; ++from)
    *kinds++ = _M_table[static_cast<unsigned char>(*from)];
  return to;
}

inline const char *ctype<char>::scan_is(mask kinds, const char *from, const char *to) const {
  while (from < to && !is(kinds, *from))
    ++from;
  return from;
}

inline const char *ctype<char>::scan_not(mask kinds, const char *from, const char *to) const {
  while (from < to && is(kinds, *from))
    ++from;
  return from;
}

} // namespace std
