#include "emit/google_test/exceptions.h"

#include <algorithm>
#include <array>
#include <utility>

// A test sees the subject through C functions, so of the types that a subject throws it can name
// those of the language and of the standard library.

namespace emit {
namespace {

constexpr auto headers = std::to_array<std::pair<std::string_view, const char *>>({
    {"std::exception", "exception"},
    {"std::bad_exception", "exception"},
    {"std::logic_error", "stdexcept"},
    {"std::domain_error", "stdexcept"},
    {"std::invalid_argument", "stdexcept"},
    {"std::length_error", "stdexcept"},
    {"std::out_of_range", "stdexcept"},
    {"std::runtime_error", "stdexcept"},
    {"std::range_error", "stdexcept"},
    {"std::overflow_error", "stdexcept"},
    {"std::underflow_error", "stdexcept"},
    {"std::bad_alloc", "new"},
    {"std::bad_array_new_length", "new"},
    {"std::bad_cast", "typeinfo"},
    {"std::bad_typeid", "typeinfo"},
    {"std::bad_optional_access", "optional"},
    {"std::bad_variant_access", "variant"},
    {"std::bad_any_cast", "any"},
    {"std::bad_function_call", "functional"},
    {"std::bad_weak_ptr", "memory"},
    {"std::system_error", "system_error"},
    {"bool", ""},
    {"char", ""},
    {"signed char", ""},
    {"unsigned char", ""},
    {"short", ""},
    {"unsigned short", ""},
    {"int", ""},
    {"unsigned int", ""},
    {"long", ""},
    {"unsigned long", ""},
    {"long long", ""},
    {"unsigned long long", ""},
    {"float", ""},
    {"double", ""},
    {"char const*", ""},
    {"char*", ""},
});

} // namespace

const char *headerOfException(std::string_view type) {
  const auto found = std::find_if(headers.begin(), headers.end(),
                                  [&](const auto &entry) { return entry.first == type; });
  return found == headers.end() ? nullptr : found->second;
}

std::vector<const char *> headersOfExceptions(std::string_view text) {
  std::vector<const char *> found;
  for (const auto &[type, header] : headers) {
    const std::string expected = ", " + std::string(type) + ");";
    const bool isKnown = std::any_of(found.begin(), found.end(), [&](const char *other) {
      return std::string_view(other) == header;
    });
    if (*header && !isKnown && text.find(expected) != std::string_view::npos)
      found.push_back(header);
  }
  return found;
}

} // namespace emit
