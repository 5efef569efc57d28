#include "expr/extended.h"
#include "expr/floating.h"
#include "trace/read_table.h"
#include "trace/segment.h"
#include "trace/trace.h"

#include <fmt/format.h>

// One pass over the records, without a pool. If every record follows from the recorded values of
// its operands, all of them follow from the inputs.

namespace trace {

using expr::Bits;
using expr::Operation;

namespace {

/// The same for what was read through an address.
std::string problemOfRead(const Segment &segment, std::uint32_t id, const PincerTerm &record) {
  const auto table = ReadTable::at(segment, record.b);
  if (!table || record.a == 0 || record.a >= id)
    return fmt::format("term {} reads at {} from the table {}", id, record.a, record.b);
  const std::uint64_t address = segment.term(record.a).value;
  if (!table->places().contain(address))
    return fmt::format("term {} reads at {:#x}, which is not in its table", id, address);
  const ReadTable::Entry entry = table->entryAt(address);
  if (entry.term >= id)
    return fmt::format("term {} has the operand {}", id, entry.term);
  const std::uint64_t expected = entry.term ? segment.term(entry.term).value : entry.value;
  const bool fits = !entry.term || segment.term(entry.term).width == record.width;
  if (fits && expected == record.value)
    return {};
  return fmt::format("term {}: what is read at {:#x} is {:#x}, recorded was {:#x}", id, address,
                     expected, record.value);
}

/// What is wrong with a record; empty: nothing.
std::string problem(const Segment &segment, std::uint32_t id,
                    std::span<const std::uint64_t> inputs) {
  const PincerTerm record = segment.term(id);
  if (record.operation == PINCER_OP_READ)
    return problemOfRead(segment, id, record);
  if (record.operation >= PINCER_OPERATION_COUNT)
    return fmt::format("term {} has the operation {}", id, record.operation);
  const auto operation = static_cast<Operation>(record.operation);
  const std::uint32_t ids[] = {record.a, record.b, record.c};
  Bits operands[3];
  for (unsigned i = 0; i < expr::operandCount(operation); ++i) {
    if (ids[i] == 0 || ids[i] >= id)
      return fmt::format("term {} has the operand {}", id, ids[i]);
    const PincerTerm operand = segment.term(ids[i]);
    operands[i] = {operand.value, operand.width};
  }
  const auto [a, b, c] = operands;
  if (!expr::fits(operation, record.width, record.extra, a.width, b.width, c.width))
    return fmt::format("term {}: {} of width {} on widths {}, {}, {}", id, nameOf(operation),
                       record.width, a.width, b.width, c.width);
  std::uint64_t expected = 0;
  if (operation == Operation::Constant)
    expected = record.value & expr::maskOf(record.width);
  else if (operation == Operation::Call) // what it gives is the function's business
    expected = record.value;
  else if (operation == Operation::Input)
    expected = record.a < inputs.size() ? inputs[record.a] & expr::maskOf(record.width) : 0;
  else
    expected = apply(operation, record.width, record.extra, a, b, c);
  if (record.value == expected ||
      (operation == Operation::Extended &&
       expr::isExtendedResult(record.value, record.width, record.extra, a, b, c)) ||
      (expr::givesNumber(operation) && expr::isSameNumber(record.value, expected, record.width)))
    return {};
  return fmt::format("term {}: {} of width {} on {}, {}, {} is {:#x}, recorded was {:#x}", id,
                     nameOf(operation), record.width, record.a, record.b, record.c, expected,
                     record.value);
}

} // namespace

SelfCheck selfCheck(std::span<const std::byte> bytes, std::span<const std::uint64_t> inputs) {
  const auto segment = Segment::read(bytes);
  if (!segment)
    return {.mismatches = 1, .first = segment.error().message};
  SelfCheck check;
  for (std::uint32_t id = 1; id <= segment->termCount(); ++id) {
    ++check.terms;
    std::string wrong = problem(*segment, id, inputs);
    if (!wrong.empty() && check.mismatches++ == 0)
      check.first = std::move(wrong);
  }
  return check;
}

} // namespace trace
