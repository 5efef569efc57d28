// Abstract classes that nobody implements: tests derive a class whose methods return inputs. Where the sources have a
// derived class, that one is used.
// RUN: --steps 20000 --errors none
// EXPECT: exit 0
// EXPECT: covered 12 of 12
// EXPECT: no finding
#include <string>
namespace shop {
class Source {
public:
  virtual ~Source() = default;
  virtual int price(const std::string &item) const = 0;
  virtual bool isOpen() const noexcept = 0;
  virtual std::string owner() = 0;
  virtual void log(int) {}
  int twice() const { return price("") == 21 ? 42 : 0; }
};
} // namespace shop
int buy(shop::Source &source, int money) {
  if (!source.isOpen()) return -1;
  if (source.price("tea") == 4711) return 1;
  if (source.owner() == "Zoe") return 2;
  source.log(money);
  return money > source.price("milk") ? 3 : 4;
}
struct Shape {
  virtual int corners() const = 0;
  virtual ~Shape() {}
};
struct Square : Shape {
  int corners() const override { return 4; }
};
int classify(const Shape *shape) {
  if (!shape) return -1;
  return shape->corners();
}
