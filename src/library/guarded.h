#pragma once

#include <cassert>
#include <cstring>
#include <string>
#include <sys/mman.h>

namespace models {

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

inline int sign(int n) { return (n > 0) - (n < 0); }

} // namespace models
