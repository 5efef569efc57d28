#include "execute/fence_plan.h"

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace execute {
namespace {

class Writer {
public:
  template <class T> void number(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char *>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes.append(value);
  }
  void texts(const std::vector<std::string> &values) {
    number(values.size());
    for (const std::string &value : values)
      text(value);
  }
  std::string bytes;
};

class Reader {
public:
  explicit Reader(std::string_view bytes) : rest(bytes) {}
  template <class T> T number() {
    T value;
    assert(rest.size() >= sizeof value);
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const auto size = number<std::size_t>();
    assert(rest.size() >= size);
    std::string value(rest.substr(0, size));
    rest.remove_prefix(size);
    return value;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> values(number<std::size_t>());
    for (std::string &value : values)
      value = text();
    return values;
  }
  std::string_view rest;
};

} // namespace

std::string encode(const FencePlan &plan) {
  Writer out;
  out.texts(plan.command.arguments);
  out.texts(plan.command.environment);
  out.number(plan.command.descriptors.size());
  for (const auto &[ours, inside] : plan.command.descriptors) {
    out.number(ours);
    out.number(inside);
  }
  out.text(plan.command.scratch.string());
  out.number(plan.command.randomised);
  out.number(plan.command.asInit);
  out.text(plan.program);
  out.number(plan.limits);
  out.number(plan.parent);
  return std::move(out.bytes);
}

FencePlan decodeFencePlan(std::string_view bytes) {
  Reader in(bytes);
  FencePlan plan;
  plan.command.arguments = in.texts();
  plan.command.environment = in.texts();
  plan.command.descriptors.resize(in.number<std::size_t>());
  for (auto &[ours, inside] : plan.command.descriptors) {
    ours = in.number<int>();
    inside = in.number<int>();
  }
  plan.command.scratch = in.text();
  plan.command.randomised = in.number<bool>();
  plan.command.asInit = in.number<bool>();
  plan.program = in.text();
  plan.limits = in.number<FenceLimits>();
  plan.parent = in.number<int>();
  assert(in.rest.empty());
  return plan;
}

support::Error failure(std::string_view what) {
  return support::Error{fmt::format("{}: {}", what, std::strerror(errno))};
}

} // namespace execute
