#include "generate/sequence/sequence_builder.h"

#include "generate/random/random_generator.h"
#include "generate/sequence/sequences.h"
#include "model/sequences.h"
#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

namespace generate {
namespace {

using model::CallForm;
using model::FromSlot;
using model::FunctionId;
using model::Pass;
using model::ResultForm;
using model::Step;
using model::TestCase;
using model::TypeId;

/// A list that is made of a number, filled with items, and given away; items are made of the list.
class SequenceTest : public testing::Test {
protected:
  SequenceTest() {
    model::TestSubject &t = types_;
    const TypeId integer = t.integer(4), nothing = t.add({.kind = model::TypeKind::Void});
    const auto opaque = [&] {
      return t.pointer(t.add({.kind = model::TypeKind::Incomplete, .size = 0}));
    };
    list_ = opaque();
    item_ = opaque();
    orphan_ = opaque();
    make_ = function({integer}, list_, ResultForm::Object);
    newItem_ = function({list_}, item_, ResultForm::Plain);
    add_ = function({list_, item_}, nothing, ResultForm::Plain);
    give_ = function({list_}, nothing, ResultForm::Plain);
    needOrphan_ = function({orphan_}, nothing, ResultForm::Plain);
    for (const FunctionId id : {newItem_, add_, needOrphan_})
      for (model::Parameter &parameter : types_.subject.functions[id.index].parameters)
        parameter.pass = Pass::Object;
    types_.subject.functions[give_.index].parameters[0].pass = Pass::Given;
  }

  FunctionId function(const std::vector<TypeId> &parameters, TypeId result, ResultForm form) {
    const FunctionId id = types_.function(parameters);
    types_.subject.functions[id.index].result = result;
    types_.subject.functions[id.index].resultForm = form;
    return id;
  }

  const model::Subject &subject() const { return types_.subject; }

  /// Each object is there when a step takes it, is of its type, and is the test's where it is
  /// given.
  void expectSound(const TestCase &test) const {
    for (std::size_t s = 0; s < test.steps.size(); ++s) {
      const Step &step = test.steps[s];
      const auto &parameters = subject()[step.callable].parameters;
      ASSERT_EQ(step.arguments.size(), parameters.size());
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto *from = step.arguments[i].find<FromSlot>();
        if (!from) {
          EXPECT_FALSE(model::needsObject(subject(), parameters[i]));
          continue;
        }
        const auto maker = model::stepFilling(test, from->slot);
        ASSERT_TRUE(maker && *maker < s);
        EXPECT_EQ(model::madeBy(subject(), subject()[test.steps[*maker].callable]),
                  model::wantedBy(subject(), parameters[i]));
        EXPECT_FALSE(model::isGivenAway(subject(), test, from->slot, s));
        EXPECT_TRUE(parameters[i].pass != Pass::Given ||
                    model::isOwner(subject()[test.steps[*maker].callable]));
      }
    }
  }

  model::TestSubject types_;
  TypeId list_, item_, orphan_;
  FunctionId make_, newItem_, add_, give_, needOrphan_;
};

TEST_F(SequenceTest, KnowsWhatObjectsCost) {
  const Callables callables(subject());
  EXPECT_EQ(callables.cost(subject()[list_].element), 1u);
  EXPECT_EQ(callables.cost(subject()[item_].element), 2u);
  EXPECT_EQ(callables.cost(subject()[orphan_].element), std::nullopt); // nobody makes one
  EXPECT_TRUE(callables.needsSequences(subject()[add_]));
  EXPECT_FALSE(callables.needsSequences(subject()[make_]));
  EXPECT_FALSE(callables.costBefore(subject()[needOrphan_]));
}

TEST_F(SequenceTest, TheSimplestSequenceMakesJustWhatIsNeeded) {
  const Callables callables(subject());
  const TestCase test = simplestSequence(subject(), callables, add_);
  ASSERT_EQ(test.steps.size(), 4u); // a list; an item of another one; the call
  EXPECT_EQ(test.function(), add_);
  expectSound(test);
}

TEST_F(SequenceTest, SequencesAreSoundHoweverTheyAreChanged) {
  Sequences sequences(subject());
  for (const FunctionId function : {newItem_, add_, give_}) {
    support::Rng rng(function.index + 1);
    RandomGenerator generator(subject(), function, sequences, rng);
    std::vector<TestCase> tests;
    std::size_t longest = 0;
    for (std::uint32_t round = 0; round < 40; ++round) {
      generator.propose(50, tests);
      for (const TestCase &test : tests) {
        expectSound(test);
        EXPECT_EQ(test.function(), function);
        longest = std::max(longest, test.steps.size());
      }
      ASSERT_FALSE(HasFailure()) << "function " << function.index << ", round " << round;
      generator.observe(tests[0], {model::Returned{}, {model::BranchId(round)}, {}, {}});
      sequences.pool.add(tests[0]); // others go on from here
    }
    EXPECT_GT(longest, 6u);
  }
}

TEST_F(SequenceTest, StretchesAreRepeatedManyTimes) {
  const Sequences sequences(subject());
  support::Rng rng(1);
  RandomGenerator generator(subject(), newItem_, sequences, rng);
  const std::vector<bool> wanted(4, true);
  generator.want(wanted);
  EXPECT_EQ(std::vector<std::uint64_t>(4, model::Nearness::far),
            std::vector(generator.least().begin(), generator.least().end()));
  const model::Nearness near{model::BranchId(2), 7};
  generator.observeNearness(simplestSequence(subject(), sequences.callables, newItem_), {&near, 1});
  EXPECT_EQ(7u, generator.least()[2]);
  std::size_t longest = 0;
  std::vector<TestCase> tests;
  generator.propose(2000, tests);
  for (const TestCase &test : tests) {
    expectSound(test);
    longest = std::max(longest, test.steps.size());
  }
  EXPECT_GE(longest, 16u);
  EXPECT_LE(longest, 112u);
}

/// Memory that a function initialises, another uses and a third releases.
class StorageTest : public testing::Test {
protected:
  StorageTest() {
    const TypeId nothing = types_.add({.kind = model::TypeKind::Void});
    const TypeId meter = types_.pointer(types_.add({.kind = model::TypeKind::Struct, .size = 8}));
    const auto function = [&](const char *name, const std::vector<TypeId> &parameters,
                              TypeId result) {
      const FunctionId id = types_.function(parameters);
      types_.subject.functions[id.index].name = name;
      types_.subject.functions[id.index].result = result;
      return id;
    };
    storage_ = function("memory", {}, meter);
    types_.subject.functions[storage_.index].form = model::CallForm::Storage;
    types_.subject.functions[storage_.index].isImplicit = true;
    init_ = function("meter_init", {meter}, nothing);
    types_.subject.functions[init_.index].isInitialiser = true;
    use_ = function("meter_use", {meter}, nothing);
    free_ = function("meter_free", {meter}, nothing);
  }

