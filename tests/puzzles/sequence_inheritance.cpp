// Objects of derived classes serve where a base is wanted, are moved and given away; private parts stay private.
// RUN: --steps 20000
// EXPECT: covered 10 of 10
#include <memory>
#include <utility>
class Shape {
public:
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
class Square : public Shape {
public:
  explicit Square(int side) : side_(side > 0 ? side : 0) {}
  int area() const override { return side_ * side_; }

private:
  int side_;
};
class Box : public Shape {
public:
  Box(int width, int height) : width_(width & 0xff), height_(height & 0xff) {}
  int area() const override { return width_ * height_; }

private:
  int width_, height_;
};
int compare(const Shape &a, const Shape &b) { return a.area() < b.area() ? -1 : a.area() == b.area() + 91 ? 1 : 0; }
class Frame {
public:
  explicit Frame(std::unique_ptr<Shape> shape) : shape_(std::move(shape)) {}
  int price() const { return !shape_ ? -1 : shape_->area() == 221 ? 1 : 0; }

private:
  std::unique_ptr<Shape> shape_;
};
