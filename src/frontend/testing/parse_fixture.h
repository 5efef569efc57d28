#pragma once

#include "frontend/parse.h"
#include "support/file_system.h"

#include <cassert>
#include <string>
#include <string_view>
#include <vector>

namespace frontend {

/// For tests: C snippets in a folder of their own.
class Snippets {
public:
  std::string path(std::string_view name) const { return (folder_.path() / name).string(); }

  void write(std::string_view name, std::string_view text) const {
    const support::Status written = support::writeFile(path(name), text);
    assert(written);
  }

  support::Result<model::Subject> parse(const std::vector<std::string> &names,
                                        std::vector<std::string> flags = {}) const {
    std::vector<model::Unit> units;
    for (const std::string &name : names)
      units.push_back({path(name), folder_.path().string(), flags});
    return frontend::parse(units);
  }

private:
  support::TemporaryDirectory folder_;
};

/// The subject of one file, which must compile.
inline model::Subject parseText(std::string_view text, std::vector<std::string> flags = {}) {
  Snippets snippets;
  snippets.write("unit.c", text);
  auto subject = snippets.parse({"unit.c"}, std::move(flags));
  if (!subject) {
    fprintf(stderr, "%s\n", subject.error().message.c_str());
    abort();
  }
  return std::move(*subject);
}

/// The same in C++.
inline model::Subject parseCxx(std::string_view text, std::vector<std::string> flags = {}) {
  Snippets snippets;
  snippets.write("unit.cpp", text);
  auto subject = snippets.parse({"unit.cpp"}, std::move(flags));
  if (!subject) {
    fprintf(stderr, "%s\n", subject.error().message.c_str());
    abort();
  }
  return std::move(*subject);
}

inline const model::Function &function(const model::Subject &subject, std::string_view name) {
  for (const model::Function &function : subject.functions)
    if (function.name == name)
      return function;
  assert(false && "no such function");
  abort();
}

inline const model::Type &parameterType(const model::Subject &subject, std::string_view name,
                                        std::size_t parameter = 0) {
  return subject[function(subject, name).parameters[parameter].type];
}

} // namespace frontend
