#include "abi/stream_calls.h"
#include "abi/streams.h"
#include "library/library.h"
#include "support/rng.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

static PincerBytes contents;

extern "C" {
PincerStream pincer_streams[] = {{nullptr, &contents, 0, 0}};
extern const uint32_t pincer_stream_count = 1;
PincerVariable pincer_variables[] = {{}};
extern const uint32_t pincer_variable_count = 0;
}

namespace library {
namespace {

/// A file in memory that is the one input stream.
class StreamFile {
public:
  explicit StreamFile(const std::string &text) : text_(text) {
    descriptor_ = memfd_create("input", 0);
    EXPECT_EQ(ssize_t(text.size()), ::write(descriptor_, text.data(), text.size()));
    ::lseek(descriptor_, 0, SEEK_SET);
    struct stat status;
    ::fstat(descriptor_, &status);
    pincer_streams[0].device = status.st_dev;
    pincer_streams[0].inode = status.st_ino;
    contents = {reinterpret_cast<unsigned char *>(text_.data()), text_.size()};
    file_ = ::fdopen(::dup(descriptor_), "r");
  }
  ~StreamFile() {
    if (file_)
      ::fclose(file_);
    ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }
  FILE *file() const { return file_; }

private:
  std::string text_;
  int descriptor_;
  FILE *file_;
};

/// A file with the same contents that is no stream.
FILE *plainFile(const std::string &text) {
  FILE *file = ::tmpfile();
  ::fwrite(text.data(), 1, text.size(), file);
  ::rewind(file);
  return file;
}

std::string step(support::Rng &rng, FILE *file, bool isOurs) {
  char to[32] = {};
  const auto text = [&](std::size_t n) { return std::string(to, n); };
  const int size = static_cast<int>(rng.below(9)) + 1;
  switch (rng.below(11)) {
  case 0:
    return std::to_string(isOurs ? OURS(fgetc)(file) : ::fgetc(file));
  case 1: {
    const int c = isOurs ? OURS(fgetc)(file) : ::fgetc(file);
    return std::to_string(c) + " back " +
           std::to_string(isOurs ? OURS(ungetc)(c, file) : ::ungetc(c, file));
  }
  case 2: {
    char *result = isOurs ? OURS(fgets)(to, size, file) : ::fgets(to, size, file);
    return (result ? "line " : "none ") + text(sizeof to);
  }
  case 3: {
    const std::size_t unit = rng.below(3) + 1, count = rng.below(5);
    const std::size_t given =
        isOurs ? OURS(fread)(to, unit, count, file) : ::fread(to, unit, count, file);
    return std::to_string(given) + text(given * unit);
  }
  case 4: {
    char *line = nullptr;
    std::size_t room = 0;
    const ssize_t count =
        isOurs ? OURS(getline)(&line, &room, file) : ::getline(&line, &room, file);
    const std::string result = std::to_string(count) + (count >= 0 ? line : "");
    std::free(line);
    return result;
  }
  case 5: {
    const long offset = static_cast<long>(rng.below(7)) - 3;
    const int whence = static_cast<int>(rng.below(3));
    return "seek " + std::to_string(isOurs ? OURS(fseek)(file, offset, whence)
                                           : ::fseek(file, offset, whence));
  }
  case 6: {
    int n = -7;
    const int result = isOurs ? OURS(fscanf)(file, "%d,", &n) : ::fscanf(file, "%d,", &n);
    return "scan " + std::to_string(result) + " " + std::to_string(n);
  }
  case 7: {
    const int result =
        isOurs ? OURS(fscanf)(file, " %7[a-c]x", to) : ::fscanf(file, " %7[a-c]x", to);
    return "set " + std::to_string(result) + to;
  }
  case 8:
    if (rng.oneIn(4))
      isOurs ? OURS(rewind)(file) : ::rewind(file);
    return "rewound";
  default:
    return "at " + std::to_string(isOurs ? OURS(ftell)(file) : ::ftell(file)) +
           (::feof(file) ? " end" : "");
  }
}

TEST(Stdio, AsGlibcDoes) {
  support::Rng rng(20);
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (std::uint64_t n = rng.below(60); n > 0; --n)
      text += "ab1c2,\n x-"[rng.below(10)];
    StreamFile stream(text);
    FILE *plain = plainFile(text);
    const std::uint64_t seed = rng.below(1'000'000);
    support::Rng ours(seed), theirs(seed);
    for (int i = 0; i < 25; ++i)
      ASSERT_EQ(step(ours, stream.file(), true), step(theirs, plain, false))
          << ::testing::PrintToString(text);
    ::fclose(plain);
  }
}

TEST(Stdio, OtherFilesAreLeftAlone) {
  StreamFile stream("stream");
  FILE *plain = plainFile("12 plain\n");
  int n = 0;
  char word[20];
  EXPECT_EQ(1, OURS(fscanf)(plain, "%d ", &n));
  EXPECT_STREQ("plain\n", OURS(fgets)(word, sizeof word, plain));
  EXPECT_EQ(9, OURS(ftell)(plain));
  EXPECT_EQ(0, OURS(fclose)(plain));
}

TEST(Stdio, Descriptors) {
  StreamFile stream("hello, world");
  char to[32] = {};
  EXPECT_EQ(5, OURS(read)(stream.descriptor(), to, 5));
  EXPECT_STREQ("hello", to);
  EXPECT_EQ(7, OURS(read)(stream.descriptor(), to, 20));
  EXPECT_EQ(0, OURS(read)(stream.descriptor(), to, 20));
  EXPECT_EQ(3, OURS(pread)(stream.descriptor(), to, 3, 7));
  EXPECT_EQ(0, std::memcmp(to, "wor", 3));
  EXPECT_EQ(12, OURS(lseek)(stream.descriptor(), 0, SEEK_END));
  EXPECT_EQ(2, OURS(lseek)(stream.descriptor(), 2, SEEK_SET));
  char first[3], second[20];
  const iovec parts[] = {{first, 3}, {second, 20}};
  EXPECT_EQ(10, OURS(readv)(stream.descriptor(), parts, 2));
  EXPECT_EQ(0, std::memcmp(second, ", world", 7));
  struct stat status;
  EXPECT_EQ(0, OURS(fstat)(stream.descriptor(), &status));
  EXPECT_EQ(12, status.st_size);
  EXPECT_EQ(-1, OURS(stat)("/no/such/file", &status));
  void *memory = OURS(mmap)(nullptr, 12, PROT_READ, MAP_PRIVATE, stream.descriptor(), 0);
  ASSERT_NE(MAP_FAILED, memory);
  EXPECT_EQ(0, std::memcmp(memory, "hello, world", 12));
  ::munmap(memory, 12);
  EXPECT_EQ(-1, OURS(read)(-1, to, 5));
  EXPECT_EQ(EBADF, errno);
}

/// The real call is made, with everything it was given.
TEST(Existence, IsThatOfTheRealFiles) {
  const std::string path = ::testing::TempDir() + "pincer_existence_" + std::to_string(::getpid());
  struct stat status;
  EXPECT_EQ(-1, OURS(access)(path.c_str(), F_OK));
  EXPECT_EQ(-1, OURS(open)(path.c_str(), O_RDONLY));
  EXPECT_EQ(ENOENT, errno);
  EXPECT_EQ(nullptr, OURS(fopen)(path.c_str(), "r"));
  const int made = OURS(open)(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
  ASSERT_GE(made, 0);
  EXPECT_EQ(0, OURS(stat)(path.c_str(), &status));
  EXPECT_EQ(mode_t(S_IFREG | 0600), status.st_mode);
  ::close(made);
  const int again = OURS(openat)(AT_FDCWD, path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
  EXPECT_EQ(-1, again);
  EXPECT_EQ(EEXIST, errno);
  EXPECT_EQ(0, OURS(faccessat)(AT_FDCWD, path.c_str(), R_OK, 0));
  FILE *file = OURS(fopen)(path.c_str(), "r");
  ASSERT_NE(nullptr, file);
  EXPECT_EQ(EOF, OURS(fgetc)(file));
  ::fclose(file);
  ::unlink(path.c_str());
  EXPECT_EQ(::getenv("PATH"), OURS(getenv)("PATH"));
  EXPECT_EQ(nullptr, OURS(getenv)("PINCER_NO_SUCH_VARIABLE"));
}

} // namespace
} // namespace library
