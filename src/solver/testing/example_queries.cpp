#include "solver/testing/example_queries.h"

#include <utility>

namespace solver::search {

using expr::Operation;

Formula Formula::apply(Operation onNumbers, Operation onIntegers, const Formula &other) const {
  const Operation operation = isInteger ? onIntegers : onNumbers;
  const unsigned wide = expr::isComparison(operation) ? 1 : width();
  Formula made(*pool_, pool_->make(operation, wide, term_, other.term_));
  made.isInteger = isInteger;
  return made;
}

Formula Formula::of(unsigned function) const {
  const expr::TermId nothing = pool_->constant(width(), 0);
  return {*pool_, pool_->make(Operation::Apply, width(), term_, nothing, {}, function)};
}

Formula Formula::size() const {
  const expr::TermId mask = pool_->constant(width(), expr::maskOf(width() - 1));
  return {*pool_, pool_->make(Operation::And, width(), term_, mask)};
}

Formula Formula::with(double value) const {
  const std::uint64_t bits = isInteger
                                 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                                 : bitsOf(value, width());
  Formula made(*pool_, pool_->constant(width(), bits));
  made.isInteger = isInteger;
  return made;
}

namespace {

/// The inputs of one query: x(0), x(1), ... doubles, f(...) floats, n(...) integers.
class Inputs {
public:
  Inputs(expr::Pool &pool, std::uint32_t &next) : pool_(pool), next_(next) {}
  Formula x() { return {pool_, pool_.input(64, next_++)}; }
  Formula f() { return {pool_, pool_.input(32, next_++)}; }
  Formula n(unsigned width = 32) {
    Formula made(pool_, pool_.input(width, next_++));
    made.isInteger = true;
    return made;
  }

private:
  expr::Pool &pool_;
  std::uint32_t &next_;
};

using Conditions = std::vector<Formula>;
struct Vector {
  Formula x, y, z;
};
Vector vector(Inputs &in) { return {in.x(), in.x(), in.x()}; }
Formula dot(const Vector &a, const Vector &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Conditions cubic(Inputs &in) {
  const Formula x = in.x();
  return {x * x * x - 2 * x * x + 3 == 17.25};
}
Conditions polynomials(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x * x * x - 3 * x + 1 == 3, y * y - x * y - 6 == 0, x > 1, y > 0};
}
Conditions farWaves(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x.of(PINCER_FUNCTION_sin) > 0.999, y.of(PINCER_FUNCTION_cos) < -0.999, x > 1e6};
}
Conditions waveProduct(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x.of(PINCER_FUNCTION_sin) * y.of(PINCER_FUNCTION_cos) == 0.5, x > y, y > 1};
}
Conditions expAndLog(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x.of(PINCER_FUNCTION_exp) + y.of(PINCER_FUNCTION_log) == 10, x > 1, y > 2};
}
Conditions circle(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x * x + y * y <= 1, x + y >= 1.2};
}
Conditions circleThin(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x * x + y * y < 1, x + y > 1.41421};
}
Conditions circleAndLine(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x * x + y * y == 25, y == 2 * x - 5, x > 1};
}
Conditions discriminantZero(Inputs &in) {
  const Formula a = in.x(), b = in.x(), c = in.x();
  return {b * b - 4 * a * c == 0, a > 0, b > 5, c != b, a != c};
}
Conditions norm5(Inputs &in) {
  const Formula x = in.x(), y = in.x(), z = in.x();
  return {(x * x + y * y + z * z).root() == 5, x > 1, y > 1, z > 1};
}
Conditions sphereAndRay(Inputs &in) {
  const Vector from = vector(in), along = vector(in);
  const Formula radius = in.x();
  const Formula a = dot(along, along), b = 2 * dot(from, along);
  const Formula c = dot(from, from) - radius * radius;
  const Formula under = b * b - 4 * a * c;
  const Formula t = (0 - b - under.root()) / (2 * a);
  return {a > 0, radius > 0, c > 100, under >= 0, t > 0, t < 1, t > 0.5};
}
/// Does a segment meet a box: the middle m, half the way d, half the size e; the last axis says no.
Conditions boxCross(Inputs &in) {
  const Vector m = vector(in), d = vector(in), e = vector(in);
  const Formula dx = d.x.size(), dy = d.y.size(), dz = d.z.size();
  return {m.x.size() <= e.x + dx,
          m.y.size() <= e.y + dy,
          m.z.size() <= e.z + dz,
          (m.y * d.z - m.z * d.y).size() <= e.y * dz + e.z * dy,
          (m.z * d.x - m.x * d.z).size() <= e.x * dz + e.z * dx,
          (m.x * d.y - m.y * d.x).size() > e.x * dy + e.y * dx,
          e.x > 0.5,
          e.y > 0.5,
          e.z > 0.5,
          dx < 10,
          dy < 10};
}
Conditions boxCrossZero(Inputs &in) {
  const Vector m = vector(in), d = vector(in), e = vector(in);
  return {(m.y * d.z - m.z * d.y).size() == e.y * d.z.size() + e.z * d.y.size(),
          e.x > 0.5,
          e.y > 0.5,
          e.z > 0.5,
          m.y > 1,
          d.z != 0};
}
Conditions absorbed(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x + y == x, y > 1, x < 1e18, x > 0};
}
Conditions notAssociative(Inputs &in) {
  const Formula x = in.x(), y = in.x(), z = in.x();
  return {(x + y) + z != x + (y + z), x > 0.1, y > 0.1, z > 0.1, x < 1, y < 1, z < 1};
}
Conditions inverse(Inputs &in) {
  const Formula x = in.x();
  return {x * (1 / x) != 1, x > 1, x < 2};
}
Conditions fahrenheit(Inputs &in) {
  const Formula c = in.f();
  return {c * 9 / 5 + 32 == 98.6F};
}
Conditions rootInRange(Inputs &in) {
  const Formula x = in.x();
  return {x.root() > 10, x.root() < 10.0001};
}
Conditions heronThin(Inputs &in) {
  const Formula a = in.x(), b = in.x(), c = in.x();
  const Formula s = (a + b + c) / 2;
  const Formula area = (s * (s - a) * (s - b) * (s - c)).root();
  return {a > 0, b > 0, c > 0, a + b - c > 0, a + b - c < 1e-3, area > 0.99, area < 1.01};
}
Conditions system3(Inputs &in) {
  const Formula x = in.x(), y = in.x(), z = in.x();
  return {x + y + z == 6, x * y + y * z + z * x == 11, x * y * z == 6, x < y, y < z};
}
Conditions system5(Inputs &in) {
  const Formula a = in.x(), b = in.x(), c = in.x(), d = in.x(), e = in.x();
  return {a + b + c + d + e == 15,
          a * a + b * b + c * c + d * d + e * e == 55,
          a * b * c == 6,
          d * e == 20,
          a < b,
          b < c,
          d < e};
}
Conditions nestedRoots(Inputs &in) {
  const Formula x = in.x(), y = in.x(), z = in.x();
  return {(x + (y + z.root()).root()).root() == 3, x > 7, y > 1, z > 4, x * z > 30};
}
Conditions angle(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  const Formula ratio = (y / x).of(PINCER_FUNCTION_atan);
  return {ratio<-0.001, ratio> - 0.002, x * x + y * y > 1e4, y > 3, y < 4};
}
Conditions floatSquares(Inputs &in) {
  const Formula f = in.f(), g = in.f();
  return {f * f + g * g == 25, f > 0, g > 0, f != 3, f != 4};
}
Conditions largeResult(Inputs &in) {
  const Formula x = in.x(), y = in.x();
  return {x * y > 1e150, x / y < 1e-100, x > 0};
}

