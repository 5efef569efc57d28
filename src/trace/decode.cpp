#include "expr/evaluator.h"
#include "trace/segment.h"
#include "trace/trace.h"

#include <fmt/format.h>
#include <optional>
#include <set>

// Terms are decoded when an event leads to them: most never reach a condition. Operands must have
// smaller ids, as the recorder gives them, so there are no cycles, and a stack of our own takes the
// place of recursion.
//
// What was read through a symbolic address becomes a selection among all that could have been read.
// It holds for addresses within the table only, and if it would be too large, it is what was read,
// for this very address only. Where the log has no event that says so, one is put before the first
// event that the read leads to.

namespace trace {

using expr::Operation;
using expr::TermId;
using support::Done;
using support::Error;
using support::Result;
using support::Status;

namespace {

/// Each event has its own copy of its cases. More than this in all is no honest program's.
constexpr std::size_t mostCases = 16 << 20;

/// Entries of one selection, and of all together: the greater ones are no tables that a solver
/// could search, and a loop may read a table again and again.
constexpr std::uint64_t mostEntries = 4096, mostEntriesInAll = 1 << 20;

Error overwritten(const std::string &what) { return Error{"the log was overwritten: " + what}; }

class Decoder {
public:
  Decoder(const Segment &segment, expr::Pool &pool, const Bounds &bounds)
      : segment_(segment), pool_(pool), bounds_(bounds),
        withPointers_(pool, [this](std::uint32_t input, unsigned width) {
          const auto pointer = bounds_.pointers.find(input);
          return pointer == bounds_.pointers.end() ? pool_.input(width, input)
                                                   : pool_.constant(width, pointer->second);
        }) {}

  Result<std::vector<TermId>> terms(std::span<const std::uint32_t> ids) {
    std::vector<TermId> terms;
    for (const std::uint32_t id : ids) {
      if (id == 0) {
        terms.emplace_back();
        continue;
      }
      auto term = decodeTerm(id);
      if (!term)
        return overwritten(term.error().message);
      terms.push_back(*term);
    }
    return terms;
  }

  Result<Trace> trace() {
    Trace trace;
    trace.termCount = segment_.termCount();
    trace.threads = segment_.threads();
    trace.lost.assign(segment_.lost().begin(), segment_.lost().end());
    trace.events.reserve(segment_.eventCount());
    for (std::uint32_t i = 0; i < segment_.eventCount(); ++i) {
      auto event = decodeEvent(segment_.event(i));
      if (!event)
        return overwritten(fmt::format("event {}: {}", i, event.error().message));
      for (Event &before : missing_)
        trace.events.push_back(std::move(before));
      missing_.clear();
      trace.events.push_back(std::move(*event));
      if (cases_ > mostCases) {
        trace.lost[PINCER_LOST_EVENTS_FULL] += segment_.eventCount() - i - 1;
        break;
      }
    }
    return trace;
  }

private:
  Result<Event> decodeEvent(const PincerEvent &record);
  Status readCases(const PincerEvent &record, Event &event);
  Result<TermId> decodeTerm(std::uint32_t id);
  Result<TermId> build(std::uint32_t id, const PincerTerm &record);
  std::optional<Error> findOperands(std::uint32_t id, const PincerTerm &record);
  Result<TermId> buildRead(const PincerTerm &record);
  bool isSelection(const ReadTable &table) const {
    return table.places().count <= mostEntries &&
           entries_ + table.places().count <= mostEntriesInAll;
  }
  void holdAddress(const PincerTerm &read, const Places &places, bool isSelection);
  /// The term of an id that was decoded before; none otherwise.
  TermId known(std::uint32_t id) const { return id < decoded_.size() ? decoded_[id] : TermId(); }

