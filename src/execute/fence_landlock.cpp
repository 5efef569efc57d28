// Landlock repeats for files what the read-only mounts say, by an independent mechanism: it also
// covers descriptors of the outer mounts, and sockets and pipes in the file system, which can be
// written to on a read-only mount. The numbers are spelled out here because the ABI grows faster
// than the headers of the distribution.
#include "execute/fence_landlock.h"

#include "execute/fence_plan.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace execute {
namespace {

using support::Done;
using support::Status;

constexpr std::uint64_t execute = 1ull << 0, writeFile = 1ull << 1, readFile = 1ull << 2,
                        readFolder = 1ull << 3, makeDevices = 1ull << 6 | 1ull << 11,
                        truncateFile = 1ull << 14, deviceControl = 1ull << 15;
constexpr unsigned askVersion = 1, pathBeneath = 1;

struct RulesetAttributes {
  std::uint64_t files = 0;
  std::uint64_t network = 0; // ABI 4
  std::uint64_t scoped = 0;  // ABI 6
};

struct PathBeneath {
  std::uint64_t allowed;
  std::int32_t parent;
} __attribute__((packed));

/// Every right to files that this ABI knows.
std::uint64_t fileRights(int abi) {
  const int bits = abi >= 5 ? 16 : abi >= 3 ? 15 : abi == 2 ? 14 : 13;
  return (1ull << bits) - 1;
}

Status allow(int ruleset, const char *path, std::uint64_t rights) {
  const int fd = ::open(path, O_PATH | O_CLOEXEC);
  const PathBeneath rule{rights, fd};
  if (fd < 0 || ::syscall(SYS_landlock_add_rule, ruleset, pathBeneath, &rule, 0) != 0)
    return failure(fmt::format("Landlock rule for {}", path));
  ::close(fd);
  return Done{};
}

} // namespace

Status restrictFiles(const std::filesystem::path &scratch, int atMost) {
  const long kernel = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, askVersion);
  if (kernel < 1)
    return failure("Landlock (a kernel with it, booted with lsm=landlock,...)");
  const int abi = static_cast<int>(atMost > 0 ? std::min<long>(kernel, atMost) : kernel);

  RulesetAttributes attributes{fileRights(abi), 0, 0};
  attributes.network = abi >= 4 ? 3 : 0; // binding and connecting TCP
  attributes.scoped = abi >= 6 ? 3 : 0;  // abstract sockets and signals stay inside
  const std::size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  const int ruleset =
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (ruleset < 0)
    return failure("Landlock");

  const std::uint64_t all = attributes.files;
  const std::uint64_t change = all & ~(makeDevices | deviceControl);
  const std::uint64_t device = all & (writeFile | readFile | truncateFile | deviceControl);
  if (auto allowed = allow(ruleset, "/", execute | readFile | readFolder); !allowed)
    return allowed;
  for (const char *path : {scratch.c_str(), "/tmp", "/dev/shm"})
    if (auto allowed = allow(ruleset, path, change); !allowed)
      return allowed;
  for (const char *path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"})
    if (auto allowed = allow(ruleset, path, device); !allowed)
      return allowed;
  if (::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0)
    return failure("Landlock");
  ::close(ruleset);
  return Done{};
}

} // namespace execute
