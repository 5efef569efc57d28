// An assembler and stack machine: labels ("name:"), push N, pop, add, sub, mul, div, dup, swap, jmp
// L, jz L, call L, ret, out, halt. Reads standard input with iostreams.
#include <cstdint>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Instruction {
  std::string name;
  long value;
  std::string label;
};
static std::vector<Instruction> code;
static std::map<std::string, std::size_t> labels;

static bool takesLabel(const std::string &name) {
  return name == "jmp" || name == "jz" || name == "call";
}
static bool isPlain(const std::string &name) {
  static const char *const names[] = {"pop", "add",  "sub", "mul", "div",
                                      "dup", "swap", "ret", "out", "halt"};
  for (const char *each : names)
    if (name == each)
      return true;
  return false;
}

static int assemble(std::istream &in) {
  std::string line;
  for (int number = 1; std::getline(in, line); number++) {
    std::istringstream words(line.substr(0, line.find(';')));
    std::string word;
    if (!(words >> word))
      continue;
    if (word.back() == ':') {
      word.pop_back();
      if (word.empty())
        return 20;
      if (!labels.emplace(word, code.size()).second)
        return 21;
      if (!(words >> word))
        continue;
    }
    Instruction made{word, 0, ""};
    if (word == "push") {
      if (!(words >> made.value))
        return 22;
    } else if (takesLabel(word)) {
      if (!(words >> made.label))
        return 23;
    } else if (!isPlain(word)) {
      std::cout << number << ": " << word << "?\n";
      return 24;
    }
    if (words >> word)
      return 25;
    code.push_back(made);
  }
  for (const Instruction &each : code)
    if (!each.label.empty() && !labels.count(each.label))
      return 26;
  return 0;
}

static int run() {
  std::vector<long> stack;
  std::vector<std::size_t> calls;
  std::size_t at = 0;
  const auto need = [&](std::size_t n) { return stack.size() >= n; };
  const auto pop = [&] {
    long v = stack.back();
    stack.pop_back();
    return v;
  };
  for (int steps = 0; at < code.size(); steps++) {
    if (steps == 500)
      return 30;
    const Instruction &now = code[at++];
    if (now.name == "push") {
      if (stack.size() == 16)
        return 31;
      stack.push_back(now.value);
    } else if (now.name == "jmp") {
      at = labels[now.label];
    } else if (now.name == "jz") {
      if (!need(1))
        return 32;
      if (pop() == 0)
        at = labels[now.label];
    } else if (now.name == "call") {
      if (calls.size() == 8)
        return 33;
      calls.push_back(at);
      at = labels[now.label];
    } else if (now.name == "ret") {
      if (calls.empty())
        return 34;
      at = calls.back();
      calls.pop_back();
    } else if (now.name == "halt") {
      return stack.empty() ? 0 : 1;
    } else if (now.name == "dup") {
      if (!need(1))
        return 32;
      stack.push_back(stack.back());
    } else if (now.name == "pop" || now.name == "out") {
      if (!need(1))
        return 32;
      const long v = pop();
      if (now.name == "out")
        std::cout << v << "\n";
      if (now.name == "out" && v == 4242)
        std::cout << "the number\n";
    } else {
      if (!need(2))
        return 32;
      const std::uint64_t b = static_cast<std::uint64_t>(pop()),
                          a = static_cast<std::uint64_t>(pop());
      if (now.name == "swap") {
        stack.push_back(static_cast<long>(b));
        stack.push_back(static_cast<long>(a));
      } else if (now.name == "div") {
        if (b == 0 || b + 1 == 0)
          return 35;
        stack.push_back(static_cast<long>(a) / static_cast<long>(b));
      } else {
        stack.push_back(static_cast<long>(now.name == "add"   ? a + b
                                          : now.name == "sub" ? a - b
                                                              : a * b));
      }
    }
  }
  return 2;
}

int main() {
  if (const int error = assemble(std::cin))
    return error;
  return run();
}
