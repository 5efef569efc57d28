#pragma once

#include "model/subject.h"

#include <filesystem>
#include <optional>
#include <vector>

// Harnesses written for KLEE, SV-COMP, CREST or libFuzzer, or with <pincer.h>: programs that say
// themselves what their inputs are (src/harness).

namespace build {

/// Where the headers of harnesses lie; looked at after all others.
std::filesystem::path harnessHeaders();

/// Lets the units that use them have the macros of AFL++'s compilers.
void defineAflMacros(std::vector<model::Unit> &units);

/// True for a program that AFL++ would run: it reads its inputs from standard input, through these
/// macros, and is tested as a whole program.
bool isAflHarness(const model::Subject &subject);

/// The unit that defines what harnesses call; as much of it as this one needs.
/// Locals that nobody initialises are inputs, too, if `freshLocals`.
model::Unit harnessUnit(const model::Subject &subject, bool freshLocals);
bool suppliesFreshLocals(const model::Subject &subject);
/// True if it answers calls of klee_is_symbolic.
bool asksWhatIsSymbolic(const model::Subject &subject);

/// True if the sources call, and do not define, some function of that unit, or include its headers.
bool needsHarnessUnit(const model::Subject &subject);

/// The function through which a harness is driven: its `main` if the sources mark inputs, or
/// LLVMFuzzerTestOneInput if there is no main. None: the sources are no harness. What the function
/// takes is settled here: nobody passes anything to a main, and the fuzzer's buffer has a length.
std::optional<model::FunctionId> findHarness(model::Subject &subject);

} // namespace build
