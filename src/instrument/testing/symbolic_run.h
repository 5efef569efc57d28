#pragma once

#include "abi/operations.h"
#include "abi/trace.h"
#include "support/file_system.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace instrument::testing {

/// What a symbolic run recorded, as raw as it is.
struct Recording {
  PincerSegment header = {};
  std::vector<PincerTerm> terms;
  std::vector<PincerEvent> events;
  std::vector<std::uint64_t> tables;
  std::string output; // what the program printed
  int exitCode = 0;

  std::vector<PincerEvent> eventsOf(int kind) const;
  /// The value of a term under other inputs.
  std::uint64_t evaluate(std::uint32_t term, const std::vector<std::uint64_t> &inputs) const;
  /// The values of all terms.
  std::vector<std::uint64_t> evaluateAll(const std::vector<std::uint64_t> &inputs) const;
  /// How many recorded values differ from what the terms say; `first` describes one.
  std::size_t mismatches(const std::vector<std::uint64_t> &inputs, std::string &first) const;
  /// Down to `depth` operations: terms share operands, and would be printed again and again.
  std::string text(std::uint32_t term, unsigned depth = 7) const;

private:
  /// The value of a term, given those of its operands.
  std::uint64_t compute(const PincerTerm &term, const std::vector<std::uint64_t> &inputs,
                        const std::function<std::uint64_t(std::uint32_t)> &valueOf) const;
};

/// A C program in symbolic form, linked with the recorder.
class SymbolicProgram {
public:
  enum class Form { Symbolic, Checked };
  /// `text` is the subject; it defines `void subject(unsigned char *bytes, int count)`. The
  /// program's `bytes` are inputs of 8 bits each, number i for byte i. `uninstrumented`: C text
  /// that is compiled natively beside it.
  explicit SymbolicProgram(const std::string &text, const std::string &uninstrumented = "",
                           const std::vector<std::string> &flags = {}, Form form = Form::Symbolic);

  /// If there is anything `before`, a process that records a run on it comes first.
  Recording run(const std::vector<std::uint8_t> &bytes,
                const std::vector<std::uint8_t> &before = {}) const;

  std::filesystem::path program() const { return folder_.path() / "program"; }

private:
  support::TemporaryDirectory folder_;
};

std::vector<std::uint64_t> asInputs(const std::vector<std::uint8_t> &bytes);

} // namespace instrument::testing
