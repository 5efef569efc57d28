#include "build/reset_safe.h"

#include <algorithm>
#include <array>
#include <string_view>

// An allow-list, since a function that is missing here only costs speed (its tests run in a process each), while
// one that is here wrongly costs truth. Left out on purpose: strtok, rand, strerror, localtime, setlocale, getenv and other
// functions with state inside libc; everything on streams, files, processes, signals and time. Ending the process
// (abort, exit, a failed assertion) is fine: the batch goes on in a new one.

namespace build {
namespace {

constexpr auto safe = std::to_array<std::string_view>({
    // the runtime's own
    "__pincer_divide_error",
    // memory and strings
    "memcpy", "memmove", "memset", "memcmp", "memchr", "memrchr", "rawmemchr", "memmem", "mempcpy",
    "memccpy", "bcopy", "bzero", "bcmp", "strlen", "strnlen", "strcpy", "strncpy", "stpcpy",
    "stpncpy", "strcat", "strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr",
    "strrchr", "strchrnul", "strstr", "strcasestr", "strspn", "strcspn", "strpbrk", "strsep",
    "strtok_r", "strdup", "strndup", "index", "rindex", "swab",
    // heap
    "malloc", "calloc", "realloc", "reallocarray", "free", "aligned_alloc", "posix_memalign",
    "memalign", "malloc_usable_size",
    // characters (the C locale's tables)
    "isalnum", "isalpha", "isascii", "isblank", "iscntrl", "isdigit", "isgraph", "islower",
    "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "toascii",
    "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc",
    // numbers
    "abs", "labs", "llabs", "div", "ldiv", "lldiv", "atoi", "atol", "atoll", "atof", "strtol",
    "strtoul", "strtoll", "strtoull", "strtod", "strtof", "strtold", "__isoc23_strtol",
    "__isoc23_strtoul", "__isoc23_strtoll", "__isoc23_strtoull", "__errno_location", "qsort",
    "bsearch", "ffs", "ffsl", "ffsll", "snprintf", "sprintf", "vsnprintf", "vsprintf",
    "__snprintf_chk", "__sprintf_chk",
    // mathematics
    "acos", "acosf", "acosh", "asin", "asinf", "asinh", "atan", "atanf", "atan2", "atan2f",
    "atanh", "cbrt", "cbrtf", "ceil", "ceilf", "ceill", "copysign", "copysignf", "cos", "cosf",
    "cosh", "coshf", "erf", "erfc", "exp", "expf", "exp2", "exp2f", "expm1", "fabs", "fabsf",
    "fabsl", "fdim", "floor", "floorf", "floorl", "fma", "fmax", "fmaxf", "fmin", "fminf", "fmod",
    "fmodf", "frexp", "hypot", "hypotf", "ilogb", "ldexp", "llrint", "llround", "log", "logf",
    "log10", "log10f", "log1p", "log2", "log2f", "logb", "lrint", "lround", "lroundf", "modf",
    "nan", "nearbyint", "nextafter", "pow", "powf", "powl", "remainder", "rint", "rintf", "round",
    "roundf", "scalbn", "sin", "sinf", "sinh", "sinhf", "sqrt", "sqrtf", "sqrtl", "tan", "tanf",
    "tanh", "tanhf", "tgamma", "trunc", "truncf", "__fpclassify", "__isnan", "__isinf",
    "__finite", "__signbit", "__fpclassifyf", "__isnanf", "__isinff", "__finitef", "__signbitf",
    // ends of the process
    "abort", "exit", "_exit", "_Exit", "__assert_fail",
});

bool isSafe(const std::string &name) {
  return name.starts_with("llvm.") || std::find(safe.begin(), safe.end(), name) != safe.end();
}

} // namespace

bool isResetSafe(const std::set<std::string> &externals) {
  return std::all_of(externals.begin(), externals.end(), isSafe);
}

} // namespace build
