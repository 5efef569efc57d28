// Subjects stand here as lambdas that say which branches a test takes; each search must take all of
// them, with each of ten seeds, within a stated number of proposals.
#include "generate/random/random_generator.h"
#include "model/testing/test_subject.h"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <set>

namespace generate {
namespace {

using model::FunctionId;
using model::TestCase;
using model::TestSubject;
using model::TypeId;
using model::Value;

using Branches = std::set<std::size_t>;
using FakeSubject = std::function<Branches(const TestCase &)>;

template <class T> T as(const Value &value) {
  T result{};
  EXPECT_EQ(sizeof result, value.bytes().size());
  std::memcpy(&result, value.bytes().data(), sizeof result);
  return result;
}

/// How many proposals the search needs until all branches are taken; `limit` if it fails.
std::uint64_t proposalsNeeded(const TestSubject &types, FunctionId function,
                              const FakeSubject &subject, std::size_t branches, std::uint64_t limit,
                              std::uint64_t seed) {
  support::Rng rng(seed);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  Branches seen;
  while (generator.progress().proposed < limit) {
    generator.propose(64, tests);
    for (const TestCase &test : tests) {
      const Branches taken = subject(test);
      const std::size_t before = seen.size();
      seen.insert(taken.begin(), taken.end());
      if (seen.size() == before)
        continue;
      model::Execution execution;
      for (const std::size_t branch : taken)
        execution.covered.push_back(model::BranchId(branch));
      generator.observe(test, execution);
    }
    if (seen.size() == branches)
      return generator.progress().proposed;
  }
  return limit;
}

void expectAllTaken(const TestSubject &types, FunctionId function, const FakeSubject &subject,
                    std::size_t branches, std::uint64_t limit) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    EXPECT_LT(proposalsNeeded(types, function, subject, branches, limit, seed), limit) << seed;
}

TEST(RandomSearch, Triangle) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const auto classify = [](const TestCase &test) -> Branches {
    const std::int64_t a = as<int>(test.arguments()[0]), b = as<int>(test.arguments()[1]),
                       c = as<int>(test.arguments()[2]);
    if (a <= 0 || b <= 0 || c <= 0)
      return {a <= 0 ? 0u : b <= 0 ? 1u : 2u};
    if (a + b <= c || a + c <= b || b + c <= a)
      return {3, a + b <= c ? 4u : a + c <= b ? 5u : 6u};
    if (a == b && b == c)
      return {3, 7};
    if (a == b || b == c || a == c)
      return {3, a == b ? 8u : b == c ? 9u : 10u};
    return {3, 11};
  };
  expectAllTaken(types, types.function({integer, integer, integer}), classify, 12, 1000);
}

TEST(RandomSearch, KeywordsOfTheProgramText) {
  TestSubject types;
  const auto parse = [](const TestCase &test) -> Branches {
    if (test.arguments()[0].is<model::Null>())
      return {0};
    const std::string text = test.arguments()[0].bytes().c_str();
    if (text == "shutdown")
      return {1};
    if (text.rfind("set ", 0) == 0)
      return {2, text.size() > 4 ? 3u : 4u};
    return {text.empty() ? 5u : 6u};
  };
  expectAllTaken(types, types.function({types.text()}, {}, {.strings = {"set ", "shutdown"}}),
                 parse, 7, 1000);
}

TEST(RandomSearch, EqualTexts) {
  TestSubject types;
  const auto compare = [](const TestCase &test) -> Branches {
    if (test.arguments()[0].bytes().size() < 5 || test.arguments()[1].bytes().size() < 5)
      return {0};
    return {1, test.arguments()[0].bytes() == test.arguments()[1].bytes() ? 2u : 3u};
  };
  expectAllTaken(types, types.function({types.text(), types.text()}), compare, 4, 1000);
}

