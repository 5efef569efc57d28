#include "emit/dialects/dialect.h"

#include "emit/google_test/calls.h"

#include <fmt/format.h>

namespace emit {

std::string openTest(const Dialect &dialect, const TestName &name, bool isDisabled) {
  return fmt::format(fmt::runtime(isDisabled ? dialect.openDisabled : dialect.open),
                     fmt::arg("suite", name.suite), fmt::arg("name", name.test));
}

namespace {

std::string written(const Dialect &dialect, const std::string &expression) {
  return dialect.usesOperators ? operand(expression) : inMacro(expression);
}

} // namespace

std::string equal(const Dialect &dialect, const char *check, const std::string &expected,
                  const std::string &actual) {
  return fmt::format(fmt::runtime(check), fmt::arg("expected", written(dialect, expected)),
                     fmt::arg("actual", written(dialect, actual)));
}

std::string holds(const Dialect &dialect, const char *check, const std::string &actual) {
  return fmt::format(fmt::runtime(check), fmt::arg("actual", written(dialect, actual)));
}

std::string throws(const Dialect &dialect, const std::string &call, const std::string &type) {
  return fmt::format(fmt::runtime(type.empty() ? dialect.throwsAny : dialect.throws),
                     fmt::arg("call", call), fmt::arg("type", type));
}

std::string ends(const char *check, const std::string &call, int code) {
  return fmt::format(fmt::runtime(check), fmt::arg("call", call), fmt::arg("code", code));
}

std::string skipped(const Dialect &dialect, const std::string &reason) {
  return fmt::format(fmt::runtime(dialect.skip), fmt::arg("reason", reason));
}

} // namespace emit
