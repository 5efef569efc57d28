// Alternatives, arrays, wide texts and smart pointers to plain values are written as literals; so is a function that
// takes what only C++ has.
// RUN: --steps 60000
// EXPECT: covered 28 of 28
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <variant>

int kind(const std::variant<int, std::string, std::monostate> &value) {
  if (const int *number = std::get_if<int>(&value))
    return *number == 4711 ? 1 : 2;
  if (const std::string *text = std::get_if<std::string>(&value))
    return *text == "on" ? 3 : 4;
  return 5;
}

std::variant<int, std::string> half(int x) {
  if (x % 2)
    return "odd";
  return x / 2;
}

bool isMagic(const std::array<int, 3> &values) { return values[0] == 17 && values[2] == values[1] + 4; }

bool isWide(const std::wstring &text) { return text.size() == 2 && text[0] == L'x'; }

int take(std::unique_ptr<int> value) { return value ? (*value > 1000 ? 2 : 1) : 0; }

std::shared_ptr<double> share(double x) { return x > 2.5 ? std::make_shared<double>(x) : nullptr; }

int count(const std::function<bool(const std::string &, int)> &isWanted) {
  return isWanted("a", 1) ? 1 : isWanted("b", 2) ? 2 : 0;
}
