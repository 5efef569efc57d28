#include "campaign/sanitizer_report.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <vector>

// UBSan:  /src/a.c:5:11: runtime error: signed integer overflow: 2147483647 + 1 cannot be
// represented in type 'int' ASan:   ==1==ERROR: AddressSanitizer: heap-buffer-overflow on address
// 0x... at pc ...
//             #0 0x55 in sum /src/a.c:7:12
// Its SEGV line tells a null pointer by the address: "SEGV on unknown address 0x000000000008".
// MSan:   ==1==WARNING: MemorySanitizer: use-of-uninitialized-value, the stack as above, then
//           Uninitialized value was created by an allocation of 'x' in the stack frame
//             #0 0x55 in sum /src/a.c:5:3
// assert: target: /src/a.c:9: push: Assertion `count < limit' failed.
// ours:   /src/a.c:9: pincer check: count < limit (driver/marks.c)
//         pincer leak: 24 bytes, and the stack of the allocation as above (driver/leaks.c)

namespace campaign {

using model::SanitizerVerdict;
using model::Subject;

namespace {

constexpr std::string_view ubMark = ": runtime error: ";
constexpr std::string_view asanMark = "ERROR: AddressSanitizer: ";
constexpr std::string_view memoryMark = "MemorySanitizer: use-of-uninitialized-value";
constexpr std::string_view assertMark = ": Assertion `";
constexpr std::string_view ourMark = ": pincer ";
constexpr std::string_view leakMark = "pincer leak: ";

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Splits "path:line[:column]"; false if there is no line number.
bool readPlace(std::string_view place, std::string &file, std::uint32_t &line) {
  std::vector<std::uint32_t> numbers;
  while (numbers.size() < 2) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string_view::npos)
      break;
    const std::string_view digits = place.substr(colon + 1);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    if (error != std::errc() || end != digits.end())
      break;
    numbers.push_back(number);
    place = place.substr(0, colon);
  }
  if (numbers.empty())
    return false;
  file = place;
  line = numbers.back();
  return true;
}

bool isOfUser(const Subject &subject, const std::string &file) {
  return std::any_of(subject.units.begin(), subject.units.end(),
                     [&](const model::Unit &unit) { return !unit.isOurs && unit.path == file; }) ||
         std::any_of(subject.functions.begin(), subject.functions.end(),
                     [&](const model::Function &function) { return function.file == file; });
}

/// The wording of UBSan, turned into the kinds its own flags are named by.
std::string kindOfUb(std::string_view message) {
  struct Wording {
    std::string_view part, kind;
  };
  static constexpr Wording wordings[] = {
      {"division by zero", "division-by-zero"},
      {"signed integer overflow", "signed-integer-overflow"},
      {"negation of", "signed-integer-overflow"},
      {"division of", "signed-integer-overflow"},
      {"shift exponent", "invalid-shift"},
      {"left shift", "invalid-shift"},
      {"to non-null pointer", "pointer-overflow"}, // "...produced null pointer"
      {"applying", "null-pointer-arithmetic"},     // an offset
      {"member access within null pointer", "null-pointer-arithmetic"},
      {"null pointer passed", "null-argument"},
      {"null pointer returned", "null-result"},
      {"null pointer", nullDereference},
      {"misaligned", "misaligned-access"},
      {"out of bounds", "out-of-bounds"},
      {"insufficient space", "out-of-bounds"},
      {"outside the range", "invalid-conversion"},
      {"is not a valid value", "invalid-value"},
      {"unreachable", "unreachable-code"},
      {"without returning", "missing-return"},
      {"pointer index expression", "pointer-overflow"},
      {"unsigned offset", "pointer-overflow"},
      {"variable length array", "invalid-array-length"},
      {"through pointer to incorrect function type", "function-type-mismatch"},
  };
  for (const Wording &wording : wordings)
    if (message.find(wording.part) != std::string_view::npos)
      return std::string(wording.kind);
  return "undefined-behaviour";
}

/// "SEGV on unknown address 0x000000000008 (pc ...": an address in the first page is a null
/// pointer's.
std::string kindOfAsan(std::string_view message) {
  if (message.starts_with("attempting double-free"))
    return "double-free";
  if (message.starts_with("attempting free")) // of what malloc did not give
    return "bad-free";
  std::string kind(message.substr(0, message.find(' ')));
  const std::size_t address = message.find("address 0x");
  if (kind == "use-after-poison") // our driver poisons what lies behind an empty object
    return "heap-buffer-overflow";
  if (kind != "SEGV")
    return kind;
  if (address == std::string_view::npos)
    return "wild-pointer";
  const std::string_view digits = message.substr(address + 10);
  std::uint64_t value = 0;
  std::from_chars(digits.begin(), digits.end(), value, 16);
  // A call through a null pointer shows just below: the check of its type looks before the
  // function.
  return value + 4096 < 2 * 4096 ? nullDereference : "wild-pointer";
}

