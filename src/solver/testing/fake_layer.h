#pragma once

#include "solver/slice.h"

namespace solver {

/// For tests: remembers what it was asked and gives a prepared answer.
class FakeLayer : public Layer {
public:
  Answer solve(Slice &slice) override {
    asked.push_back(slice.conditions);
    return answer;
  }

  Answer answer = Unknown{"asked the next layer"};
  std::vector<std::vector<expr::TermId>> asked;
};

class FakeSolver : public Solver {
public:
  Answer solve(const Query &query) override {
    asked.push_back(query.conditions);
    return answer;
  }

  Answer answer = Unknown{"asked the next layer"};
  std::vector<std::vector<expr::TermId>> asked;
};

} // namespace solver
