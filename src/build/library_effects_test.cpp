#include "build/library_effects.h"

#include <gtest/gtest.h>

namespace build {
namespace {

TEST(LibraryEffects, ManyNamesAreOneFunction) {
  for (const char *name :
       {"open", "open64", "__open64_2", "__open_2", "openat64", "__openat64_2", "mkostemp",
        "mkostemp64", "mkstemp64", "tmpfile64", "fopen64", "__read_chk", "write", "close", "dup2",
        "_ZNSt14basic_ofstreamIcSt11char_traitsIcEEC1EPKcSt13_Ios_Openmode",
        "_ZNSt10filesystem6removeERKNS_7__cxx114pathE"})
    EXPECT_EQ(Effect::Files, effectOf(name)) << name;
  for (const char *name : {"mknodat", "__xmknod", "setrlimit", "setrlimit64", "shmget", "execveat",
                           "kill", "syscall", "chmod", "socket", "__fork", "prlimit64"})
    EXPECT_EQ(Effect::Outside, effectOf(name)) << name;
}

TEST(LibraryEffects, WhatComputesAndPrintsIsHarmless) {
  for (const char *name : {"strlen",
                           "__memcpy_chk",
                           "__printf_chk",
                           "__vfprintf_chk",
                           "__isoc99_sscanf",
                           "__isoc23_strtol",
                           "strtod_l",
                           "fputs_unlocked",
                           "getc_unlocked",
                           "sinf",
                           "__log_finite",
                           "fmaf128",
                           "__muldc3",
                           "__udivti3",
                           "__popcountdi2",
                           "__atomic_load",
                           "_Znwm",
                           "_ZdlPvm",
                           "__cxa_throw",
                           "_ZNSolsEi",
                           "_ZNSt6localeC1Ev",
                           "_ZSt4endlIcSt11char_traitsIcEERSt13basic_"
                           "ostreamIT_T0_ES6_",
                           "_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEEC1EOS4_",
                           "pthread_mutex_lock",
                           "__errno_location",
                           "stat64",
                           "getenv",
                           "longjmp",
                           "_setjmp"})
    EXPECT_EQ(Effect::Inside, effectOf(name)) << name;
}

TEST(LibraryEffects, WhatNobodyKnowsIsUnknown) {
  for (const char *name : {"deflate", "_ZN3app4saveEv", "__", "_chk", "64", "____"})
    EXPECT_EQ(Effect::Unknown, effectOf(name)) << name;
}

} // namespace
} // namespace build
