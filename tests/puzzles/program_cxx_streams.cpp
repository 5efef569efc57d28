// What a run does to C++'s standard streams, and to variables that own memory, the next run in the same process must not
// see: an end of file, exceptions, another base for numbers, words in a table.
// RUN: --program --strategy random --steps 8000
// EXPECT: covered 12 of 12
// EXPECT: no finding
#include <iostream>
#include <map>
#include <string>

static std::map<std::string, int> table;

int main() {
  std::string word;
  int number = 0;
  std::cin.exceptions(std::ios::badbit);
  std::cin >> std::hex;
  while (std::cin >> word) {
    ++table[word];
    if (word == "number" && !(std::cin >> number))
      return 1;
    if (number == 16)
      std::cout << std::hex << "sixteen\n";
    if (table[word] == 2)
      std::cout << "twice\n";
  }
  return table.size() == 3 ? 3 : 0;
}
