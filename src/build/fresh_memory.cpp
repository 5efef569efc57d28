#include "build/fresh_memory.h"

#include "build/reset_safe.h"

#include <algorithm>
#include <array>
#include <string_view>

// Library code is not instrumented. What MemorySanitizer's runtime (clang 19) intercepts it knows
// all about; of the rest those are harmless that write nothing which the caller can read. An
// allow-list: what is missing costs a finding, what is here wrongly makes a false one. Of single
// machine instructions the runtime takes many to use all of an operand, where some lanes may well
// be undefined.

namespace build {
namespace {

constexpr auto heap = std::to_array<std::string_view>(
    {"malloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "memalign", "valloc",
     "pvalloc", "_Znwm", "_Znam", "_Znwj", "_Znaj", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t",
     "_ZnwmSt11align_val_t", "_ZnamSt11align_val_t"});

/// Safe for a reset, but they write what the runtime does not see.
constexpr auto unseen = std::to_array<std::string_view>({"strtok_r", "swab"});

constexpr auto seen = std::to_array<std::string_view>({
    // streams and files
    "printf",
    "fprintf",
    "vprintf",
    "vfprintf",
    "puts",
    "fputs",
    "putchar",
    "putc",
    "fputc",
    "perror",
    "fwrite",
    "fflush",
    "fgetc",
    "getc",
    "getchar",
    "ungetc",
    "fgets",
    "fread",
    "getline",
    "getdelim",
    "fopen",
    "fopen64",
    "fdopen",
    "freopen",
    "fclose",
    "fseek",
    "fseeko",
    "ftell",
    "ftello",
    "rewind",
    "feof",
    "ferror",
    "clearerr",
    "setvbuf",
    "setbuf",
    "scanf",
    "fscanf",
    "sscanf",
    "vscanf",
    "vfscanf",
    "vsscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "__isoc99_sscanf",
    "__isoc23_scanf",
    "__isoc23_fscanf",
    "__isoc23_sscanf",
    "open",
    "open64",
    "close",
    "read",
    "write",
    "lseek",
    "unlink",
    "remove",
    "rename",
    "isatty",
    "stat",
    "fstat",
    "asprintf",
    "vasprintf",
    "__printf_chk",
    "__fprintf_chk",
    "__vsnprintf_chk",
    "__vsprintf_chk",
    // words and wide characters
    "strtok",
    "strerror",
    "iswalnum",
    "iswalpha",
    "iswblank",
    "iswcntrl",
    "iswdigit",
    "iswgraph",
    "iswlower",
    "iswprint",
    "iswpunct",
    "iswspace",
    "iswupper",
    "iswxdigit",
    "towlower",
    "towupper",
    "wcslen",
    "wcsnlen",
    "wcscpy",
    "wcsncpy",
    "wcscat",
    "wcsncat",
    "wcscmp",
    "wcsncmp",
    "wcschr",
    "wcsrchr",
    "wcsstr",
    "wmemcpy",
    "wmemmove",
    "wmemset",
    "wmemcmp",
    "wmemchr",
    "wcstol",
    "wcstoul",
    "wcstod",
    "mbtowc",
    "wctomb",
    "mbstowcs",
    "wcstombs",
    "mbrtowc",
    "wcrtomb",
    // time, chance, surroundings
    "time",
    "clock",
    "difftime",
    "gmtime",
    "gmtime_r",
    "localtime",
    "localtime_r",
    "mktime",
    "asctime",
    "ctime",
    "strftime",
    "gettimeofday",
    "clock_gettime",
    "rand",
    "srand",
    "random",
    "srandom",
    "rand_r",
    "getenv",
    "setenv",
    "putenv",
    "setlocale",
    "getpid",
    "sleep",
    "usleep",
    "atexit",
    "signal",
    "sigaction",
    "getopt",
    "qsort_r",
    "valloc",
    "pvalloc",
    "free",
    // C++
    "_Znwm",
    "_Znam",
    "__cxa_begin_catch",
    "__cxa_end_catch",
    "__cxa_throw",
    "__cxa_rethrow",
    "__cxa_allocate_exception",
    "__cxa_free_exception",
    "__cxa_pure_virtual",
    "__cxa_guard_acquire",
    "__cxa_guard_release",
    "__cxa_guard_abort",
    "__cxa_atexit",
    "__dynamic_cast",
    "__gxx_personality_v0",
    "_Unwind_Resume",
    "_ZSt9terminatev",
    "__clang_call_terminate",
});

template <std::size_t size>
bool contains(const std::array<std::string_view, size> &names, const std::string &name) {
  return std::ranges::find(names, name) != names.end();
}

bool isSeen(const std::string &name) {
  const bool isDelete = name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv");
  const bool isThrower =
      name.starts_with("_ZSt") && name.find("__throw_") != std::string_view::npos;
  return isDelete || isThrower || contains(seen, name) ||
         (isResetSafeInC(name) && !contains(unseen, name));
}

} // namespace

bool asksForFreshHeap(const ir::Reach &reach) {
  return std::ranges::any_of(reach.externals,
                             [](const std::string &name) { return contains(heap, name); });
}

bool writesAreKnown(const ir::Reach &reach) {
  return !reach.inlineAssembly && !reach.machineIntrinsics && !reach.unknownTargets &&
         std::ranges::all_of(reach.externals, isSeen);
}

} // namespace build
