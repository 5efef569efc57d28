#include "support/process.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace library {
namespace {

/// library/ as text, after the given passes.
std::string text(const std::string &passes) {
  const auto result =
      support::runCommand({{"opt-19", passes, "-S", PINCER_LIBRARY_BITCODE, "-o", "-"}, {}});
  EXPECT_TRUE(result && result->ok());
  return result ? result->output : std::string();
}

/// Names of functions in lines that start with this keyword.
std::set<std::string> functions(const std::string &text, const std::string &keyword) {
  const std::regex pattern("\n" + keyword + " [^@\n]*@([A-Za-z0-9_.]+)");
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    names.insert((*it)[1]);
  return names;
}

TEST(Bitcode, DefinesEveryFunction) {
  const std::set<std::string> defined = functions(text("-passes=verify"), "define");
#define PINCER_LIBRARY(name) EXPECT_TRUE(defined.contains("__pincer_our_" #name)) << #name;
#include "abi/library.def"
#undef PINCER_LIBRARY
}

/// No loop of ours has become a call of the library: its conditions would be lost.
TEST(Bitcode, StaysFreeOfTheLibrary) {
  std::set<std::string> declared = functions(text("-O2"), "declare");
  std::erase_if(declared, [](const std::string &name) {
    return name.starts_with("llvm."); // copies and fills of memory keep terms
  });
  const std::set<std::string> meant = {
      // the heap, errors
      "fprintf", "getenv", "malloc", "realloc", "free", "abort", "__errno_location", "strerror",
      "__chk_fail", "__pincer_divide_error",
      // what tests can refuse
      "pincerRefuses", "calloc", "reallocarray", "aligned_alloc", "memalign", "valloc",
      "posix_memalign",
      // copies, which keep terms
      "memcpy",
      // what is left to the library
      "strtod", "strtof", "strtold", "qsort_r", "snprintf", "vsnprintf", "__isoc99_vsscanf",
      "__isoc99_vfscanf",
      // the real files
      "pincerStreamBehind", "pincerStreamOfFile", "pincerTakeStream", "pincerForgetTerms",
      "pincerSame", "read", "pread", "readv", "lseek", "fstat", "stat", "lstat", "fstatat", "mmap",
      "fileno_unlocked", "ftell", "fgetc", "ungetc", "fgets", "ferror", "getdelim", "fread",
      "fseek", "rewind", "fsetpos", "fclose", "fopen", "freopen", "open", "openat", "access",
      "faccessat"};
  EXPECT_EQ(declared, meant);
}

} // namespace
} // namespace library
