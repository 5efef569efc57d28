#include "solver/z3/messages.h"

#include <cstring>

namespace solver::z3worker {

namespace {

constexpr std::uint32_t queryMark = 0x3f5a'3361, replyMark = 0x215a'3362;

/// Both ends are the same program, so values travel as they lie in memory.
class Writer {
public:
  template <class T> void value(const T &value) { bytes(&value, sizeof value); }
  template <class T> void list(const std::vector<T> &list) {
    value(static_cast<std::uint64_t>(list.size()));
    bytes(list.data(), list.size() * sizeof(T));
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

private:
  void bytes(const void *data, std::size_t size) {
    const std::byte *begin = static_cast<const std::byte *>(data);
    bytes_.insert(bytes_.end(), begin, begin + size);
  }
  std::vector<std::byte> bytes_;
};

/// Refuses to read past the end; ok() says whether everything was there.
class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  template <class T> T value() {
    T value{};
    if (take(sizeof value))
      std::memcpy(&value, taken_, sizeof value);
    return value;
  }
  template <class T> std::vector<T> list() {
    const std::uint64_t count = value<std::uint64_t>();
    std::vector<T> list;
    if (count > bytes_.size() / sizeof(T)) {
      ok_ = false;
    } else if (count != 0 && take(count * sizeof(T))) {
      list.resize(count);
      std::memcpy(list.data(), taken_, count * sizeof(T));
    }
    return list;
  }
  bool finished() const { return ok_ && bytes_.empty(); }

private:
  bool take(std::size_t size) {
    ok_ = ok_ && size <= bytes_.size();
    if (!ok_)
      return false;
    taken_ = bytes_.data();
    bytes_ = bytes_.subspan(size);
    return true;
  }
  std::span<const std::byte> bytes_;
  const std::byte *taken_ = nullptr;
  bool ok_ = true;
};

/// A pair has no defined layout of its own to copy.
struct WireValue {
  std::uint64_t value = 0;
  std::uint32_t input = 0, padding = 0;
};

} // namespace

std::vector<std::byte> encode(const WireQuery &query) {
  Writer writer;
  writer.value(queryMark);
  writer.value(query.kind);
  writer.value(query.steps);
  writer.list(query.terms);
  writer.list(query.conditions);
  return writer.take();
}

support::Result<WireQuery> decodeQuery(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  const bool known = reader.value<std::uint32_t>() == queryMark;
  WireQuery query;
  query.kind = reader.value<WireQuery::Kind>();
  query.steps = reader.value<std::uint64_t>();
  query.terms = reader.list<WireTerm>();
  query.conditions = reader.list<std::uint32_t>();
  bool sound = known && reader.finished();
  for (std::size_t i = 0; sound && i < query.terms.size(); ++i) {
    const WireTerm &term = query.terms[i];
    const unsigned operands = expr::operandCount(term.operation);
    sound = (operands < 1 || term.a < i) && (operands < 2 || term.b < i) &&
            (operands < 3 || term.c < i);
  }
  for (const std::uint32_t condition : query.conditions)
    sound = sound && condition < query.terms.size();
  if (!sound)
    return support::Error{"a query for Z3 is garbled"};
  return query;
}

std::vector<std::byte> encode(const Reply &reply) {
  Writer writer;
  writer.value(replyMark);
  writer.value(static_cast<std::uint32_t>(reply.index()));
  if (const auto *solution = std::get_if<Solution>(&reply)) {
    std::vector<WireValue> values;
    for (const auto &[input, value] : solution->values)
      values.push_back({value, input});
    writer.list(values);
  } else if (const auto *contradiction = std::get_if<Contradiction>(&reply)) {
    writer.list(contradiction->core);
  } else {
    const std::string &why = std::get<Surrender>(reply).why;
    writer.list(std::vector<char>(why.begin(), why.end()));
  }
  return writer.take();
}

support::Result<Reply> decodeReply(std::span<const std::byte> bytes) {
  Reader reader(bytes);
  const bool known = reader.value<std::uint32_t>() == replyMark;
  Reply reply;
  switch (reader.value<std::uint32_t>()) {
  case 0: {
    Solution solution;
    for (const WireValue &value : reader.list<WireValue>())
      solution.values.emplace_back(value.input, value.value);
    reply = std::move(solution);
    break;
  }
  case 1:
    reply = Contradiction{reader.list<std::uint32_t>()};
    break;
  case 2: {
    const std::vector<char> why = reader.list<char>();
    reply = Surrender{std::string(why.begin(), why.end())};
    break;
  }
  default:
    return support::Error{"a reply of Z3's worker is garbled"};
  }
  if (!known || !reader.finished())
    return support::Error{"a reply of Z3's worker is garbled"};
  return reply;
}

} // namespace solver::z3worker
