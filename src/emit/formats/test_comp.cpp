#include "emit/formats/test_comp.h"

#include "emit/formats/harness_values.h"
#include "model/asked.h"
#include "model/value_access.h"
#include "support/sha256.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <regex>

// The format of test-comp.sosy-lab.org, test-format 1.1: the order of the metadata's elements is
// fixed, and the document type must be there. The n-th <input> is what the n-th call of a
// __VERIFIER_nondet_ function gives back. __VERIFIER_nondet_memory is taken byte by byte, as calls
// of __VERIFIER_nondet_uchar.

namespace emit {

using model::Subject;
using model::Type;
using model::TypeKind;
using support::Error;
using support::Result;

namespace {

constexpr const char *folder = "test-suite/";

std::string head(const char *root, const char *format) {
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
                     "<!DOCTYPE {0} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {1} 1.1//EN\" "
                     "\"https://sosy-lab.org/test-format/{1}-1.1.dtd\">\n",
                     root, format);
}

std::string escaped(const std::string &text) {
  std::string result;
  for (const char c : text)
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    default:
      result += c;
    }
  return result;
}

std::string digits(__int128 number) {
  const bool isNegative = number < 0;
  auto rest =
      isNegative ? -static_cast<unsigned __int128>(number) : static_cast<unsigned __int128>(number);
  std::string text;
  do
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  while ((rest /= 10) != 0);
  return (isNegative ? "-" : "") + text;
}

std::string number(const Type &type, const std::string &bytes) {
  if (type.kind == TypeKind::Float && type.size == sizeof(float)) {
    float value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return fmt::format("{}", value);
  }
  if (type.kind == TypeKind::Float && type.size == sizeof(double)) {
    double value;
    std::memcpy(&value, bytes.data(), sizeof value);
    return fmt::format("{}", value);
  }
  if (type.kind == TypeKind::Float) {
    long double value = 0;
    std::memcpy(&value, bytes.data(), std::min(bytes.size(), sizeof value));
    return fmt::format("{}", value);
  }
  return digits(model::readInteger(type, bytes.data()));
}

bool isNondet(const Subject &subject, const HarnessValue &value) {
  return subject[value.source].name.starts_with("__VERIFIER_nondet_") ||
         model::givesBytes(subject, value.source);
}

} // namespace

Result<CoverageGoal> readSpecification(const std::string &contents) {
  static const std::regex form(
      R"(\s*COVER\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER\s+EDGES\s*\(\s*@(\w+)(?:\s*\(\s*(\w+)\s*\))?\s*\)\s*\)\s*\)\s*)");
  std::smatch match;
  if (!std::regex_match(contents, match, form))
    return Error{"this is no specification of coverage: COVER( init(main()), FQL(COVER "
                 "EDGES(@DECISIONEDGE)) ) is one"};
  if (match[1] != "main")
    return Error{fmt::format("it starts at '{}'; only main can be started at", match[1].str())};
  CoverageGoal goal;
  const std::string edges = match[2];
  const bool hasFunction = match[3].length() > 0;
  if (edges == "DECISIONEDGE" && !hasFunction)
    goal.kind = CoverageGoal::Kind::Branches;
  else if (edges == "CONDITIONEDGE" && !hasFunction)
    goal.kind = CoverageGoal::Kind::Conditions;
  else if (edges == "BASICBLOCKENTRY" && !hasFunction)
    goal.kind = CoverageGoal::Kind::Statements;
  else if (edges == "CALL" && hasFunction)
    goal.kind = CoverageGoal::Kind::Call;
  else
    return Error{fmt::format("what '@{}' are is not known; @DECISIONEDGE, @CONDITIONEDGE, "
                             "@BASICBLOCKENTRY and @CALL(function) are",
                             edges)};
  goal.function = match[3];
  goal.text = std::regex_replace(match[0].str(), std::regex(R"(^\s+|\s+$)"), "");
  goal.text = std::regex_replace(goal.text, std::regex(R"(\s+)"), " ");
  return goal;
}

File testCompMetadata(const TestCompTask &task) {
  std::string text = head("test-metadata", "test-metadata") + "<test-metadata>\n";
  const auto add = [&](const char *name, const std::string &value) {
    text += fmt::format("  <{0}>{1}</{0}>\n", name, escaped(value));
  };
  add("sourcecodelang", "C");
  add("producer", task.producer);
  add("specification", task.goal.text);
  add("programfile", task.programFile);
  add("programhash", support::sha256(task.programText));
  add("entryfunction", "main");
  add("architecture", fmt::format("{}bit", task.bits));
  std::tm parts{};
  const std::time_t time = task.time;
  ::gmtime_r(&time, &parts);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts);
  add("creationtime", stamp);
  return {std::string(folder) + "metadata.xml", text + "</test-metadata>\n"};
}

File testCompCase(const Subject &subject, const model::KeptTest &test, std::size_t number,
                  bool coversError) {
  std::string text = head("testcase", "testcase");
  text += coversError ? "<testcase coversError=\"true\">\n" : "<testcase>\n";
  for (const HarnessValue &value : harnessValues(subject, test)) {
    if (!isNondet(subject, value))
      continue;
    if (value.type)
      text += fmt::format("  <input>{}</input>\n", emit::number(subject[value.type], value.bytes));
    else
      for (const char byte : value.bytes)
        text += fmt::format("  <input>{}</input>\n", static_cast<unsigned char>(byte));
  }
  return {fmt::format("{}testcase-{}.xml", folder, number), text + "</testcase>\n"};
}

} // namespace emit
