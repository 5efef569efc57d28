// Parameters and results of the library's classes are written as literals, and their contents are inputs.
// RUN: --steps 30000
// EXPECT: covered 24 of 24
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
int total(const std::vector<int> &values) {
  int sum = 0;
  for (const int value : values)
    sum ^= value;
  return values.size() == 3 && sum == 0x5eed ? 1 : 0;
}
int lookUp(const std::map<std::string, int> &table, const std::string &key) {
  const auto found = table.find(key);
  if (found == table.end())
    return -1;
  return found->second == 31337 ? 1 : 0;
}
int unwrap(std::optional<int> value) { return !value ? -1 : *value == 12345 ? 1 : 0; }
int isDouble(std::pair<unsigned, unsigned> pair) { return pair.first > 1000 && pair.second == 2 * pair.first; }
std::string greet(std::string_view name) { return name == "pincer" ? "hello" : std::string(name); }
std::vector<std::string> split(const std::string &line) {
  std::vector<std::string> words(1);
  for (const char c : line)
    if (c == ',')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}
