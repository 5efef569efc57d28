// A stack with room for so many numbers.
#include <stdexcept>
#include <vector>

class Stack {
public:
  explicit Stack(int capacity) : capacity_(capacity) {
    if (capacity <= 0 || capacity > 1000)
      throw std::invalid_argument("a stack needs room, and not too much");
    items_.resize(static_cast<unsigned>(capacity));
  }

  int size() const { return size_; }
  bool isEmpty() const { return size_ == 0; }

  void push(int item) {
    if (size_ == capacity_)
      throw std::overflow_error("the stack is full");
    items_[size_++] = item;
  }

  int pop() {
    if (size_ == 0)
      throw std::underflow_error("the stack is empty");
    return items_[--size_];
  }

  /// Whether the topmost numbers are 17, 4711, in this order.
  bool isUnlocked() const {
    return size_ >= 2 && items_[size_ - 1] == 17 && items_[size_ - 2] == 4711;
  }

private:
  std::vector<int> items_;
  int capacity_;
  int size_ = 0;
};
