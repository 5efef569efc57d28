// A queue that overflows when it is full: what is simplest (no room at all) is undefined at once, so clean tests need
// objects with room. A copy frees what is not its own; that is seen when the objects are destroyed.
// RUN: --steps 40000
// EXPECT: covered 6 of 6
// EXPECT: finding heap-buffer-overflow 15
// EXPECT: finding double-free 12
// EXPECT: emitted EXPECT_DEATH(body(), "");
class Heap {
public:
  explicit Heap(unsigned room) : items_(new int[room % 1000]) {}

  ~Heap() { delete[] items_; }

  void push(int item) {
    items_[size_] = item;
    for (unsigned at = size_++; at > 0 && items_[at] > items_[at - 1]; --at) {
      const int smaller = items_[at - 1];
      items_[at - 1] = items_[at];
      items_[at] = smaller;
    }
  }

  int first() const { return size_ > 0 ? items_[0] : -1; }

private:
  int *items_;
  unsigned size_ = 0;
};
