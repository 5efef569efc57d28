#pragma once

#include "emit/export_names.h"
#include "emit/file.h"
#include "model/subject.h"

namespace emit {

/// What tests call that have a process of their own. pincer_main.cpp defines it.
constexpr const char *ownProcessFunction = "pincer_in_own_process";

/// tests/pincer_main.cpp: runs the tests, each with the subject's variables as the program has them
/// at its start. `hasOwnProcesses`: some tests have a process of their own.
File mainFile(const model::Subject &subject, const ExportNames &names, const Layout &layout,
              bool hasOwnProcesses);

} // namespace emit
