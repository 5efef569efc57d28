#pragma once

#include <cassert>
#include <cstring>
#include <string>
#include <sys/mman.h>

namespace library {

/// Memory for tests that ends where nothing may be read: one byte too far is a crash.
class Guarded {
public:
  Guarded()
      : begin_(static_cast<char *>(
            mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    assert(begin_ != MAP_FAILED);
    mprotect(begin_ + page, page, PROT_NONE);
  }
  ~Guarded() { munmap(begin_, 2 * page); }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;

  /// These bytes, and the end.
  char *bytes(const std::string &text) {
    char *at = begin_ + page - text.size();
    std::memcpy(at, text.data(), text.size());
    return at;
  }
  /// These characters, a NUL, and the end.
  char *string(const std::string &text) { return bytes(text + '\0'); }

private:
  static constexpr std::size_t page = 4096;
  char *begin_;
};

/// Up to `most` characters of the alphabet; short ones are as likely as long ones.
template <class Rng>
std::string randomText(Rng &rng, const std::string &alphabet, std::size_t most) {
  std::string text(rng.below(rng.below(most + 1) + 1), ' ');
  for (char &c : text)
    c = alphabet[rng.below(alphabet.size())];
  return text;
}

/// Every text of 1 to `most` characters of the alphabet.
template <class Function>
void forAllTexts(const std::string &alphabet, std::size_t most, const Function &function) {
  std::size_t count = 1;
  for (std::size_t length = 1; length <= most; ++length) {
    count *= alphabet.size();
    for (std::size_t n = 0; n < count; ++n) {
      std::string text;
      for (std::size_t i = 0, rest = n; i < length; ++i, rest /= alphabet.size())
        text += alphabet[rest % alphabet.size()];
      function(text);
    }
  }
}

inline int sign(int n) { return (n > 0) - (n < 0); }

} // namespace library