  TestCase calls(const std::vector<FunctionId> &functions) const {
    TestCase test(storage_, {});
    test.last().slot = model::SlotId(0);
    for (const FunctionId function : functions)
      test.steps.push_back({function, {FromSlot{model::SlotId(0)}}});
    return test;
  }

  const model::Subject &subject() const { return types_.subject; }

  model::TestSubject types_;
  FunctionId storage_, init_, use_, free_;
};

TEST_F(StorageTest, IsUsedBetweenItsInitialiserAndItsRelease) {
  EXPECT_TRUE(model::keepsProtocol(subject(), calls({init_, use_, use_, free_})));
  EXPECT_TRUE(model::keepsProtocol(subject(), calls({init_, free_, init_, use_})));
  EXPECT_FALSE(model::keepsProtocol(subject(), calls({use_})));
  EXPECT_FALSE(model::keepsProtocol(subject(), calls({init_, free_, use_})));
  EXPECT_FALSE(model::keepsProtocol(subject(), calls({init_, free_, free_})));
}

TEST_F(StorageTest, SequencesKeepTheProtocol) {
  const Sequences sequences(subject());
  support::Rng rng(1);
  for (const FunctionId function : {init_, use_, free_}) {
    RandomGenerator generator(subject(), function, sequences, rng);
    std::vector<TestCase> batch;
    generator.propose(300, batch);
    std::size_t onObjects = 0;
    for (const TestCase &test : batch) {
      EXPECT_TRUE(model::keepsProtocol(subject(), test));
      onObjects += test.steps.size() > 1;
    }
    EXPECT_GT(onObjects, 100u);
  }
  const TestCase simplest = simplestSequence(subject(), sequences.callables, use_);
  EXPECT_EQ(3u, simplest.steps.size());
  EXPECT_TRUE(model::keepsProtocol(subject(), simplest));
}

TEST_F(StorageTest, AnInitialiserGoesWithWhatNeedsIt) {
  TestCase test = calls({init_, use_, free_});
  EXPECT_FALSE(model::removeStep(subject(), test, 1));
  EXPECT_TRUE(model::removeStep(subject(), test, 2));
  EXPECT_EQ(3u, test.steps.size());
}

TEST_F(StorageTest, WhoChangesVariablesComesBefore) {
  model::CallFacts &reads = types_.subject.functions[use_.index].facts;
  reads.decidedBy = {.fields = {7}, .variables = {1}};
  types_.subject.functions[free_.index].facts.changes.fields = {7};
  types_.subject.functions[init_.index].facts.changes.variables = {1, 2};
  const Callables callables(subject());
  const auto influences = callables.influencesOn(subject()[use_]);
  EXPECT_EQ((std::vector{init_, free_}), influences.byAnything);
  EXPECT_EQ(std::vector{init_}, influences.byVariables);
  EXPECT_TRUE(callables.influencesOn(subject()[init_]).byAnything.empty());
}

TEST_F(SequenceTest, RemovingAStepRemovesWhatNeedsIt) {
  const model::Value number = model::Bytes{std::string(4, '\0')};
  TestCase test(make_, {number});
  test.last().slot = model::SlotId(0);
  test.steps.push_back({newItem_, {FromSlot{model::SlotId(0)}}, model::SlotId(1)});
  test.steps.push_back({add_, {FromSlot{model::SlotId(0)}, FromSlot{model::SlotId(1)}}});
  test.steps.push_back({give_, {FromSlot{model::SlotId(0)}}});
  EXPECT_TRUE(model::removeStep(subject(), test, 1)); // and with it the call that takes the item
  ASSERT_EQ(test.steps.size(), 2u);
  expectSound(test);
  EXPECT_FALSE(model::removeStep(subject(), test, 0)); // the last one needs it
  EXPECT_EQ(test.steps.size(), 2u);
}

} // namespace
} // namespace generate
