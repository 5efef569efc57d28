#include "emit/suite_runtime/refusals.h"

#include "model/refusable.h"

#include <fmt/format.h>

// As in the target (driver/refusals.c, driver/refusable.c). Only exports are routed through these
// functions (model/refusable.h), so what tests and GoogleTest allocate counts nothing.

namespace emit {

const char *const refusalsHeader = R"(#pragma once

#include <initializer_list>

namespace pincer {

// While it lives, these of the allocations that the code under test asks for fail. They are counted
// from 1 on, and from where this stands.
class FailingAllocations {
public:
  FailingAllocations(std::initializer_list<unsigned long> numbers);
  ~FailingAllocations();
  FailingAllocations(const FailingAllocations &) = delete;
  FailingAllocations &operator=(const FailingAllocations &) = delete;
};

} // namespace pincer
)";

namespace {

constexpr const char *state = R"(
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <malloc.h>
#include <stdlib.h>
#include <vector>

namespace {

std::atomic<unsigned long> allocations; // that the code under test asked for
std::vector<unsigned long> failing;

bool refusesMemory() {
  const unsigned long number = ++allocations;
  for (const unsigned long each : failing)
    if (each == number) {
      errno = ENOMEM;
      return true;
    }
  return false;
}

} // namespace

pincer::FailingAllocations::FailingAllocations(std::initializer_list<unsigned long> numbers) {
  failing = numbers;
  allocations = 0;
}

pincer::FailingAllocations::~FailingAllocations() { failing.clear(); }

// What the sources of the code under test call instead of the library's functions.
extern "C" {
int __vasprintf_chk(char **to, int flag, const char *format, va_list list);
)";

} // namespace

std::string refusalsText() {
  std::string text = fmt::format("\n#include \"pincer_refusals.h\"\n{}", state);
  for (const model::RefusableFunction &function : model::refusableFunctions()) {
    const std::string result = function.result;
    const std::string head =
        result + (result.ends_with('*') ? "" : " ") +
        fmt::format("pincer_refusable_{}{}", function.name, function.parameters);
    text += fmt::format("\n{0};\n{0}", head);
    if (!function.last)
      text += fmt::format(" {{\n  return refusesMemory() ? {} : {};\n}}\n", function.refused,
                          function.call);
    else
      text += fmt::format(" {{\n"
                          "  if (refusesMemory())\n"
                          "    return {};\n"
                          "  va_list list;\n"
                          "  va_start(list, {});\n"
                          "  const int length = {};\n"
                          "  va_end(list);\n"
                          "  return length;\n"
                          "}}\n",
                          function.refused, function.last, function.call);
  }
  return text + "} // extern \"C\"\n";
}

} // namespace emit
