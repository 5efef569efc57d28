#pragma once

#include "emit/dialects/dialect.h"
#include "emit/file.h"
#include "emit/google_test/export_names.h"
#include "model/suite.h"

#include <optional>
#include <string>
#include <vector>

// Tests of whole programs.

namespace emit {

/// tests/pincer_program.h: `pincer::run`, which starts the program's main in a process and a folder
/// of its own.
File programFile(const model::Subject &subject, const Layout &layout);

/// The C function that `pincer::run` calls; belongs behind the source that defines main.
std::string programEntry(const model::Subject &subject, const ExportNames &names);

/// The run of a test, in the open or behind the suite's fence, and what is expected of it.
std::vector<std::string> programStatements(const Dialect &dialect, const model::Subject &subject,
                                           const model::KeptTest &test, bool isFenced);

/// The library function for which an emitted test of a program is better not run where no fence
/// stands: it may change more than files, or the test's input, or a text of the program's, could be
/// the path of a file outside of its folder.
std::optional<std::string> pathRisk(const model::Subject &subject, const model::TestCase &test);

/// The same test without what the program reads: what is left is for stubs and variables.
model::KeptTest withoutProgramInputs(const model::Subject &subject, model::KeptTest test);

/// One file per distinct input of the tests, named after its contents, as fuzzers keep them: what
/// the program reads from its file, if it has exactly one, else from standard input.
std::vector<File> corpusFiles(const model::Suite &suite);

} // namespace emit
