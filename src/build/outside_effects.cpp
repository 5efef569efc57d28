#include "build/outside_effects.h"

#include "build/library_effects.h"

#include <llvm/Demangle/Demangle.h>

// Behind the fence a call of unlink fails and harms nobody, and so looks like a fine test. On a
// user's machine the emitted test would delete the file.

namespace build {

std::optional<std::string> Effects::any() const {
  return outside ? outside : files ? files : unknown;
}

Effects effectsOf(const ir::Reach &reach) {
  Effects effects;
  const auto note = [](std::optional<std::string> &first, const std::string &name) {
    if (!first)
      first = llvm::demangle(name);
  };
  for (const std::string &symbol : reach.externals)
    switch (effectOf(symbol)) {
    case Effect::Inside:
      break;
    case Effect::Files:
      note(effects.files, symbol);
      break;
    case Effect::Outside:
      note(effects.outside, symbol);
      break;
    case Effect::Unknown:
      note(effects.unknown, symbol);
    }
  if (reach.systemCalls)
    note(effects.unknown, "assembly");
  return effects;
}

} // namespace build
