// Sequences: what was put into vector, array, deque, list, forward_list and stack is known by what it depends on.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 56 of 56
// EXPECT: no finding
#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <stack>
#include <vector>
int grown(const unsigned char *bytes, int n) {
  if (!bytes || n != 5)
    return -1;
  std::vector<int> v;
  for (int i = 0; i < n; ++i)
    v.push_back(bytes[i] * 3);
  int sum = 0;
  for (const int x : v)
    sum += x;
  return sum == 1002 ? 1 : 0;
}
int inserted(int a, int b) {
  std::vector<int> v{1, 2, 3};
  v.insert(v.begin() + 1, a);
  v.erase(v.begin());
  v.emplace_back(b);
  const std::vector<int> wanted{90210, 2, 3, -17};
  return v == wanted ? 1 : 0;
}
int bits(unsigned short x) {
  std::vector<bool> v;
  for (int i = 0; i < 16; ++i)
    v.push_back(x >> i & 1);
  return v[0] && !v[5] && v[9] && x > 60000 ? 1 : 0;
}
int indexed(unsigned i) {
  static const std::array<int, 6> primes{1009, 2003, 3001, 4001, 5003, 6007};
  if (i >= primes.size())
    return -1;
  return primes[i] == 5003 ? 1 : 0;
}
int bothEnds(short a, short b) {
  std::deque<short> d;
  d.push_front(a);
  d.push_back(b);
  d.push_front(8);
  d.pop_front();
  return d.front() == 321 && d[1] == -9 ? 1 : 0;
}
int listed(int a, int b) {
  std::list<int> l{a, b, 8};
  l.reverse();
  l.remove(8);
  return !l.empty() && l.front() == 555 && l.back() == 777 ? 1 : 0;
}
int spliced(int a, int b) {
  std::list<int> l{a, b}, other{5};
  other.splice(other.begin(), l);
  other.sort();
  return other.front() == -40404 ? 1 : 0;
}
int forwards(int a) {
  std::forward_list<int> l{1, 2};
  l.push_front(a ^ 7);
  return *l.begin() == 20406 ? 1 : 0;
}
int stacked(const char *s) {
  if (!s)
    return -1;
  std::stack<char> open;
  for (; *s; ++s)
    if (*s == '[' || *s == '(')
      open.push(*s);
    else if (open.empty() || open.top() != (*s == ')' ? '(' : '['))
      return 0;
    else
      open.pop();
  return open.empty() ? 1 : 0;
}
