// What callers expect of operators: asked for with --contracts, a finding of its own kind where an object breaks it.
// RUN: --steps 12000 --contracts
// EXPECT: exit 1
// EXPECT: finding broken-contract 27
// EXPECT: finding broken-contract 34
// EXPECT: function 'Span: a == a' tested
// EXPECT: function 'Point: a == a' tested
// EXPECT: function 'Point: Point(a) == a' tested
// EXPECT: emitted // broken-contract
// EXPECT: emitted EXPECT_FALSE(!(version < version));

// All well.
class Point {
public:
  Point(int x, int y) : x_(x), y_(y) {}
  friend bool operator==(const Point &a, const Point &b) { return a.x_ == b.x_ && a.y_ == b.y_; }

private:
  int x_, y_;
};

// An empty one equals nothing.
class Span {
public:
  Span(int begin, int end) : begin_(begin), end_(end) {}
  bool isEmpty() const { return begin_ >= end_; }
  bool operator==(const Span &other) const { return !isEmpty() && begin_ == other.begin_ && end_ == other.end_; }

private:
  int begin_, end_;
};

class Version { public: Version(unsigned major, unsigned minor) : major_(major), minor_(minor) {}
  bool operator<(const Version &other) const { return major_ <= other.major_ && minor_ <= other.minor_; }
private: unsigned major_, minor_; };
