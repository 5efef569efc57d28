// A request beyond what there is fails as everywhere: null, ENOMEM, bad_alloc. That is no finding.
// RUN: --steps 3000
// EXPECT: exit 0
// EXPECT: no finding
// EXPECT: covered 13 of 14
#include <cerrno>
#include <cstdlib>
#include <new>

int take(unsigned long size) {
  errno = 0;
  char *block = static_cast<char *>(std::malloc(size));
  if (!block)
    return errno == ENOMEM ? -1 : -2;
  std::free(block);
  return 0;
}

int grow(unsigned long count) {
  void *block = std::malloc(8);
  void *more = std::realloc(block, count);
  if (more == nullptr && count != 0) {
    std::free(block);
    return 1;
  }
  std::free(more);
  return 0;
}

int spread(unsigned long count, unsigned size) {
  void *block = std::calloc(count, size);
  const bool got = block != nullptr;
  std::free(block);
  return got ? 1 : 0;
}

char *volatile kept; // C++ compilers may leave out what nobody can see

char make(unsigned long size) {
  char *text = nullptr;
  try {
    kept = text = new char[size | 1];
  } catch (const std::bad_alloc &) {
  }
  if (!text)
    return 'n';
  text[0] = 'x';
  if (size > 4000000000ul) {
    delete[] text;
    kept = nullptr;
    return 'y';
  }
  delete[] text;
  kept = nullptr;
  return 'x';
}
