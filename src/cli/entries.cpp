#include "cli/entries.h"

#include "model/sequences.h"

#include <algorithm>
#include <fmt/format.h>
#include <fnmatch.h>
#include <set>

namespace cli {

using model::Function;
using model::Subject;
using support::Error;
using support::Status;

namespace {

constexpr const char *notPublic = "no header declares it, and --public leaves it out";
constexpr const char *notAsked = "--entry names other functions";

/// By its name, or by one with `*` and `?`; the types of parameters may be left out.
bool matches(const std::string &entry, const Function &function) {
  if (entry == function.name || ::fnmatch(entry.c_str(), function.name.c_str(), 0) == 0)
    return true;
  const std::string bare = function.name.substr(0, function.name.find('('));
  return ::fnmatch(entry.c_str(), bare.c_str(), 0) == 0;
}

/// Types of objects that the function takes or makes.
std::set<model::TypeId> objectsOf(const Subject &subject, const Function &function) {
  std::set<model::TypeId> types;
  if (const auto made = model::madeBy(subject, function))
    types.insert(*made);
  for (const model::Parameter &parameter : function.parameters)
    if (const auto wanted = model::wantedBy(subject, parameter))
      types.insert(*wanted);
  return types;
}

/// The functions that deal with objects of types that those asked for deal with.
std::vector<bool> serving(const Subject &subject, const std::vector<bool> &asked) {
  std::vector<bool> serves(subject.functions.size());
  std::set<model::TypeId> types;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < serves.size(); ++i) {
      const auto objects = objectsOf(subject, subject.functions[i]);
      const bool isNeeded =
          asked[i] || std::ranges::any_of(objects, [&](auto type) { return types.contains(type); });
      if (serves[i] || !isNeeded)
        continue;
      serves[i] = changed = true;
      types.insert(objects.begin(), objects.end());
    }
  }
  return serves;
}

} // namespace

Status restrictTo(Subject &subject, const TestOptions &options) {
  for (const std::string &entry : options.entries)
    if (std::ranges::none_of(subject.functions,
                             [&](const Function &function) { return matches(entry, function); }))
      return Error{fmt::format("--entry: no function '{}' is defined in the sources", entry)};
  std::vector<bool> asked(subject.functions.size(), options.entries.empty());
  for (std::size_t i = 0; i < asked.size(); ++i)
    for (const std::string &entry : options.entries)
      asked[i] = asked[i] || matches(entry, subject.functions[i]);
  const std::vector<bool> serves = serving(subject, asked);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    Function &function = subject.functions[i];
    // Nor does a test of another call it: others could not, either.
    if (options.publicOnly && !function.isPublic && !function.isImplicit)
      function.undrivable = notPublic;
    else if (!asked[i] && serves[i])
      function.untested = notAsked;
    else if (!asked[i])
      function.undrivable = notAsked;
    else if (function.isStatic && !options.testStatic && !function.undrivable)
      function.undrivable = "it is static, and --no-static leaves those out";
  }
  return support::Done{};
}

} // namespace cli
