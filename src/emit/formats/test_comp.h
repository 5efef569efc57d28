#pragma once

#include "emit/file.h"
#include "model/suite.h"
#include "support/result.h"

#include <cstdint>
#include <string>

namespace emit {

/// What a Test-Comp specification asks for: COVER( init(main()), FQL(COVER EDGES(...)) ).
struct CoverageGoal {
  enum class Kind : unsigned char { Branches, Conditions, Statements, Call };
  Kind kind = Kind::Branches;
  std::string function; // Call: the one to be reached
  std::string text;     // the specification itself, on one line
};

/// Reads the contents of a .prp file; the error says what is not understood.
support::Result<CoverageGoal> readSpecification(const std::string &contents);

/// What the metadata of a test suite says.
struct TestCompTask {
  std::string producer; // "Pincer 1.0"
  CoverageGoal goal;
  std::string programFile;
  std::string programText;
  unsigned bits = 64;
  std::int64_t time = 0; // of its creation, in seconds since 1970
};

/// test-suite/metadata.xml
File testCompMetadata(const TestCompTask &task);

/// test-suite/testcase-N.xml: what the run was given, in the order in which it asked. Only
/// __VERIFIER_nondet_ functions count.
File testCompCase(const model::Subject &subject, const model::KeptTest &test, std::size_t number,
                  bool coversError);

} // namespace emit
