// The same in C++: members that a constructor forgot, fresh objects; and library types, whose code
// MemorySanitizer does not see, give no false finding.
// RUN: --steps 6000
// EXPECT: exit 1
// EXPECT: finding uninitialised-read 21
// EXPECT: finding uninitialised-read 36
// EXPECT: finding uninitialised-read 45
// EXPECT: output 3 findings
// EXPECT: function counted tested
// EXPECT: function written tested
#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

class Account {
public:
  explicit Account(int owner) : owner_(owner) {}
  int owner() const { return owner_; }
  int limit() const { return limit_; }
private:
  int owner_, limit_;
};
int mayPay(int owner) {
  const Account account(owner);
  if (account.limit() > 100)
    return 1;
  return account.owner() > 3;
}

int fresh(unsigned n) {
  int *values = new int[8];
  const bool isFive = values[n % 8] == 5;
  delete[] values;
  return isFive ? 1 : 2;
}

/* Beside a string. */
int named(unsigned n) {
  std::string name = std::to_string(n);
  int rank;
  if (name.size() > 3)
    rank = 1;
  if (rank > 100)
    return 1;
  return name.front() == '7';
}

int counted(int a, int b) {
  std::map<std::string, int> counts;
  ++counts[std::to_string(a)];
  ++counts[std::to_string(b)];
  std::vector<int> values;
  for (const auto &[name, count] : counts)
    values.push_back(count);
  std::sort(values.begin(), values.end());
  return values.back() == 2 ? 1 : 0;
}

int written(int a) {
  std::ostringstream out;
  out << "<" << a << ">";
  const std::string text = out.str();
  return text.find("12") != std::string::npos ? 1 : 0;
}
