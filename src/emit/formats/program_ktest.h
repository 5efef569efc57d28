#pragma once

#include "emit/formats/ktest.h"
#include "model/program.h"

namespace emit {

/// What a whole program is given, as KLEE's POSIX runtime names it: arg00, arg01..., A_data,
/// B_data... for the files in the order in which the user named them, stdin. The arguments of the
/// test are the options with which KLEE would make these objects. An argument that is the name of a
/// file is the letter there. KLEE knows no environment variables; they follow as objects env_NAME.
KTest programKTest(const model::Subject &subject, const model::ProgramRun &run,
                   std::string program);

/// The other way round, as KLEE's options and objects say; also reads KLEE's older names (A-data).
model::ProgramRun programRunOf(const model::Subject &subject, const KTest &test);

} // namespace emit
