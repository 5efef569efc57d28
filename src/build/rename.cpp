#include "build/rename.h"

#include "model/renamed.h"

#include <dlfcn.h>

// Any library function may be called by the driver, by GoogleTest, or by another library function.
// Our own process has the same libraries, so it can be asked what they define. The C++ run-time is
// called by compiled code itself, under names that nobody can change: replacing it is left alone.

namespace build {
namespace {

using model::Subject;

bool isLibraryName(const std::string &name) {
  constexpr const char *libraries[] = {"libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1"};
  if (name.starts_with("_Z") || name.starts_with("__cxa_") || name.starts_with("_Unwind_"))
    return false;
  for (const char *const library : libraries)
    if (void *const handle = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD)) {
      const bool isDefined = ::dlsym(handle, name.c_str()) != nullptr;
      ::dlclose(handle);
      if (isDefined)
        return true;
    }
  return false;
}

bool clashes(const std::string &name, bool isStatic) {
  return model::isOurName(name) || (!isStatic && isLibraryName(name));
}

model::Renamed renamed(const std::string &name, bool inText) {
  return {"pincer_subject_" + name, inText || model::isOurName(name)};
}

} // namespace

void renameClashes(Subject &subject) {
  for (model::Function &function : subject.functions) {
    const bool hasPlainSymbol = function.symbolName() == function.name;
    const model::Unit &unit = subject[function.unit];
    if (unit.isOurs || function.name == "main" || !hasPlainSymbol ||
        !clashes(function.name, function.isStatic))
      continue;
    // In C++ a macro would rename members of the library, too.
    subject.facts.renamed[function.name] =
        renamed(function.name, !unit.isCxx && !function.isOfLibrary);
    function.symbol = subject.facts.renamed[function.name].symbol;
    function.callee = model::nameBehind(subject, function.name);
  }
  for (const model::Global &global : subject.globals) {
    model::Unit &unit = subject.units[global.unit.index];
    // The pragma is C's: a variable of C++ keeps its name.
    if (unit.isOurs || (unit.isCxx && !model::isOurName(global.name)) ||
        !clashes(global.name, global.isStatic))
      continue;
    subject.facts.renamed[global.name] = renamed(global.name, false);
    if (unit.settledVariables.contains(global.name))
      unit.settledVariables.insert(subject.facts.renamed[global.name].symbol);
  }
}

} // namespace build