  const Segment &segment_;
  expr::Pool &pool_;
  const Bounds &bounds_;
  expr::Substitution withPointers_;
  std::vector<TermId> decoded_;         // by id, up to the greatest that events led to
  std::vector<std::uint32_t> work_;     // ids to be decoded, operands last
  std::size_t cases_ = 0;               // in all events
  std::vector<std::uint32_t> operands_; // of the term at work
  std::uint64_t entries_ = 0;           // of all selections
  /// Addresses (ids) of which an event says that they are within these places; if there is no
  /// place, that they are what they are.
  std::set<std::pair<std::uint32_t, Places>> held_;
  std::vector<Event> missing_; // events to put before the next
};

std::optional<Event::Kind> kindOf(std::uint8_t kind) {
  switch (kind) {
  case PINCER_EVENT_BRANCH:
    return Event::Kind::Branch;
  case PINCER_EVENT_SWITCH:
    return Event::Kind::Switch;
  case PINCER_EVENT_CONDITION:
    return Event::Kind::Condition;
  case PINCER_EVENT_ADDRESS:
    return Event::Kind::Address;
  case PINCER_EVENT_VALUE:
    return Event::Kind::Value;
  case PINCER_EVENT_WITHIN:
    return Event::Kind::Within;
  case PINCER_EVENT_SIZE:
    return Event::Kind::Size;
  case PINCER_EVENT_CHECK:
    return Event::Kind::Check;
  case PINCER_EVENT_BOUNDS:
    return Event::Kind::Bounds;
  default:
    return {};
  }
}

Result<Event> Decoder::decodeEvent(const PincerEvent &record) {
  const auto kind = kindOf(record.kind);
  if (!kind)
    return Error{fmt::format("there is no kind {}", record.kind)};
  if (record.count == 0)
    return Error{"it never happened"};
  auto term = decodeTerm(record.term);
  if (!term)
    return term.error();
  if (record.value != segment_.term(record.term).value)
    return Error{fmt::format("its value {} is not that of its term", record.value)};
  Event event{.kind = *kind,
              .thread = record.thread,
              .place = record.place,
              .term = *term,
              .value = record.value,
              .count = record.count,
              .passed = record.passed};
  const bool isCondition = *kind == Event::Kind::Branch || *kind == Event::Kind::Condition ||
                           *kind == Event::Kind::Check;
  const unsigned width = pool_[*term].width;
  if (event.value > expr::maskOf(width) || (isCondition && width != 1))
    return Error{"its term has the wrong width"};
  if (*kind == Event::Kind::Switch)
    if (Status status = readCases(record, event); !status)
      return status.error();
  if (*kind == Event::Kind::Within) {
    const auto table = ReadTable::at(segment_, record.table);
    if (!table || width != 64 || !table->places().contain(event.value))
      return Error{fmt::format("the table {} is not one of what it read", record.table)};
    event.places = table->places();
    held_.insert({record.term, event.places});
  }
  if (*kind == Event::Kind::Bounds) {
    if (width != 64 || record.table >= segment_.tableUsed() ||
        segment_.tableUsed() - record.table < 2)
      return Error{fmt::format("there are no bounds at {}", record.table)};
    event.places = {segment_.table(record.table), segment_.table(record.table + 1), 1};
    if (!event.places.contain(event.value))
      return Error{fmt::format("the address {:#x} is not within its bounds", event.value)};
  }
  const std::size_t slots = *kind == Event::Kind::Branch   ? 2
                            : *kind == Event::Kind::Switch ? event.cases.size() + 1
                                                           : 0;
  if (slots > 0 && std::uint64_t{record.place} + slots > bounds_.slots)
    return Error{fmt::format("there is no slot {}", record.place)};
  return event;
}

Status Decoder::readCases(const PincerEvent &record, Event &event) {
  const std::uint32_t used = segment_.tableUsed();
  if (record.table >= used)
    return Error{fmt::format("there is no table {}", record.table)};
  const std::uint64_t count = segment_.table(record.table);
  if (count > used - record.table - 1)
    return Error{fmt::format("its table has {} entries", count)};
  const std::uint64_t mask = expr::maskOf(pool_[event.term].width);
  event.cases.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    event.cases.push_back(segment_.table(record.table + 1 + i));
    if (event.cases.back() > mask)
      return Error{fmt::format("the case {} has too many bits", event.cases.back())};
  }
  cases_ += count;
  return Done{};
}

Result<TermId> Decoder::decodeTerm(std::uint32_t id) {
  if (id == 0 || id > segment_.termCount())
    return Error{fmt::format("there is no term {}", id)};
  if (decoded_.size() <= id)
    decoded_.resize(std::size_t{id} + 1);
  work_.assign(1, id);
  while (!work_.empty()) {
    const std::uint32_t current = work_.back();
    const PincerTerm record = segment_.term(current);
    if (known(current)) {
      work_.pop_back();
      continue;
    }
    if (const auto wrong = findOperands(current, record))
      return *wrong;
    const std::size_t before = work_.size();
    for (const std::uint32_t operand : operands_)
      if (!known(operand))
        work_.push_back(operand);
    if (work_.size() != before)
      continue;
    auto term = record.operation == PINCER_OP_READ ? buildRead(record) : build(current, record);
    if (!term)
      return term.error();
    decoded_[current] = *term;
    work_.pop_back();
  }
  return decoded_[id];
}

/// Leaves them in operands_.
std::optional<Error> Decoder::findOperands(std::uint32_t id, const PincerTerm &record) {
  operands_.clear();
  if (record.operation == PINCER_OP_READ) {
    const auto table = ReadTable::at(segment_, record.b);
    if (!table)
      return Error{fmt::format("term {} has the table {}", id, record.b)};
    operands_.push_back(record.a);
    for (std::uint64_t i = 0; isSelection(*table) && i < table->places().count; ++i)
      if (const std::uint32_t entry = table->entry(i).term)
        operands_.push_back(entry);
  } else if (record.operation < PINCER_OPERATION_COUNT) {
    const unsigned operands = expr::operandCount(static_cast<Operation>(record.operation));
    const std::uint32_t ids[] = {record.a, record.b, record.c};
    operands_.assign(ids, ids + operands);
  } else {
    return Error{fmt::format("term {} has the operation {}", id, record.operation)};
  }
  for (const std::uint32_t operand : operands_)
    if (operand == 0 || operand >= id)
      return Error{fmt::format("term {} has the operand {}", id, operand)};
  return {};
}

/// Notes an event that is missing.
void Decoder::holdAddress(const PincerTerm &read, const Places &places, bool isSelection) {
  const Places held = isSelection ? places : Places();
  if (!held_.insert({read.a, held}).second)
    return;
  const TermId address = known(read.a);
  if (isSelection && pool_.isConstant(withPointers_(isWithin(pool_, places, address))))
    return; // it can't lead anywhere else
  missing_.push_back({.kind = isSelection ? Event::Kind::Within : Event::Kind::Address,
                      .term = address,
                      .value = segment_.term(read.a).value,
                      .places = held});
}

Result<TermId> Decoder::buildRead(const PincerTerm &record) {
  const auto table = *ReadTable::at(segment_, record.b);
  const std::uint64_t address = segment_.term(record.a).value;
  if (record.width < 1 || record.width > 64 || pool_[known(record.a)].width != 64 ||
      !table.places().contain(address) || record.value > expr::maskOf(record.width))
    return Error{fmt::format("the address {:#x} is not in its table", address)};
  const bool isTree = isSelection(table);
  holdAddress(record, table.places(), isTree);
  if (!isTree)
    return pool_.constant(record.width, record.value);
  entries_ += table.places().count;
  std::vector<TermId> entries;
  entries.reserve(table.places().count);
  for (std::uint64_t i = 0; i < table.places().count; ++i) {
    const ReadTable::Entry entry = table.entry(i);
    entries.push_back(entry.term ? known(entry.term) : pool_.constant(record.width, entry.value));
    if (!entries.back() || pool_[entries.back()].width != record.width)
      return Error{fmt::format("entry {} of a table does not fit", i)};
  }
  return selection(pool_, table.places(), withPointers_(known(record.a)), std::move(entries));
}

Result<TermId> Decoder::build(std::uint32_t id, const PincerTerm &record) {
  const auto operation = static_cast<Operation>(record.operation);
  const unsigned operands = expr::operandCount(operation);
  const TermId a = operands >= 1 ? known(record.a) : TermId();
  const TermId b = operands >= 2 ? known(record.b) : TermId();
  const TermId c = operands >= 3 ? known(record.c) : TermId();
  const auto widthOf = [&](TermId term) { return term ? pool_[term].width : 0u; };
  if (!expr::fits(operation, record.width, record.extra, widthOf(a), widthOf(b), widthOf(c)))
    return Error{fmt::format("the widths of term {} do not go together", id)};
  if (operation == Operation::Constant) {
    if (record.value > expr::maskOf(record.width))
      return Error{fmt::format("the constant {} has too many bits", id)};
    return pool_.constant(record.width, record.value);
  }
  if (operation == Operation::Input) {
    if (record.a >= bounds_.inputs)
      return Error{fmt::format("there is no input {}", record.a)};
    return pool_.input(record.width, record.a);
  }
  if (operation == Operation::Call && bounds_.impure.contains(record.extra))
    return pool_.constant(record.width, record.value);
  return pool_.make(operation, record.width, a, b, c, record.extra);
}

} // namespace