TEST(RandomSearch, GoesOnFromWhatCameNearer) {
  TestSubject types;
  const FunctionId function = types.function({types.text()});
  // A loop ends at the first letter that the text has not.
  const auto lettersMissing = [](const TestCase &test) -> std::uint64_t {
    if (test.arguments()[0].is<model::Null>())
      return model::Nearness::far;
    const std::string text = test.arguments()[0].bytes().c_str();
    std::uint64_t at = 0;
    while (at < 16 && text.find(static_cast<char>('a' + at)) != std::string::npos)
      ++at;
    return 16 - at;
  };
  support::Rng rng(1);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  while (!generator.goesNear(1)) // others have a chance first
    generator.propose(64, tests);
  generator.want({true});
  while (generator.progress().proposed < 50'000 && generator.least()[0] > 0) {
    generator.propose(64, tests);
    for (const TestCase &test : tests)
      if (const std::uint64_t left = lettersMissing(test); left < generator.least()[0])
        generator.observeNearness(test, std::vector<model::Nearness>{{model::BranchId(0), left}});
  }
  EXPECT_EQ(0u, generator.least()[0]);
}

TEST(RandomSearch, DatesByTheirFormat) {
  TestSubject types;
  const auto parse = [](const TestCase &test) -> Branches {
    int year = 0, month = 0, day = 0;
    if (test.arguments()[0].is<model::Null>() ||
        std::sscanf(test.arguments()[0].bytes().c_str(), "%d-%d-%d", &year, &month, &day) != 3)
      return {0};
    if (month < 1 || month > 12)
      return {1, month < 1 ? 2u : 3u};
    if (day < 1 || day > 31)
      return {1, 4, day < 1 ? 5u : 6u};
    if (month != 2)
      return {1, 4, 7, 8};
    return {1, 4, 7, 9, day == 29 ? 10u : 11u};
  };
  expectAllTaken(
      types,
      types.function({types.text()}, {}, {.integers = {1, 2, 12, 29, 31}, .strings = {"%d-%d-%d"}}),
      parse, 12, 100000);
}

TEST(RandomSearch, NestedConditionsStepByStep) {
  TestSubject types;
  const auto nested = [](const TestCase &test) -> Branches {
    const auto x = as<int>(test.arguments()[0]), y = as<int>(test.arguments()[1]),
               z = as<int>(test.arguments()[2]);
    Branches taken{0};
    if (x > 1000) {
      taken.insert(1);
      if (static_cast<unsigned>(y) == static_cast<unsigned>(x) + 1) {
        taken.insert(2);
        if (z == 0x1234567) {
          taken.insert(3);
          if (x % 7 == 3)
            taken.insert(4);
        }
      }
    }
    return taken;
  };
  const TypeId integer = types.integer(4);
  expectAllTaken(types,
                 types.function({integer, integer, integer}, {}, {.integers = {1000, 0x1234567}}),
                 nested, 5, 100000);
}

TEST(RandomSearch, LengthsAndOrderOfArrays) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const auto inspect = [](const TestCase &test) -> Branches {
    if (test.arguments()[0].is<model::Null>())
      return {as<int>(test.arguments()[1]) > 0 ? 0u : 1u};
    const int n = as<int>(test.arguments()[1]);
    if (n <= 0)
      return {n < 0 ? 2u : 3u};
    std::vector<int> items(static_cast<std::size_t>(n));
    std::memcpy(items.data(), test.arguments()[0].bytes().data(), items.size() * sizeof(int));
    Branches taken{4};
    if (n > 5)
      taken.insert(5);
    if (n > 100)
      taken.insert(6);
    if (n > 3 && std::is_sorted(items.begin(), items.end()))
      taken.insert(items.front() == items.back() ? 7 : 8);
    if (n > 3 && std::is_sorted(items.rbegin(), items.rend()) && items.front() > items.back())
      taken.insert(9);
    if (n == 17)
      taken.insert(10);
    return taken;
  };
  expectAllTaken(
      types,
      types.function({types.pointer(integer), integer}, {{0, 1}}, {.integers = {5, 100, 17}}),
      inspect, 11, 4000);
}

TEST(RandomSearch, EnumeratorsAndOthers) {
  TestSubject types;
  const TypeId state = types.enumeration({0, 10, 20, 3000});
  const auto dispatch = [](const TestCase &test) -> Branches {
    switch (as<int>(test.arguments()[0])) {
    case 0:
      return {0};
    case 10:
      return {1};
    case 20:
      return {2};
    case 3000:
      return {3};
    default:
      return {4};
    }
  };
  expectAllTaken(types, types.function({state}), dispatch, 5, 200);
}