Conditions semiprime(Inputs &in) {
  const Formula x = in.n(), y = in.n();
  return {x * y == 32749.0 * 32719, x > 1, y > 1, x < y};
}
Conditions semiprimeLong(Inputs &in) {
  const Formula x = in.n(64), y = in.n(64);
  return {x * y == 99991.0 * 1048573, x > 1, y > 1};
}
Conditions sumOfSquares(Inputs &in) {
  const Formula x = in.n(), y = in.n();
  return {x * x + y * y == 1603729, x > 0, y > 0};
}
Conditions pythagoras(Inputs &in) {
  const Formula a = in.n(), b = in.n(), c = in.n();
  return {a * a + b * b == c * c, a > 100, b > a, c > b, c < 1000};
}
Conditions taxicab(Inputs &in) {
  const Formula x = in.n(), y = in.n();
  return {x * x * x + y * y * y == 1729, x > 0, y > x};
}
Conditions squareResidue(Inputs &in) {
  const Formula x = in.n();
  return {x * x % 10007 == 1234, x > 5000, x < 40000};
}
Conditions quadraticForm(Inputs &in) {
  const Formula x = in.n(), y = in.n();
  return {x * x - 5 * x * y + 6 * y * y == 12, x > 10, y > 5, x < 1000, y < 1000};
}
Conditions threeProducts(Inputs &in) {
  const Formula x = in.n(), y = in.n(), z = in.n();
  return {x * y + y * z + z * x == 1000003, x > 0, y > x, z > y, z < 100000};
}

} // namespace

std::vector<Example> exampleQueries(expr::Pool &pool) {
  const std::pair<const char *, Conditions (*)(Inputs &)> queries[] = {
      {"cubic", cubic},
      {"polynomials", polynomials},
      {"far waves", farWaves},
      {"product of waves", waveProduct},
      {"exp and log", expAndLog},
      {"circle", circle},
      {"circle, thin", circleThin},
      {"circle and line", circleAndLine},
      {"discriminant 0", discriminantZero},
      {"norm 5", norm5},
      {"sphere and ray", sphereAndRay},
      {"box, cross product", boxCross},
      {"box, touched", boxCrossZero},
      {"absorbed", absorbed},
      {"not associative", notAssociative},
      {"inverse", inverse},
      {"fahrenheit", fahrenheit},
      {"root in a range", rootInRange},
      {"heron, thin", heronThin},
      {"system of 3", system3},
      {"system of 5", system5},
      {"nested roots", nestedRoots},
      {"angle", angle},
      {"squares of floats", floatSquares},
      {"large result", largeResult},
      {"semiprime", semiprime},
      {"semiprime, 64 bits", semiprimeLong},
      {"sum of squares", sumOfSquares},
      {"pythagoras", pythagoras},
      {"taxicab", taxicab},
      {"square residue", squareResidue},
      {"quadratic form", quadraticForm},
      {"three products", threeProducts},
  };
  std::uint32_t next = 0;
  std::vector<Example> examples;
  for (const auto &[name, make] : queries) {
    Inputs inputs(pool, next);
    Example example{name, {}};
    for (const Formula &condition : make(inputs))
      example.conditions.push_back(condition.term());
    examples.push_back(std::move(example));
  }
  return examples;
}

} // namespace solver::search
