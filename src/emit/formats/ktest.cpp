#include "emit/formats/ktest.h"

#include "emit/formats/harness_values.h"
#include "emit/formats/program_ktest.h"

#include <cstdint>
#include <fmt/format.h>

// Numbers are 32 bits, most significant byte first; texts and bytes are their length and
// themselves. "KTEST", the version, the number of arguments, each argument, two numbers about
// symbolic arguments (from version 2 on), the number of objects, each object's name and bytes.

namespace emit {

using support::Error;
using support::Result;

namespace {

constexpr std::string_view magic = "KTEST";
constexpr std::string_view oldMagic = "BOUT\n";
constexpr std::uint32_t version = 3;

void put(std::string &to, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8)
    to += static_cast<char>(number >> shift);
}

void put(std::string &to, const std::string &text) {
  put(to, static_cast<std::uint32_t>(text.size()));
  to += text;
}

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::size_t count) {
    if (count > rest_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint32_t number() {
    std::uint32_t number = 0;
    for (const char byte : take(4))
      number = number << 8 | static_cast<unsigned char>(byte);
    return number;
  }
  std::string text() { return std::string(take(number())); }
  bool failed() const { return failed_; }

private:
  std::string_view rest_;
  bool failed_ = false;
};

} // namespace

std::string writeKTest(const KTest &test) {
  std::string bytes(magic);
  put(bytes, version);
  put(bytes, static_cast<std::uint32_t>(test.arguments.size()));
  for (const std::string &argument : test.arguments)
    put(bytes, argument);
  put(bytes, 0u);
  put(bytes, 0u);
  put(bytes, static_cast<std::uint32_t>(test.objects.size()));
  for (const KTest::Object &object : test.objects) {
    put(bytes, object.name);
    put(bytes, object.bytes);
  }
  return bytes;
}

Result<KTest> readKTest(std::string_view bytes) {
  Reader reader(bytes);
  const std::string_view begin = reader.take(magic.size());
  if (begin != magic && begin != oldMagic)
    return Error{"it does not begin like a .ktest file"};
  const std::uint32_t found = reader.number();
  if (found < 1 || found > version)
    return Error{fmt::format("version {} of .ktest files is not known", found)};
  KTest test;
  for (std::uint32_t left = reader.number(); left > 0 && !reader.failed(); --left)
    test.arguments.push_back(reader.text());
  if (found >= 2)
    reader.take(8);
  for (std::uint32_t left = reader.number(); left > 0 && !reader.failed(); --left) {
    std::string name = reader.text();
    test.objects.push_back({std::move(name), reader.text()});
  }
  if (reader.failed())
    return Error{"it ends too early"};
  return test;
}

KTest kTestOf(const model::Subject &subject, const model::KeptTest &test, std::string program) {
  if (subject.program)
    return programKTest(subject, model::programRun(subject, test.test), std::move(program));
  KTest result{{std::move(program)}, {}};
  for (HarnessValue &value : harnessValues(subject, test))
    result.objects.push_back({std::move(value.name), std::move(value.bytes)});
  return result;
}

} // namespace emit
