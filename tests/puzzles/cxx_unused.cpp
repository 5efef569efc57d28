// What nothing uses is tested too, and counts where that can't be: members, inline functions and templates that no program would hold.
// EXPECT: exit 1
// EXPECT: covered 16 of 24
// EXPECT: finding signed-integer-overflow 19
// EXPECT: constant 2
// EXPECT: function Account::spend tested
// EXPECT: function least tested
// EXPECT: function Box::kind skipped does not compile
// EXPECT: open 'case 7' 'case 7' instantiates this template
// EXPECT: open 'mode' default instantiates this template
// EXPECT: open ':' true instantiates this template
// EXPECT: open 'count > 3' true calls this function
#include <cstdarg>
struct Account {
  int balance;
  bool spend(int amount) { // only tests call it
    if (amount > balance || !amount)
      return false;
    balance -= amount;
    return true;
  }
  bool isRich() const { return balance > 1000; } // somebody does
};
template <class T> T least(T a, T b) { return a < b ? a : b; }
template <class T> struct Box {
  T value;
  int kind(int mode) const {
    switch (mode) {
    case 7:
      return 1;
    }
    for (const auto each : value)
      if (each)
        return 2;
    if (sizeof(int) == 4) // known
      return 3;
    return 4;
  }
  bool isFull() const { return value > 5 && value < 9; } // instantiated below
};
inline int sum(int count, ...) { return count > 3 ? 1 : 2; } // tests call no variadic functions
static inline int own(int x) { return x == 77 ? 1 : 2; }     // called by tests alone
int use(Account account, int x) {
  const Box<int> box{x};
  return (account.isRich() ? 1 : 0) + (box.isFull() ? 2 : 0);
}
