#include "emit/google_test/real_names.h"

#include <algorithm>
#include <cctype>

namespace emit {

using model::Function;
using model::Subject;

namespace {

/// Behind the sign of an operator that is named here; the same place if none is.
std::size_t behindOperator(const std::string &name, std::size_t at) {
  constexpr std::string_view word = "operator";
  const auto isOfWord = [&](std::size_t i) {
    return i < name.size() && (std::isalnum(static_cast<unsigned char>(name[i])) || name[i] == '_');
  };
  if (name.compare(at, word.size(), word) != 0 || isOfWord(at + word.size()) ||
      (at > 0 && isOfWord(at - 1)))
    return at;
  at += word.size();
  if (name.compare(at, 2, "()") == 0)
    return at + 2;
  while (at < name.size() && name[at] != '(' && std::ispunct(static_cast<unsigned char>(name[at])))
    ++at;
  return at;
}

/// Where the list of parameters starts in a name that has one, or where it ends. Template arguments
/// may hold parentheses, too.
std::size_t endOfName(const std::string &name) {
  int depth = 0; // of template arguments
  for (std::size_t i = 0; i < name.size(); ++i) {
    i = behindOperator(name, i);
    if (i >= name.size() || (depth == 0 && name[i] == '('))
      return std::min(i, name.size());
    depth += name[i] == '<';
    depth -= name[i] == '>';
  }
  return name.size();
}

/// Where the last part of a qualified name starts.
std::size_t startOfLastPart(const std::string &name) {
  std::size_t start = 0;
  int depth = 0; // of template arguments
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (depth == 0 && name.compare(i, 8, "operator") == 0 && i == start &&
        (i + 8 == name.size() || !std::isalnum(static_cast<unsigned char>(name[i + 8]))))
      return start;
    depth += name[i] == '<';
    depth -= name[i] == '>';
    if (depth == 0 && name.compare(i, 2, "::") == 0)
      start = i + 2;
  }
  return start;
}

} // namespace

std::string withoutParameters(const std::string &name) { return name.substr(0, endOfName(name)); }

std::string realName(const Function &function) { return withoutParameters(function.calleeName()); }

std::string lastPart(const std::string &qualified) {
  return qualified.substr(startOfLastPart(qualified));
}

bool isOverloaded(const Function &function) {
  return endOfName(function.name) != function.name.size();
}

bool needsRealNames(const Subject &subject, const model::TestCase &test) {
  return !subject.program && subject[subject[test.function()].unit].isCxx;
}

} // namespace emit
