#pragma once
#include <vector>
namespace conditions {
inline int clamp(int x) { return x > 100 ? 100 : x < 0 ? 0 : x; }
template <class T> bool isLarge(const T &value) {
  if constexpr (sizeof(T) > 4)
    return value > 1000 && value < 100000;
  else
    return value > 10;
}
class Counter {
public:
  explicit Counter(int start) : count_(start > 5 ? 5 : start) {
    if (start == -1)
      count_ = 0;
  }
  ~Counter() {
    if (count_ == 77)
      count_ = 0;
  }
  bool step(int by) {
    count_ += by ? by : step_;
    return count_ > 20 || by < 0;
  }

private:
  int count_;
  int step_ = sizeof(int) == 4 ? 1 : 2;
};
} // namespace conditions
