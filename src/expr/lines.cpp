#include "expr/lines.h"

#include "expr/reachable.h"

#include <fmt/format.h>
#include <optional>
#include <sstream>

namespace expr {

namespace {

std::optional<Operation> operationNamed(const std::string &name) {
  for (unsigned i = 0; i < PINCER_OPERATION_COUNT; ++i)
    if (name == nameOf(static_cast<Operation>(i)))
      return static_cast<Operation>(i);
  return {};
}

} // namespace

std::string LineWriter::line(const Term &term) const {
  if (term.operation == Operation::Input)
    return fmt::format("in {} {}\n", term.width, term.value);
  if (term.operation == Operation::Constant)
    return fmt::format("is {} {}\n", term.width, term.value);
  std::string text = fmt::format("{} {}", nameOf(term.operation), term.width);
  for (const TermId operand : {term.a, term.b, term.c})
    if (operand)
      text += fmt::format(" {}", numberOf(operand));
  if (term.extra != 0)
    text += fmt::format(" {}", term.extra);
  return text + "\n";
}

std::string LineWriter::lines(std::span<const TermId> terms) {
  std::vector<TermId> fresh;
  for (const TermId term : terms)
    if (!numbers_.contains(term.index))
      fresh.push_back(term);
  std::string text;
  for (const TermId term : reachable(pool_, fresh))
    if (numbers_.emplace(term.index, static_cast<std::uint32_t>(numbers_.size())).second)
      text += line(pool_[term]);
  return text;
}

support::Status LineReader::read(std::string_view line) {
  const auto wrong = [&](const char *what) {
    return support::Error{fmt::format("{}: {}", what, line)};
  };
  std::istringstream words{std::string(line)};
  std::string name;
  unsigned width = 0;
  if (!(words >> name >> width) || width < 1 || width > 64)
    return wrong("no term of 1 to 64 bits");
  std::uint64_t value = 0;
  if (name == "in" || name == "is") {
    if (!(words >> value))
      return wrong("a number is missing");
    terms_.push_back(name == "is" ? pool_.constant(width, value)
                                  : pool_.input(width, static_cast<std::uint32_t>(value)));
    return support::Done{};
  }
  const std::optional<Operation> operation = operationNamed(name);
  if (!operation || operandCount(*operation) == 0)
    return wrong("no operation");
  TermId operands[3];
  unsigned widths[3] = {0, 0, 0};
  for (unsigned i = 0; i < operandCount(*operation); ++i) {
    if (!(words >> value) || !term(value))
      return wrong("an operand is missing");
    operands[i] = term(value);
    widths[i] = pool_[operands[i]].width;
  }
  unsigned extra = 0;
  if (!(words >> extra))
    extra = 0;
  if (!fits(*operation, width, extra, widths[0], widths[1], widths[2]))
    return wrong("widths that don't fit");
  terms_.push_back(pool_.make(*operation, width, operands[0], operands[1], operands[2], extra));
  return support::Done{};
}

} // namespace expr