void blameFrame(const std::vector<std::string_view> &lines, std::size_t from,
                const Subject &subject, SanitizerVerdict &verdict) {
  for (std::size_t i = from; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const std::size_t in = line.find(" in ");
    if (line.find("    #") != 0 || in == std::string_view::npos)
      continue;
    const std::size_t space = line.rfind(' ');
    std::string file;
    std::uint32_t number = 0;
    if (readPlace(line.substr(space + 1), file, number) && number != 0 && isOfUser(subject, file)) {
      verdict.file = file;
      verdict.line = number;
      return;
    }
  }
}

/// Whether the block in question is one that no code of the subject's allocated.
bool isOfTest(const std::vector<std::string_view> &lines, std::size_t from,
              const Subject &subject) {
  for (std::size_t i = from; i < lines.size(); ++i)
    if (lines[i].starts_with("allocated by thread")) {
      const std::vector<std::string_view> rest(lines.begin() + static_cast<std::ptrdiff_t>(i),
                                               lines.end());
      SanitizerVerdict allocation;
      blameFrame({rest.begin(), std::ranges::find(rest, "")}, 1, subject, allocation);
      return allocation.file.empty();
    }
  return false;
}

/// "heap-buffer-overflow on address 0x602 at pc 0x55 bp 0x7f sp 0x7f" without the numbers that say
/// nothing to a reader. Of some faults ("SEGV on unknown address (pc 0x55") the machine does not
/// tell the address.
std::string withoutAddresses(std::string_view message) {
  return std::string(message.substr(0, std::min(message.find(" 0x"), message.find(" (pc 0x"))));
}

/// "load of misaligned address 0x5031 for type 'short'": where an object happens to lie says
/// nothing either.
std::string withoutPlaceInMemory(std::string_view message) {
  std::string text(message);
  constexpr std::string_view word = "address 0x";
  const std::size_t at = text.find(word);
  if (at == std::string::npos)
    return text;
  const std::size_t begin = at + word.size() - 3;
  const std::size_t end = text.find_first_not_of("0123456789abcdefABCDEF", at + word.size());
  return text.erase(begin, std::min(end, text.size()) - begin);
}

/// "target: /src/a.c:9: push: Assertion `x' failed." -> its place and text; false if it is worded
/// otherwise.
bool readAssertion(std::string_view line, SanitizerVerdict &verdict) {
  const std::size_t at = line.find(assertMark);
  const std::size_t program = line.find(": ");
  const std::string_view head = line.substr(0, at);
  const std::size_t function = head.rfind(": ");
  if (program == std::string_view::npos || function == std::string_view::npos ||
      program + 2 >= function)
    return false;
  verdict.kind = "assertion-failure";
  verdict.isOwnCheck = true;
  verdict.message = line.substr(at + 2);
  return readPlace(head.substr(program + 2, function - program - 2), verdict.file, verdict.line);
}

/// A failed check of a harness: "/src/a.c:9: pincer check: text". Some have no place.
bool readCheck(std::string_view line, std::size_t at, const Subject &subject,
               SanitizerVerdict &verdict) {
  const std::string_view rest = line.substr(at + ourMark.size());
  const std::size_t colon = rest.find(": ");
  if (colon == std::string_view::npos)
    return false;
  verdict.kind = rest.substr(0, colon);
  verdict.message = rest.substr(colon + 2);
  verdict.isOwnCheck = true;
  if (!readPlace(line.substr(0, at), verdict.file, verdict.line) ||
      !isOfUser(subject, verdict.file))
    verdict.file.clear();
  return true;
}

/// Memory that the calls forget each time they are made. What no code of the subject's allocated is
/// not its leak.
bool readLeak(const std::vector<std::string_view> &lines, std::size_t at, const Subject &subject,
              SanitizerVerdict &verdict) {
  const auto end = std::find(lines.begin() + static_cast<std::ptrdiff_t>(at), lines.end(), "");
  blameFrame({lines.begin(), end}, at + 1, subject, verdict);
  verdict.kind = "memory-leak";
  verdict.isLeak = true;
  verdict.message = fmt::format("{} that are allocated here are never freed, and nothing points to "
                                "them when all objects are gone",
                                lines[at].substr(leakMark.size()));
  return !verdict.file.empty();
}

/// "Uninitialized value was created by an allocation of 'count' in the stack frame": count.
std::string_view originName(std::string_view line) {
  const std::size_t open = line.find('\'');
  const std::size_t close = line.find('\'', open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos)
    return {};
  return line.substr(open + 1, close - open - 1);
}

