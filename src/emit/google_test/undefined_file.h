#pragma once

#include "emit/file.h"
#include "emit/google_test/cxx_types.h"
#include "emit/google_test/export_names.h"

namespace emit {

/// Whether there are variables and stubs that tests supply (what a program reads is none of them).
bool hasSupplies(const model::Subject &subject);

/// True if the sources use something that nobody defines, or that only tests make.
bool needsUndefinedFile(const model::Subject &subject);

/// tests/pincer_undefined.cpp: what the sources use and nobody defines. Variables are set by the
/// tests, stubs give back what tests tell them; all are weak, so a user may define them elsewhere.
File undefinedFile(const CxxTypes &types, const ExportNames &names, const Layout &layout);

/// What a test declares (inside extern "C") to supply this.
std::string suppliedPrototypes(const CxxTypes &types, const ExportNames &names, model::SupplyId id);

} // namespace emit
