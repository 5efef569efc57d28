// A class: states that only calls build up, what they throw, and numbers that only a solver finds.
// RUN: --steps 20000
// EXPECT: covered 20 of 20
// EXPECT: outcome exception
#include <stdexcept>
#include <string>
#include <vector>
class Stack {
public:
  explicit Stack(int capacity) : capacity_(capacity) {
    if (capacity <= 0)
      throw std::invalid_argument("capacity");
  }
  void push(int value) {
    if (frozen_)
      throw std::logic_error("frozen");
    if (static_cast<int>(items_.size()) == capacity_)
      throw std::overflow_error("full");
    items_.push_back(value);
  }
  int pop() {
    if (items_.empty())
      throw std::underflow_error("empty");
    const int value = items_.back();
    items_.pop_back();
    return value;
  }
  void freeze() { frozen_ = true; }
  std::size_t size() const { return items_.size(); }
  bool isMagic() const { return items_.size() == 3 && items_[0] == 4711 && items_[2] == -5; }

private:
  std::vector<int> items_;
  int capacity_;
  bool frozen_ = false;
};
int count(const std::string &text, const std::string &word) {
  int found = 0;
  if (word.empty())
    return -1;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    ++found;
  return found > 2 ? 2 : found;
}