TEST(RandomSearch, StructsBehindPointers) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId node = types.record({integer});
  const TypeId pointer = types.pointer(node);
  types.subject.types[node.index].fields.push_back({"next", pointer, 64, {}});
  const auto walk = [](const TestCase &test) -> Branches {
    Branches taken;
    std::size_t length = 0;
    const Value *at = &test.arguments()[0];
    for (; at->is<model::Object>(); at = &at->parts()[0].parts()[1]) {
      taken.insert(std::min<std::size_t>(++length, 4));
      if (length == 3 && as<int>(at->parts()[0].parts()[0]) == 42)
        taken.insert(100);
    }
    taken.insert(0);
    return taken;
  };
  expectAllTaken(types, types.function({pointer}, {}, {.integers = {42}}), walk, 6, 2000);
}

TEST(RandomSearch, SameSeedSameProposals) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const FunctionId function =
      types.function({types.text(), types.pointer(integer), integer}, {{1, 2}});
  const auto trace = [&](std::uint64_t seed) {
    support::Rng rng(seed);
    const Sequences sequences(types.subject);
    RandomGenerator generator(types.subject, function, sequences, rng);
    std::vector<TestCase> tests, all;
    for (std::size_t i = 0; i < 20; ++i) {
      generator.propose(50, tests);
      all.insert(all.end(), tests.begin(), tests.end());
      generator.observe(tests[i], {model::Returned{}, {model::BranchId(i)}, {}, {}});
    }
    return all;
  };
  EXPECT_EQ(trace(1), trace(1));
  EXPECT_NE(trace(1), trace(2));
}

TEST(RandomSearch, CountsItsGains) {
  TestSubject types;
  const FunctionId function = types.function({types.integer(4)});
  support::Rng rng(1);
  const Sequences sequences(types.subject);
  RandomGenerator generator(types.subject, function, sequences, rng);
  std::vector<TestCase> tests;
  generator.propose(10, tests);
  const model::Execution execution{model::Returned{}, {model::BranchId(std::size_t{3})}, {}, {}};
  generator.observe(tests[0], execution);
  generator.propose(5, tests);
  generator.observe(tests[0], execution);
  EXPECT_EQ(15u, generator.progress().proposed);
  EXPECT_EQ(1u, generator.progress().gains);
  EXPECT_EQ(5u, generator.progress().sinceLastGain());
}

/// if (limit == 4711 && read() < 0 && read() == 7); the function takes no arguments.
TEST(RandomSearch, VariablesAndCallsThatAreSupplied) {
  TestSubject types;
  const TypeId integer = types.integer(4);
  const TypeId call = types.record({integer});
  types.subject.supplies = {
      {.kind = model::Supply::Kind::Variable, .name = "limit", .type = integer},
      {.kind = model::Supply::Kind::Function, .name = "read", .type = call}};
  const FunctionId function = types.function({}, {}, {.integers = {7, 4711}});
  types.subject.functions[0].facts.supplies = {model::SupplyId(0), model::SupplyId(1)};
  const auto subject = [](const TestCase &test) -> Branches {
    EXPECT_GE(test.supplied.size(), 1u) << "a variable is always supplied";
    EXPECT_LE(test.supplied.size(), 1u + mostCalls);
    for (std::uint32_t i = 1; i < test.supplied.size(); ++i)
      EXPECT_EQ(i - 1, test.supplied[i].index) << "calls come in order, without gaps";
    const auto read = [&](std::size_t i) {
      return i + 1 < test.supplied.size() ? as<int>(test.supplied[i + 1].value.parts()[0]) : 0;
    };
    if (as<int>(test.supplied[0].value) != 4711)
      return {0};
    if (read(0) >= 0)
      return {1};
    return {read(1) == 7 ? std::size_t{3} : std::size_t{2}};
  };
  expectAllTaken(types, function, subject, 4, 20000);
}

} // namespace
} // namespace generate
