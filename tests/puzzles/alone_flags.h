// A header named .h that only C++ takes.
// EXPECT: exit 0
// EXPECT: covered 2 of 2
// EXPECT: function Flags::has tested
#pragma once

class Flags {
public:
  bool has(int flag) const { return flag > 3 ? set_ : !set_; }
  void set() { set_ = true; }

private:
  bool set_ = false;
};
