#pragma once

#include "emit/export_names.h"
#include "emit/file.h"
#include "model/subject.h"

namespace emit {

/// tests/pincer_main.cpp: runs the tests, each with the subject's variables as the program has them
/// at its start. `hasOwnProcesses`: some have a process of their own, by calling this function.
constexpr const char *ownProcessFunction = "pincer_in_own_process";
File mainFile(const model::Subject &subject, const ExportNames &names, const Layout &layout,
              bool hasOwnProcesses);

} // namespace emit
