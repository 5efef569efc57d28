// A member that a defaulted constructor leaves unset: `Gauge gauge;` reads it, though `Gauge gauge{};` would not.
// RUN: --steps 8000
// EXPECT: exit 1
// EXPECT: covered 2 of 2
// EXPECT: finding uninitialised-read 13
// EXPECT: emitted Gauge gauge;
class Gauge {
public:
  Gauge() = default;
  void set(int value) { value_ = value; }
  // Nobody may have set it.
  bool isHigh() const {
    if (value_ > 100)
      return true;
    return false;
  }
  bool isKnown() const { return known_; }

private:
  int value_;
  bool known_ = false;
};
