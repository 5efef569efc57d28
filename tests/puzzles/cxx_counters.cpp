// State that builds up call by call: runs that come nearer to a branch are gone on from. Two counters that must both be
// high; a stretch of calls that has to be made five times; a queue that must be full, then empty.
// RUN: --steps 20000 --errors none
// EXPECT: covered 24 of 24
// EXPECT: no finding
#include <cstddef>
#include <deque>
class Parcels {
public:
  explicit Parcels(int room) : room_(room < 5 ? 5 : room > 9 ? 9 : room) {}
  bool take(int weight) {
    if (isOpen_ || waiting_.size() == static_cast<std::size_t>(room_))
      return false;
    waiting_.push_back(weight);
    if (waiting_.size() == 7)
      isHeavy_ = true;
    return true;
  }
  bool send() {
    if (waiting_.empty())
      return false;
    waiting_.pop_front();
    ++sent_;
    return true;
  }
  void open() { isOpen_ = true; }
  void close() {
    if (isOpen_)
      ++rounds_;
    isOpen_ = false;
  }
  int state() const {
    if (sent_ >= 4 && rounds_ >= 3)
      return 1;
    if (rounds_ == 5)
      return 2;
    if (isHeavy_ && waiting_.size() < 2)
      return 3;
    return 0;
  }

private:
  int room_, sent_ = 0, rounds_ = 0;
  bool isOpen_ = false, isHeavy_ = false;
  std::deque<int> waiting_;
};
