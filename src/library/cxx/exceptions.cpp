/* The texts of exceptions. The library's constructors copy them where nobody sees it; written once
 * more, byte over byte, they have the terms of what they were made of. Only the library can make
 * its strings, so its own constructors are called first. */
#include <cstring>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace std {

namespace {

void writeAgain(const char *copy, const char *text, size_t length) {
  char *to = const_cast<char *>(copy);
  for (size_t i = 0; i < length; ++i)
    to[i] = text[i];
}

template <class Text> void construct(const char *symbol, exception *error, Text text) {
  reinterpret_cast<void (*)(exception *, Text)>(dlsym(RTLD_NEXT, symbol))(error, text);
}

void constructFrom(const char *symbol, exception *error, const char *text) {
  construct<const char *>(symbol, error, text);
  writeAgain(error->what(), text, strlen(text));
}

void constructFrom(const char *symbol, exception *error, const string &text) {
  construct<const string &>(symbol, error, text);
  writeAgain(error->what(), text.data(), text.size());
}

} // namespace

#define CONSTRUCTOR(name, symbol, Text)                                                            \
  void name(exception *error, Text text) __asm__(symbol);                                          \
  void name(exception *error, Text text) { constructFrom(symbol, error, text); }
#define STRING "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
CONSTRUCTOR(logicBaseFromText, "_ZNSt11logic_errorC2EPKc", const char *)
CONSTRUCTOR(logicFromText, "_ZNSt11logic_errorC1EPKc", const char *)
CONSTRUCTOR(logicBaseFromString, "_ZNSt11logic_errorC2ERK" STRING, const string &)
CONSTRUCTOR(logicFromString, "_ZNSt11logic_errorC1ERK" STRING, const string &)
CONSTRUCTOR(runtimeBaseFromText, "_ZNSt13runtime_errorC2EPKc", const char *)
CONSTRUCTOR(runtimeFromText, "_ZNSt13runtime_errorC1EPKc", const char *)
CONSTRUCTOR(runtimeBaseFromString, "_ZNSt13runtime_errorC2ERK" STRING, const string &)
CONSTRUCTOR(runtimeFromString, "_ZNSt13runtime_errorC1ERK" STRING, const string &)

} // namespace std
