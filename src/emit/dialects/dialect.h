#pragma once

#include "emit/file.h"
#include "emit/test_names.h"

#include <string>
#include <vector>

namespace emit {

/// How the tests of one framework are written. What a test does is the same in all; here is what
/// differs. The texts are formats of fmt.
struct Dialect {
  const char *folder; // below the output folder

  // Test files.
  const char *include;      // brings in the framework
  const char *open;         // of a test: {suite}, {name}
  const char *openDisabled; // ... which runs only where somebody asks for it

  // Checks: expressions, {expected} and {actual}.
  const char *equal;
  const char *equalFloat, *equalDouble; // up to four units in the last place
  const char *equalText;                // of what ends at the first NUL
  const char *isTrue, *isFalse;
  const char *isNotNull, *mustNotBeNull; // the latter ends the test
  bool usesOperators;                    // in `equal` and others; else expressions are arguments
  const char *each;                      // the {check} of every i below {count}: a statement
  const char *throws;                    // {call}, {type}
  const char *throwsAny;
  const char *exits, *aborts, *dies; // {call}, in another process; {code}
  bool forks;                        // ... which pincer_main.cpp makes
  const char *skip;                  // ends the test; {reason}

  // pincer_main.cpp.
  const char *mainInclude;
  const char *hasFailed;        // defines bool hasFailed(): whether something in this test has
  const char *fail;             // defines void fail(const char *why)
  const char *skipHere;         // defines void skipHere(const char *why)
  const char *beforeEach;       // has resetVariables called before each test; definitions
  const char *mainStart;        // ... statements
  const char *mainBeforeEach;   // ... statements that go with `beforeEach`
  const char *mainEnd;          // ... statements that run the tests
  std::vector<File> ownHeaders; // beside it

  const char *library; // that it is linked with, where there is one; or null

  // CMakeLists.txt.
  const char *cmakeModules;
  const char *cmakeLibraries, *cmakeLibraries32; // set PINCER_LIBRARIES
  const char *precompiled;                       // the framework's header, if that pays; or null
  const char *cmakeTests; // has CTest run those of {target}; null: each is listed by its name
};

/// The first and best checked.
const Dialect &googleTestDialect();
/// Version 3, or 2 where that is not there.
const Dialect &catch2Dialect();
/// No framework: checks that print what does not hold, and a main of our own.
const Dialect &plainDialect();

/// The first line of a test.
std::string openTest(const Dialect &dialect, const TestName &name, bool isDisabled);

/// Checks as statements, but for the semicolon.
std::string equal(const Dialect &dialect, const char *check, const std::string &expected,
                  const std::string &actual);
std::string holds(const Dialect &dialect, const char *check, const std::string &actual);

/// The call as a statement that throws, or that ends its process.
std::string throws(const Dialect &dialect, const std::string &call, const std::string &type);
std::string ends(const char *check, const std::string &call, int code = 0);

std::string skipped(const Dialect &dialect, const std::string &reason);

} // namespace emit
