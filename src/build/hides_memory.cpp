#include "build/hides_memory.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace build {

bool hidesMemory(const std::set<std::string> &externals) {
  static constexpr auto functions = std::to_array<std::string_view>(
      {"mmap", "mmap64", "mremap", "brk", "sbrk", "shmat", "shm_open", "dlopen", "sigaltstack",
       "pthread_setspecific", "tss_set", "epoll_ctl", "makecontext", "setcontext", "swapcontext"});
  return std::ranges::any_of(externals, [](const std::string &name) {
    return std::ranges::find(functions, name) != functions.end();
  });
}

} // namespace build
