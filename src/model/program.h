#pragma once

#include "model/subject.h"
#include "model/test_case.h"
#include "support/result.h"

#include <string>
#include <utility>
#include <vector>

// A whole program as a subject: `main` is the one function that tests call, and what it reads
// (standard input, arguments, named files, environment variables) are variables that each test
// supplies. So they are generated, solved for, minimised and kept as everything else that is
// supplied.

namespace model {

/// What a program reads beside standard input and arguments.
struct ProgramOptions {
  std::vector<std::string> files;     // relative paths
  std::vector<std::string> variables; // of the environment
};

/// Makes the subject a program: main becomes drivable, everything else not. An error if there is no
/// main or more than one, or if a name is none.
support::Status makeProgram(Subject &subject, const ProgramOptions &options);

/// What one test of a program means, in plain words.
struct ProgramRun {
  std::vector<std::string> arguments; // without the program's name
  std::string input;
  std::vector<std::pair<std::string, std::string>> files;       // those that exist
  std::vector<std::pair<std::string, std::string>> environment; // those that are set
};
ProgramRun programRun(const Subject &subject, const TestCase &test);

/// The test that means this, and nothing for other inputs.
TestCase programTest(const Subject &subject, const ProgramRun &run);

/// The files that are inputs, in the order in which the user named them.
std::vector<std::string> fileNames(const Subject &subject);

/// "stdin", "argv", or the name of the file or environment variable.
std::string shownName(const Supply &supply);

/// A test of the program that reads these bytes (from the file, if there is exactly one, else from
/// standard input) and nothing else.
TestCase programSeed(const Subject &subject, const std::string &bytes);

/// The bytes that programSeed would make the test from.
std::string mainInput(const Subject &subject, const ProgramRun &run);

} // namespace model
