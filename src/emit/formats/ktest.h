#pragma once

#include "model/suite.h"
#include "support/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace emit {

/// A test as KLEE keeps it: named objects, in the order in which the program made them symbolic.
struct KTest {
  struct Object {
    std::string name, bytes;
    friend bool operator==(const Object &, const Object &) = default;
  };
  std::vector<std::string> arguments; // the program and its command line
  std::vector<Object> objects;
  friend bool operator==(const KTest &, const KTest &) = default;
};

/// The bytes of a .ktest file, version 3.
std::string writeKTest(const KTest &test);
/// The error says what is wrong with the bytes.
support::Result<KTest> readKTest(std::string_view bytes);

/// What the run of a harness, or of a whole program, was given.
KTest kTestOf(const model::Subject &subject, const model::KeptTest &test, std::string program);

} // namespace emit
