// A class that says it can be copied and can't: it is tested all the same, without copies.
// RUN: --steps 10000
// EXPECT: covered 4 of 4
#include <memory>
#include <vector>
struct Node { int value; };
class Tree {
public:
  void add(int value) { if (value > 10) nodes_.push_back(std::make_unique<Node>(Node{value})); }
  int count() const { return nodes_.size() == 2 ? 2 : 0; }
private:
  std::vector<std::unique_ptr<Node>> nodes_;
};
