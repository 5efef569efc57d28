// Random values of all shapes are encoded, laid out in memory as a target does it, reported as a
// target does it, and decoded: what comes back must be what went in.
#include "execute/encode.h"
#include "execute/observation.h"
#include "generate/random/random_generator.h"
#include "model/testing/test_subject.h"

#include <cstring>
#include <gtest/gtest.h>
#include <memory>

namespace campaign {
namespace {

using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::TypeKind;

/// Plays the target: objects in blocks of their own, fix-ups applied, then everything reported.
std::string echo(std::span<const std::byte> request) {
  PincerTest header;
  std::memcpy(&header, request.data(), sizeof header);
  const std::byte *next = request.data() + sizeof header + header.stepCount * sizeof(PincerStep) +
                          header.slotUseCount * sizeof(PincerSlotUse);
  std::vector<std::string> objects;
  for (std::uint32_t i = 0; i < header.objectCount; ++i) {
    PincerObject object;
    std::memcpy(&object, next, sizeof object);
    next += sizeof object;
    // A block has an address of its own, even if it is empty.
    objects.emplace_back(reinterpret_cast<const char *>(next), object.size);
    objects.back().reserve(object.size + 32);
    next += PINCER_PADDED(object.size);
  }
  for (std::uint32_t i = 0; i < header.fixupCount; ++i) {
    PincerFixup fixup;
    std::memcpy(&fixup, next, sizeof fixup);
    next += sizeof fixup;
    const char *target = objects[fixup.targetObject].data() + fixup.targetOffset;
    std::memcpy(objects[fixup.object].data() + fixup.offset, &target, sizeof target);
  }
  const PincerObservation head{.blockCount = header.objectCount, .textCount = 0};
  std::string written(reinterpret_cast<const char *>(&head), sizeof head);
  for (std::uint32_t i = 0; i < header.objectCount; ++i) {
    const PincerBlock block{.space = PINCER_IN_OBJECT,
                            .index = i,
                            .address = reinterpret_cast<std::uint64_t>(objects[i].data()),
                            .stored = objects[i].size(),
                            .freed = 0};
    written.append(reinterpret_cast<const char *>(&block), sizeof block);
    written += objects[i];
    written.resize(PINCER_PADDED(written.size()));
  }
  return written;
}

/// A type of some depth; pointers may lead back to any struct made before.
class RandomTypes {
public:
  explicit RandomTypes(support::Rng &rng) : rng_(rng) {
    void_ = types_.add({.kind = TypeKind::Void});
    character_ = types_.character();
  }

  TypeId any(int depth) {
    switch (rng_.below(depth <= 0 ? 4 : 10)) {
    case 0:
      return types_.integer(4);
    case 1:
      return types_.integer(rng_.oneIn(2) ? 1 : 8, false);
    case 2:
      return types_.pointer(character_, rng_.oneIn(2));
    case 3:
      return records_.empty() ? types_.pointer(void_)
                              : types_.pointer(records_[rng_.below(records_.size())]);
    case 4:
      return types_.array(any(depth - 1), 1 + rng_.below(3));
    case 5:
    case 6:
      return types_.pointer(any(depth - 1));
    case 7:
      return unionOf(depth);
    default:
      return structOf(depth);
    }
  }

  TestSubject &subject() { return types_; }

private:
  std::vector<TypeId> fields(int depth) {
    std::vector<TypeId> list;
    for (std::uint64_t i = 1 + rng_.below(4); i > 0; --i)
      list.push_back(any(depth - 1));
    return list;
  }

  TypeId structOf(int depth) {
    std::vector<TypeId> list = fields(depth);
    if (rng_.oneIn(3))
      list.push_back(types_.array(types_.integer(4), 0));
    records_.push_back(types_.record(list));
    return records_.back();
  }

  TypeId unionOf(int depth) {
    const TypeId made = types_.record(fields(depth), TypeKind::Union);
    model::Type &type = types_.subject.types[made.index];
    type.size = 0;
    for (model::Field &field : type.fields) {
      field.offsetBits = 0;
      type.size = std::max(type.size, types_.subject[field.type].size);
    }
    return made;
  }

  support::Rng &rng_;
  TestSubject types_;
  TypeId void_, character_;
  std::vector<TypeId> records_;
};

TEST(RoundTrip, WhatIsEncodedIsObserved) {
  std::vector<std::byte> room(PINCER_REQUEST_CAPACITY);
  int checked = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    support::Rng rng(seed);
    RandomTypes types(rng);
    std::vector<TypeId> parameters;
    for (std::uint64_t i = 1 + rng.below(4); i > 0; --i)
      parameters.push_back(types.any(3));
    TestSubject &made = types.subject();
    const model::FunctionId function = made.function(parameters);
    made.subject.functions[0].result = made.add({.kind = TypeKind::Void});
    const generate::Sequences sequences(made.subject);
    generate::RandomGenerator generator(made.subject, function, sequences, rng);
    execute::Encoder encoder(made.subject);
    std::vector<TestCase> tests;
    for (std::size_t batch = 0; batch < 5; ++batch) {
      generator.propose(20, tests);
      for (const TestCase &test : tests) {
        const std::size_t size = encoder.encode(test, true, room);
        if (size == 0)
          continue;
        const std::string written = echo(std::span(room).first(size));
        const auto seen =
            execute::decodeObservation(made.subject, test, std::as_bytes(std::span(written)));
        ASSERT_TRUE(seen) << "seed " << seed;
        ASSERT_EQ(test.arguments(), seen->arguments) << "seed " << seed;
        ++checked;
      }
      generator.observe(tests[0], {model::Returned{}, {model::BranchId(batch)}, {}, {}});
    }
  }
  EXPECT_GT(checked, 5000);
}

} // namespace
} // namespace campaign
