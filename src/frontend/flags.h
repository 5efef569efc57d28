#pragma once

#include <span>
#include <string>
#include <vector>

namespace frontend {

/// One option of a command line with its value, as clang's driver reads it.
struct Option {
  enum class Kind {
    Known,
    Unknown, // clang has no such option
    Input,   // no option at all: a source, an object file, "--"
  };
  Kind kind = Kind::Known;
  std::vector<std::string> words; // {"-Iinc"}, {"-I", "inc"}, {"-Xclang", "-foo"}

  friend bool operator==(const Option &, const Option &) = default;
};

/// Splits the words of a command line (without the compiler) into options.
std::vector<Option> splitOptions(std::span<const std::string> words);

/// By its name.
bool isHeader(const std::string &file);

enum class Language { C, Cxx };

/// What a source is written in: the options say so (-x), or else its name.
Language languageOf(std::span<const Option> options, const std::string &source);

/// Those options (by index) that clang-19 refuses when it compiles this language: unknown ones,
/// known ones with a value it does not have.
std::vector<std::size_t> rejectedOptions(std::span<const Option> options, Language language);

} // namespace frontend
