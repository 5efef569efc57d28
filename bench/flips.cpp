// How many branches of typical path conditions the solver flips per second, and which layer
// answers. Each condition of a path is negated in turn, as a concolic search does, with all before
// it kept.
#include "expr/evaluator.h"
#include "solver/chain.h"
#include "solver/slicing.h"
#include "solver/z3/z3_layer.h"
#include "trace/read_table.h"

#include <bit>
#include <chrono>
#include <cstdlib>
#include <fmt/core.h>
#include <map>
#include <string>

namespace {

using expr::Operation;
using expr::Pool;
using expr::TermId;

/// A run: its inputs, and the conditions it met (made true for these inputs as they are added).
struct Path {
  Pool pool;
  std::vector<std::uint64_t> inputs;
  std::vector<TermId> conditions;

  TermId byte(std::uint32_t number) { return pool.input(8, number); }
  TermId word(unsigned width, std::uint64_t value) { return pool.constant(width, value); }
  TermId wide(TermId term, unsigned width) { return pool.make(Operation::ZeroExtend, width, term); }
  TermId op(Operation operation, TermId a, TermId b) {
    const unsigned width = pool[a].width;
    return pool.make(operation, expr::isComparison(operation) ? 1 : width, a, b);
  }
  void branch(TermId condition) {
    expr::Evaluator value(pool, inputs);
    conditions.push_back(value(condition) ? condition : pool.negation(condition));
  }
};

/// A header: four bytes put together by shifts and compared, then a version and a length.
void magicWord(Path &path) {
  path.inputs = {1, 2, 3, 4, 5, 6, 7, 8};
  const auto read = [&](std::uint32_t at, unsigned bytes) {
    TermId word = path.wide(path.byte(at), 32);
    for (std::uint32_t i = 1; i < bytes; ++i)
      word =
          path.op(Operation::Or, word,
                  path.op(Operation::Shl, path.wide(path.byte(at + i), 32), path.word(32, 8 * i)));
    return word;
  };
  path.branch(path.op(Operation::Equal, read(0, 4), path.word(32, 0x464c457f)));
  path.branch(path.op(Operation::ULess, read(4, 2), path.word(32, 3)));
  path.branch(path.op(Operation::ULess, path.word(32, 1024), read(6, 2)));
  for (const std::uint32_t i : {0u, 1u, 2u, 3u})
    path.branch(path.op(Operation::Equal, path.byte(i), path.word(8, 0x40 + i)));
}

/// Printable bytes, a rolling sum over them, compared at each step and at the end.
void checksum(Path &path) {
  constexpr unsigned count = 12;
  for (unsigned i = 0; i < count; ++i)
    path.inputs.push_back('a' + i);
  TermId sum = path.word(32, 7);
  for (std::uint32_t i = 0; i < count; ++i) {
    path.branch(path.op(Operation::ULess, path.byte(i), path.word(8, ' ')));
    path.branch(path.op(Operation::ULess, path.word(8, 126), path.byte(i)));
    sum = path.op(Operation::Add, path.op(Operation::Mul, sum, path.word(32, 31)),
                  path.wide(path.byte(i), 32));
    if (i % 3 == 2)
      path.branch(path.op(Operation::Equal, path.op(Operation::And, sum, path.word(32, 0xff)),
                          path.word(32, 0x5a)));
  }
  path.branch(path.op(Operation::Equal, path.op(Operation::URem, sum, path.word(32, 97)),
                      path.word(32, 1)));
  path.branch(path.op(Operation::Equal, sum, path.word(32, 0x12345678)));
}

/// Relations between four ints, some of them products.
void arithmetic(Path &path) {
  path.inputs = {3, 40, 500, 17};
  const auto x = [&](std::uint32_t i) { return path.pool.input(32, i); };
  const auto c = [&](std::uint64_t value) { return path.word(32, value); };
  const auto op = [&](Operation operation, TermId a, TermId b) { return path.op(operation, a, b); };
  path.branch(op(Operation::SLess, x(0), c(10)));
  path.branch(op(Operation::SLess, c(0), x(1)));
  path.branch(op(Operation::SLess, op(Operation::Add, x(0), x(1)), c(100)));
  path.branch(
      op(Operation::Equal, op(Operation::Sub, x(2), x(1)), op(Operation::Mul, x(0), c(12))));
  path.branch(op(Operation::SLess, op(Operation::Add, op(Operation::Add, x(0), x(1)), x(2)),
                 op(Operation::Mul, x(3), c(4))));
  path.branch(op(Operation::Equal, op(Operation::SRem, x(3), c(7)), c(5)));
  path.branch(op(Operation::Equal, op(Operation::And, x(2), c(0xf0)), c(0x50)));
  path.branch(op(Operation::Equal, op(Operation::Mul, x(0), x(3)), c(221)));
  path.branch(op(Operation::SLess, op(Operation::SDiv, x(2), c(10)), x(3)));
  path.branch(op(Operation::Equal,
                 op(Operation::Add, op(Operation::Mul, x(0), x(0)), op(Operation::Mul, x(1), x(1))),
                 op(Operation::Mul, x(3), x(3))));
}

/// A number read digit by digit, with a limit; then texts that compare byte by byte.
void parser(Path &path) {
  for (const char letter : std::string("1234567 key=value;"))
    path.inputs.push_back(static_cast<unsigned char>(letter));
  TermId number = path.word(32, 0);
  for (std::uint32_t i = 0; i < 8; ++i) {
    const TermId digit = path.op(Operation::Sub, path.wide(path.byte(i), 32), path.word(32, '0'));
    path.branch(path.op(Operation::ULess, digit, path.word(32, 10)));
    if (i == 7)
      break;
    number = path.op(Operation::Add, path.op(Operation::Mul, number, path.word(32, 10)), digit);
    path.branch(path.op(Operation::ULess, path.word(32, 50'000'000), number));
  }
  for (std::uint32_t i = 0; i < 10; ++i) {
    path.branch(path.op(Operation::Equal, path.byte(8 + i), path.word(8, '=')));
    path.branch(path.op(Operation::Equal, path.byte(8 + i), path.word(8, 0)));
  }
  path.branch(path.op(Operation::Equal, number, path.word(32, 4'294'967)));
}

/// A loop over 30 bytes that runs 5000 times.
void longLoop(Path &path) {
  for (unsigned i = 0; i < 30; ++i)
    path.inputs.push_back(i * 37 % 256);
  for (std::uint32_t i = 0; path.conditions.size() < 5000; ++i) {
    const TermId sum = path.op(Operation::Add, path.wide(path.byte(i % 30), 32),
                               path.wide(path.byte((i * 7 + 1) % 30), 32));
    path.branch(path.op(Operation::ULess, sum, path.word(32, 40 + i % 400)));
    path.branch(path.op(Operation::Equal, path.byte(i % 30), path.word(8, i / 30)));
  }
}

/// Does a segment meet a circle; a price in cents; an angle.
void geometry(Path &path) {
  for (const double value : {0.5, -1.25, 3.0, 4.0, 2.0, 19.99})
    path.inputs.push_back(std::bit_cast<std::uint64_t>(value));
  const auto x = [&](std::uint32_t i) { return path.pool.input(64, i); };
  const auto c = [&](double value) { return path.word(64, std::bit_cast<std::uint64_t>(value)); };
  const auto op = [&](Operation operation, TermId a, TermId b) { return path.op(operation, a, b); };
  const TermId dx = op(Operation::FSub, x(2), x(0)), dy = op(Operation::FSub, x(3), x(1));
  const TermId a = op(Operation::FAdd, op(Operation::FMul, dx, dx), op(Operation::FMul, dy, dy));
  const TermId b =
      op(Operation::FMul, c(2),
         op(Operation::FAdd, op(Operation::FMul, x(0), dx), op(Operation::FMul, x(1), dy)));
  const TermId r =
      op(Operation::FSub,
         op(Operation::FAdd, op(Operation::FMul, x(0), x(0)), op(Operation::FMul, x(1), x(1))),
         op(Operation::FMul, x(4), x(4)));
  const TermId under = op(Operation::FSub, op(Operation::FMul, b, b),
                          op(Operation::FMul, c(4), op(Operation::FMul, a, r)));
  path.branch(op(Operation::FLess, x(4), c(0)));
  path.branch(op(Operation::FEqual, a, c(0)));
  path.branch(op(Operation::FLess, under, c(0)));
  const TermId root = path.pool.make(Operation::FSqrt, 64, under);
  const TermId t = op(Operation::FDiv, op(Operation::FSub, root, b), op(Operation::FMul, c(2), a));
  path.branch(op(Operation::FLess, t, c(0)));
  path.branch(op(Operation::FLess, c(1), t));
  path.branch(op(Operation::FEqual, t, c(0.5)));
  const TermId cents = path.pool.make(Operation::FToInt, 32, op(Operation::FMul, x(5), c(100)));
  path.branch(op(Operation::Equal, cents, path.word(32, 123456)));
  path.branch(
      op(Operation::Equal, op(Operation::SRem, cents, path.word(32, 100)), path.word(32, 50)));
  const TermId sine = path.pool.make(Operation::Apply, 64, x(3), c(0), {}, PINCER_FUNCTION_sin);
  path.branch(op(Operation::FLess, c(0.99), sine));
  path.branch(op(Operation::FLess, sine, op(Operation::FMul, x(2), c(0.001))));
}

/// A text whose characters are looked up in a table of classes, then a state machine in a table.
void tables(Path &path) {
  constexpr std::uint32_t count = 12;
  for (const char letter : std::string("x1=23+y4*(z)"))
    path.inputs.push_back(static_cast<unsigned char>(letter));
  std::vector<TermId> classes, states;
  for (int letter = 0; letter < 256; ++letter)
    classes.push_back(path.word(8, letter >= '0' && letter <= '9'   ? 1
                                   : letter >= 'a' && letter <= 'z' ? 2
                                   : letter == '(' || letter == ')' ? 3
                                   : letter == '+' || letter == '*' ? 4
                                                                    : 0));
  for (unsigned i = 0; i < 64; ++i)
    states.push_back(path.word(8, (i * 29 + 7) / 5 % 8));
  TermId state = path.word(8, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const TermId kind =
        trace::selection(path.pool, {0, 256, 1}, path.wide(path.byte(i), 64), classes);
    path.branch(path.op(Operation::Equal, kind, path.word(8, 1)));
    path.branch(path.op(Operation::Equal, kind, path.word(8, 3)));
    const TermId index =
        path.op(Operation::Add, path.op(Operation::Mul, state, path.word(8, 8)), kind);
    state = trace::selection(path.pool, {0, 64, 1}, path.wide(index, 64), states);
    path.branch(path.op(Operation::Equal, state, path.word(8, 5)));
  }
  path.branch(path.op(Operation::Equal, state, path.word(8, 2)));
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What came of flipping.
struct Result {
  std::size_t flips = 0;
  double seconds = 0;
  std::map<std::string, std::uint64_t> answers;
  std::map<std::string, double> layers; // seconds

  void add(const solver::Counts &counts) {
    for (const auto &[what, count] : counts.answers)
      answers[what] += count;
    for (const auto &[layer, spent] : counts.seconds)
      layers[layer] += spent;
  }
  double rate() const { return static_cast<double>(flips) / seconds; }
};

/// Flips each condition once (every tenth of a long path).
void flip(solver::Solver &solver, Path &path, Result &result) {
  const std::size_t stride = std::max<std::size_t>(1, path.conditions.size() / 500);
  for (std::size_t i = stride - 1; i < path.conditions.size(); i += stride) {
    solver::Query query{
        path.pool, {path.conditions.begin(), path.conditions.begin() + i}, path.inputs};
    query.conditions.push_back(path.pool.negation(path.conditions[i]));
    const double start = now();
    solver.solve(query);
    result.seconds += now() - start;
    ++result.flips;
  }
}

/// Again and again with a new chain, which has learnt nothing yet, for so many seconds.
Result withChain(Path &path, double seconds) {
  Result result;
  while (result.seconds < seconds) {
    auto chain = solver::Chain::make({});
    if (!chain) {
      fmt::print("{}\n", chain.error().message);
      std::exit(1);
    }
    flip(**chain, path, result);
    result.add((*chain)->counts());
  }
  return result;
}

Result withZ3Alone(Path &path, double seconds) {
  Result result;
  while (result.seconds < seconds) {
    solver::Meter meter;
    solver::RunValues run;
    auto z3 = solver::z3worker::Z3Layer::make({}, meter);
    solver::Slicing slicing(**z3, run, meter);
    flip(slicing, path, result);
    result.add(meter.counts());
  }
  return result;
}

void measure(const char *name, void (*fill)(Path &), double seconds) {
  Path path;
  fill(path);
  const Result chain = withChain(path, seconds), alone = withZ3Alone(path, seconds);
  fmt::print("{:<12}{:>8}{:>12.0f}{:>12.0f}\n", name, path.conditions.size(), chain.rate(),
             alone.rate());
  const auto share = [](std::uint64_t count, const Result &result) {
    return 100.0 * static_cast<double>(count) / static_cast<double>(result.flips);
  };
  for (const auto &[what, count] : chain.answers)
    fmt::print("    {:<32}{:>6.1f} %\n", what, share(count, chain));
  for (const auto &[what, count] : alone.answers)
    fmt::print("    alone: {:<25}{:>6.1f} %\n", what, share(count, alone));
  for (const auto &[layer, spent] : chain.layers)
    fmt::print("    {:<28}{:>10.1f} us/flip\n", layer,
               1e6 * spent / static_cast<double>(chain.flips));
}

} // namespace

int main(int count, char **arguments) {
  const double seconds = count > 1 ? std::atof(arguments[1]) : 2;
  fmt::print("{:<12}{:>8}{:>12}{:>12}\n", "path", "length", "chain/s", "Z3 alone/s");
  measure("magic word", magicWord, seconds);
  measure("checksum", checksum, seconds);
  measure("arithmetic", arithmetic, seconds);
  measure("parser", parser, seconds);
  measure("long loop", longLoop, seconds);
  measure("geometry", geometry, seconds);
  measure("tables", tables, seconds);
}
