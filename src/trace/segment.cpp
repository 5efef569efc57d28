#include "trace/segment.h"

#include <cassert>
#include <cstring>
#include <fmt/format.h>

namespace trace {

using support::Error;
using support::Result;

namespace {

template <class Record> Record at(std::span<const std::byte> bytes, std::uint64_t offset) {
  Record record;
  std::memcpy(&record, bytes.data() + offset, sizeof(Record));
  return record;
}

} // namespace

Result<Segment> Segment::read(std::span<const std::byte> bytes) {
  if (bytes.size() < PINCER_SEGMENT_SIZE)
    return Error{fmt::format("a log of {} bytes is too short", bytes.size())};
  const auto header = at<PincerSegment>(bytes, 0);
  if (header.magic != PINCER_SEGMENT_MAGIC)
    return Error{"the log does not begin as logs do: nothing was recorded, or it was overwritten"};
  if (header.parent != PINCER_NO_SEGMENT || header.firstTerm != 0 || header.firstEvent != 0)
    return Error{"the log is not the first segment of a run"};
  if (header.termCount > PINCER_TERM_CAPACITY || header.eventCount > PINCER_EVENT_CAPACITY ||
      header.tableUsed > PINCER_TABLE_CAPACITY)
    return Error{fmt::format("the log was overwritten: it claims {} terms, {} events, {} entries "
                             "of tables",
                             header.termCount, header.eventCount, header.tableUsed)};
  return Segment(bytes, header);
}

PincerTerm Segment::term(std::uint32_t id) const {
  assert(id >= 1 && id <= header_.termCount);
  return at<PincerTerm>(bytes_,
                        PINCER_SEGMENT_TERMS_AT + std::uint64_t{id - 1} * sizeof(PincerTerm));
}

PincerEvent Segment::event(std::uint32_t index) const {
  assert(index < header_.eventCount);
  return at<PincerEvent>(bytes_,
                         PINCER_SEGMENT_EVENTS_AT + std::uint64_t{index} * sizeof(PincerEvent));
}

std::uint64_t Segment::table(std::uint32_t index) const {
  assert(index < header_.tableUsed);
  return at<std::uint64_t>(bytes_,
                           PINCER_SEGMENT_TABLES_AT + std::uint64_t{index} * sizeof(std::uint64_t));
}

} // namespace trace