/// "Uninitialized bytes in fwrite at offset 3 inside [0x7f, 8)": nothing is decided by what is only
/// written somewhere, the gaps of a struct for example.
bool isAboutOutput(std::string_view line) {
  constexpr std::string_view head = "Uninitialized bytes in ";
  const std::size_t at = line.find(head); // not always at the beginning: the subject prints, too
  if (at == std::string_view::npos)
    return false;
  line.remove_prefix(at + head.size());
  const std::string_view name = line.substr(0, line.find(' '));
  return name.starts_with("fwrite") || name.starts_with("write") || name.starts_with("pwrite") ||
         name.starts_with("send");
}

/// Whether a shared library, which is not instrumented, was at work above the subject's first
/// frame: what it wrote itself counts as never stored.
bool isInLibrary(const std::vector<std::string_view> &lines, const Subject &subject) {
  for (const std::string_view line : lines) {
    SanitizerVerdict place;
    blameFrame({line}, 0, subject, place);
    if (!place.file.empty())
      return false;
    const std::size_t module = line.find(" (/");
    if (line.starts_with("    #") && module != std::string_view::npos &&
        line.find(".so", module) != std::string_view::npos)
      return true;
  }
  return false;
}

/// One use, from the line that tells it on.
std::optional<SanitizerVerdict> readUse(const std::vector<std::string_view> &lines,
                                        const Subject &subject) {
  const auto created = std::ranges::find_if(lines, [](std::string_view line) {
    return line.find("Uninitialized value was created by") != std::string_view::npos;
  });
  SanitizerVerdict verdict{.kind = "uninitialised-read"};
  blameFrame({lines.begin(), created}, 1, subject, verdict);
  const std::vector<std::string_view> origin(created, lines.end());
  if (verdict.file.empty() || isInLibrary({lines.begin(), created}, subject) ||
      isInLibrary(origin, subject))
    return std::nullopt;
  SanitizerVerdict from;
  blameFrame(origin, 1, subject, from);
  const std::string name(origin.empty() ? "" : originName(origin.front()));
  if (name == "retval") { // of a function whose end was reached
    verdict.kind = "missing-return";
    verdict.message = "the end of a function that gives a value is reached, and the value is used";
    return verdict;
  }
  verdict.message = "use of an uninitialised value";
  if (!name.empty())
    verdict.message += fmt::format(" of '{}'", name);
  else if (!from.file.empty())
    verdict.message += " in memory that is allocated";
  if (!from.file.empty())
    verdict.message += fmt::format(
        " ({}:{})", std::string_view(from.file).substr(from.file.rfind('/') + 1), from.line);
  return verdict;
}

} // namespace

std::optional<SanitizerVerdict> readSanitizerReport(std::string_view text, const Subject &subject) {
  const std::vector<std::string_view> lines = linesOf(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SanitizerVerdict verdict;
    if (const std::size_t at = lines[i].find(ubMark); at != std::string_view::npos) {
      verdict.message = withoutPlaceInMemory(lines[i].substr(at + ubMark.size()));
      verdict.kind = kindOfUb(verdict.message);
      readPlace(lines[i].substr(0, at), verdict.file, verdict.line);
      if (!isOfUser(subject, verdict.file)) // in a header of the library: who called it?
        blameFrame(lines, i + 1, subject, verdict);
      return verdict;
    }
    if (const std::size_t at = lines[i].find(asanMark); at != std::string_view::npos) {
      const std::string_view message = lines[i].substr(at + asanMark.size());
      verdict.kind = kindOfAsan(message);
      verdict.message = withoutAddresses(message);
      if (i + 1 < lines.size() && verdict.kind != nullDereference &&
          (lines[i + 1].starts_with("READ of") || lines[i + 1].starts_with("WRITE of")))
        verdict.message += fmt::format(", {}", lines[i + 1].substr(0, lines[i + 1].find(" at ")));
      blameFrame(lines, i + 1, subject, verdict);
      verdict.isOfTest = message.starts_with("use-after-poison") || isOfTest(lines, i + 1, subject);
      return verdict;
    }
    if (lines[i].starts_with(leakMark) && readLeak(lines, i, subject, verdict))
      return verdict;
    verdict = {};
    if (const std::size_t at = lines[i].find(ourMark);
        at != std::string_view::npos && readCheck(lines[i], at, subject, verdict))
      return verdict;
    if (lines[i].find(assertMark) != std::string_view::npos && readAssertion(lines[i], verdict))
      return verdict;
  }
  return std::nullopt;
}

std::optional<SanitizerVerdict> readMemoryReport(std::string_view text, const Subject &subject) {
  const std::vector<std::string_view> lines = linesOf(text);
  const auto isUse = [](std::string_view line) {
    return line.find(memoryMark) != std::string_view::npos;
  };
  for (auto use = std::ranges::find_if(lines, isUse); use != lines.end();) {
    const auto next = std::find_if(use + 1, lines.end(), isUse);
    const bool isOutput = use != lines.begin() && isAboutOutput(*(use - 1));
    if (auto verdict = readUse({use, next}, subject); verdict && !isOutput)
      return verdict;
    use = next;
  }
  return std::nullopt;
}

} // namespace campaign