Result<Trace> decode(std::span<const std::byte> bytes, expr::Pool &pool, const Bounds &bounds) {
  auto segment = Segment::read(bytes);
  if (!segment)
    return segment.error();
  return Decoder(*segment, pool, bounds).trace();
}

std::vector<RecordedCall> recordedCalls(std::span<const std::byte> bytes) {
  std::vector<RecordedCall> calls;
  const auto segment = Segment::read(bytes);
  for (std::uint32_t id = 1; segment && id <= segment->termCount(); ++id) {
    const PincerTerm record = segment->term(id);
    if (record.operation != PINCER_OP_Call || record.width < 1 || record.width > 64)
      continue;
    RecordedCall call{.function = record.extra, .width = record.width, .value = record.value};
    const std::uint32_t words[] = {record.a, record.b, record.c};
    bool makesSense = true;
    for (std::size_t i = 0; i < call.words.size(); ++i) {
      makesSense = makesSense && words[i] != 0 && words[i] < id;
      call.words[i] = makesSense ? segment->term(words[i]).value : 0;
    }
    if (makesSense)
      calls.push_back(call);
  }
  return calls;
}

Result<std::vector<TermId>> decodeTerms(std::span<const std::byte> bytes,
                                        std::span<const std::uint32_t> ids, expr::Pool &pool,
                                        const Bounds &bounds) {
  auto segment = Segment::read(bytes);
  if (!segment)
    return segment.error();
  return Decoder(*segment, pool, bounds).terms(ids);
}

} // namespace trace
