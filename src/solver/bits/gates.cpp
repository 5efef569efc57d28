#include "solver/bits/gates.h"

#include "support/hash.h"

#include <algorithm>
#include <utility>

namespace solver::bits {

namespace {

std::uint64_t hashOf(std::uint64_t kind, Literal a, Literal b, Literal c) {
  std::uint64_t hash = kind;
  for (const Literal literal : {a, b, c})
    hash = support::mixed(hash, static_cast<std::uint32_t>(literal));
  return hash;
}

/// By variable, so that a literal and its negation are neighbours.
bool before(Literal a, Literal b) { return std::abs(a) < std::abs(b); }

} // namespace

Gates::Gates(CaDiCaL::Solver &sat) : sat_(sat), run_(1), table_(1024) {
  variable(true); // `yes`
  clause({yes});
}

Literal Gates::variable(bool inRun) {
  const auto literal = static_cast<Literal>(run_.size());
  run_.push_back(inRun);
  sat_.phase(inRun ? literal : -literal);
  return literal;
}

void Gates::clause(std::initializer_list<Literal> literals) {
  for (const Literal literal : literals)
    sat_.add(literal);
  sat_.add(0);
}

void Gates::unite(Literal a, Literal b) {
  clause({-a, b});
  clause({a, -b});
}

void Gates::followRun(bool follow) {
  for (std::size_t i = 1; i < run_.size(); ++i) {
    const auto variable = static_cast<Literal>(i);
    if (follow)
      sat_.phase(run_[i] ? variable : -variable);
    else
      sat_.unphase(variable);
  }
}

void Gates::grow() {
  std::vector<Gate> old(2 * table_.size());
  old.swap(table_);
  for (const Gate &gate : old) {
    if (gate.kind == Kind::None)
      continue;
    std::size_t place = hashOf(static_cast<std::uint64_t>(gate.kind), gate.a, gate.b, gate.c);
    while (table_[place &= table_.size() - 1].kind != Kind::None)
      ++place;
    table_[place] = gate;
  }
}

Literal &Gates::find(Kind kind, Literal a, Literal b, Literal c) {
  if (gates_ * 2 > table_.size())
    grow();
  std::size_t place = hashOf(static_cast<std::uint64_t>(kind), a, b, c);
  for (;; ++place) {
    Gate &gate = table_[place &= table_.size() - 1];
    if (gate.kind == kind && gate.a == a && gate.b == b && gate.c == c)
      return gate.output;
    if (gate.kind != Kind::None)
      continue;
    ++gates_;
    gate = {kind, a, b, c, 0};
    return gate.output;
  }
}

Literal Gates::both(Literal a, Literal b) {
  if (before(b, a))
    std::swap(a, b);
  if (a == no || a == -b)
    return no;
  if (a == yes || a == b)
    return b;
  Literal &output = find(Kind::Both, a, b);
  if (output != 0)
    return output;
  const Literal o = output = variable(inRun(a) && inRun(b));
  clause({-o, a});
  clause({-o, b});
  clause({o, -a, -b});
  return o;
}

Literal Gates::differ(Literal a, Literal b) {
  bool negated = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (b < a)
    std::swap(a, b);
  const auto result = [&](Literal literal) { return negated ? -literal : literal; };
  if (a == b)
    return result(no);
  if (a == yes)
    return result(-b);
  Literal &output = find(Kind::Differ, a, b);
  if (output != 0)
    return result(output);
  const Literal o = output = variable(inRun(a) != inRun(b));
  clause({-o, a, b});
  clause({-o, -a, -b});
  clause({o, -a, b});
  clause({o, a, -b});
  return result(o);
}

Literal Gates::choice(Literal condition, Literal a, Literal b) {
  if (condition < 0) {
    condition = -condition;
    std::swap(a, b);
  }
  if (condition == yes || a == b)
    return a;
  if (a == -b)
    return differ(condition, b);
  if (isConstant(a) || a == condition || a == -condition)
    return a == yes || a == condition ? either(condition, b) : both(-condition, b);
  if (isConstant(b) || b == condition || b == -condition)
    return b == no || b == condition ? both(condition, a) : either(-condition, a);
  const bool negated = a < 0;
  if (negated) {
    a = -a;
    b = -b;
  }
  Literal &output = find(Kind::Choice, condition, a, b);
  if (output == 0) {
    const Literal o = output = variable(inRun(condition) ? inRun(a) : inRun(b));
    clause({-condition, -a, o});
    clause({-condition, a, -o});
    clause({condition, -b, o});
    clause({condition, b, -o});
    clause({-a, -b, o}); // these two say nothing new, but say it earlier
    clause({a, b, -o});
    return negated ? -o : o;
  }
  return negated ? -output : output;
}

Literal Gates::parity(Literal a, Literal b, Literal c) {
  if (isConstant(a) || std::abs(a) == std::abs(b))
    return differ(differ(a, b), c);
  if (isConstant(b) || isConstant(c) || std::abs(b) == std::abs(c))
    return differ(a, differ(b, c));
  if (std::abs(a) == std::abs(c))
    return differ(differ(a, c), b);
  const bool negated = ((a < 0) != (b < 0)) != (c < 0);
  Literal sorted[] = {std::abs(a), std::abs(b), std::abs(c)};
  std::sort(sorted, sorted + 3);
  const auto [x, y, z] = sorted;
  Literal &output = find(Kind::Parity, x, y, z);
  if (output == 0) {
    const Literal o = output = variable((inRun(x) != inRun(y)) != inRun(z));
    for (unsigned signs = 0; signs < 8; ++signs) {
      const bool p = signs & 1, q = signs & 2, r = signs & 4;
      clause({p ? -x : x, q ? -y : y, r ? -z : z, (p != q) != r ? o : -o});
    }
    return negated ? -o : o;
  }
  return negated ? -output : output;
}

Literal Gates::majority(Literal a, Literal b, Literal c) {
  Literal sorted[] = {a, b, c};
  std::sort(sorted, sorted + 3, before);
  auto [x, y, z] = sorted;
  if (x == y || y == -z)
    return x;
  if (y == z)
    return y;
  if (x == -y)
    return z;
  if (isConstant(x))
    return x == yes ? either(y, z) : both(y, z);
  const bool negated = x < 0; // it is its own dual
  if (negated) {
    x = -x;
    y = -y;
    z = -z;
  }
  Literal &output = find(Kind::Majority, x, y, z);
  if (output == 0) {
    const Literal o = output = variable(inRun(x) + inRun(y) + inRun(z) >= 2);
    for (const auto &[p, q] : {std::pair(x, y), std::pair(x, z), std::pair(y, z)}) {
      clause({-p, -q, o});
      clause({p, q, -o});
    }
    return negated ? -o : o;
  }
  return negated ? -output : output;
}

Literal Gates::all(std::vector<Literal> literals) {
  std::sort(literals.begin(), literals.end(),
            [](Literal a, Literal b) { return std::abs(a) != std::abs(b) ? before(a, b) : a < b; });
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::erase(literals, yes);
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (literals[i] == no || (i > 0 && literals[i] == -literals[i - 1]))
      return no;
  if (literals.empty())
    return yes;
  if (literals.size() == 1)
    return literals[0];
  if (literals.size() == 2)
    return both(literals[0], literals[1]);
  const auto known = wide_.find(literals);
  if (known != wide_.end())
    return known->second;
  const bool value = std::all_of(literals.begin(), literals.end(),
                                 [&](Literal literal) { return inRun(literal); });
  const Literal o = variable(value);
  for (const Literal literal : literals)
    clause({-o, literal});
  for (const Literal literal : literals)
    sat_.add(-literal);
  clause({o});
  wide_.emplace(std::move(literals), o);
  return o;
}

Literal Gates::any(std::vector<Literal> literals) {
  for (Literal &literal : literals)
    literal = -literal;
  return -all(std::move(literals));
}

} // namespace solver::bits
