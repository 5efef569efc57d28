// Public fields are state that a test sets and looks at, also those of parts without a class name.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
// EXPECT: emitted gauge.reading.low = 
// EXPECT: emitted , gauge.count);
#include <string>

class Gauge {
public:
  explicit Gauge(int start) : count(start) {}
  int count;
  std::string unit;
  struct {
    double low, high;
  } reading{0, 0};
  bool isReady = false;

  int state() const {
    if (!isReady)
      return -1;
    if (unit == "bar")
      return reading.low == 2.5 ? 1 : 2;
    return count > 100 ? 3 : 4;
  }
  void step() {
    if (count == 7)
      unit = "seven";
    ++count;
  }
};

int doubled(const Gauge &gauge) { return gauge.isReady ? 2 * gauge.count : 0; }
