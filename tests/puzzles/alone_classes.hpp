// A header alone is a source: its inline functions, classes and templates are tested.
// EXPECT: exit 0
// EXPECT: covered 10 of 10
// EXPECT: function geo::clamp tested
// EXPECT: function geo::Counter::add tested
// EXPECT: function geo::classify tested
#pragma once

#include "part_of_alone.hpp"

namespace geo {

template <class T> T clamp(T value, T least, T most) {
  if (value < least)
    return least;
  return value > most ? most : value;
}

class Counter {
public:
  explicit Counter(int most) : most_(most) {}
  bool add(int amount) {
    if (amount <= 0 || count_ + amount > most_)
      return false;
    count_ += amount;
    return true;
  }
  int count() const { return count_; }

private:
  int count_ = 0, most_;
};

inline int classify(const Part &part) { return part.kind == 7 ? 1 : 0; }

} // namespace geo
