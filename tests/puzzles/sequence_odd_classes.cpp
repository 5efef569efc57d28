// Classes that are hard to have an object of: each says why it is not tested, and none keeps the others from it.
// RUN: --steps 10000
// EXPECT: covered 8 of 10
// EXPECT: function Hidden::f skipped "nothing makes a 'Hidden'"
// EXPECT: function NoDelete::g tested
// EXPECT: function Thrower::h partly no call of Thrower::Thrower gave an object for it
// EXPECT: function useAbstract tested
// EXPECT: function Only::z skipped template
// EXPECT: outcome exception
class Hidden { Hidden() {} public: int f(int x) { return x > 3 ? 1 : 0; } };
class NoDelete { public: NoDelete() {} int g(int x) { return x == 9 ? 1 : 2; } private: ~NoDelete() {} };
class Thrower { public: Thrower() { throw 1; } int h() { return 2; } };
class Abstract { public: virtual int v(int) = 0; };
int useAbstract(Abstract &a, int x) { return a.v(x) > 5 ? 1 : 0; }
template <class T> struct Only { static_assert(sizeof(T) == 3, "three"); T t; int z(int a) { return a > 1; } };
int over(int a) { return a > 2; }
int over(double a) { return a > 2.5 ? 1 : 0; }
#define size small
class Macro { public: int size(int a) { return a == 5 ? 1 : 0; } };
