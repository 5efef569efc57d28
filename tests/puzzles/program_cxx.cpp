// A whole program in C++: numbers and words from std::cin, a constructor before main.
// RUN: --program --steps 3000
// EXPECT: covered 8 of 8
#include <iostream>
#include <string>
static const std::string password("ok");
int main() {
  int n;
  std::string word;
  if (!(std::cin >> n))
    return 2;
  if (n == 4242)
    std::cout << "yes\n";
  if (std::cin >> word && word == password)
    return 3;
  return 0;
}
