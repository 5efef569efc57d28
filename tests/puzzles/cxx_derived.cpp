// Abstract classes whose methods return objects, references and what they are themselves: tests
// derive a class that holds all of it. A class that relies on the one derived from it (CRTP) is
// made as a part of that alone, and constructors are inherited.
// RUN: --steps 20000
// EXPECT: exit 0
// EXPECT: covered 16 of 16
// EXPECT: no finding
// EXPECT: function Ordered::isBetween tested
// EXPECT: emitted const ::Money &
#include <memory>
#include <string>
#include <utility>

class Money {
public:
  Money(long cents, std::string currency) : cents_(cents), currency_(std::move(currency)) {}
  long cents() const { return cents_; }
  const std::string &currency() const { return currency_; }

private:
  long cents_;
  std::string currency_;
};

class Account {
public:
  virtual ~Account() = default;
  virtual Money balance() const = 0;
  virtual const Money &limit() const = 0;
  virtual const std::string &owner() const = 0;
  virtual Account &note(const std::string &line) = 0;
  virtual std::unique_ptr<int> secret() = 0;
  virtual explicit operator bool() const = 0;
};

int classify(Account &account) {
  if (!account)
    return 0;
  if (account.note("a").note("b").owner() == "Zoe")
    return 1;
  if (account.balance().cents() < account.limit().cents())
    return 2;
  const std::unique_ptr<int> secret = account.secret();
  return secret && *secret == 4711 ? 3 : 4;
}

template <class Derived> struct Ordered {
  bool isBetween(const Derived &low, const Derived &high) const {
    const Derived &self = static_cast<const Derived &>(*this);
    return self.compare(low) >= 0 && self.compare(high) <= 0;
  }
};

class Version : public Ordered<Version> {
public:
  explicit Version(int number) : number_(number) {}
  int compare(const Version &other) const { return number_ - other.number_; }

private:
  short number_;
};

struct Release : Version {
  using Version::Version;
  int isFirst() const { return compare(Version(1)) == 0 ? 1 : 0; }
};
