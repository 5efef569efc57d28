#pragma once

#include "emit/dialects/dialect.h"
#include "emit/file.h"
#include "emit/google_test/export_names.h"
#include "model/subject.h"

namespace emit {

/// What tests call that have a process of their own. pincer_main.cpp defines it.
constexpr const char *ownProcessFunction = "pincer_in_own_process";

/// Which of its parts the tests of a suite use.
struct ProcessNeeds {
  bool ownProcesses = false; // some tests call the function above
  bool fences = false;       // ... those of test_fence.h
  bool endings = false;      // processes end in the middle of a test, or have children
  bool calls = false;        // ... children that call_endings.h makes
  bool refusals = false;     // tests refuse the subject memory
};

/// tests/pincer_main.cpp: runs the tests, each with the subject's variables as the program has them
/// at its start.
File mainFile(const Dialect &dialect, const model::Subject &subject, const ExportNames &names,
              const Layout &layout, const ProcessNeeds &needs);

} // namespace emit
