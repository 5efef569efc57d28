#include "support/cache.h"

#include "support/file_system.h"

#include <chrono>
#include <gtest/gtest.h>

namespace support {
namespace {

namespace fs = std::filesystem;

fs::path onlyFile(const fs::path &folder) {
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      return entry.path();
  return {};
}

TEST(Cache, GivesBackWhatWasStored) {
  const TemporaryDirectory folder;
  const Cache cache(folder.path() / "cache");
  const std::string content("a\0b\n", 4);
  EXPECT_FALSE(cache.find("abcd"));
  cache.store("abcd", content);
  EXPECT_EQ(content, cache.find("abcd"));
  EXPECT_FALSE(cache.find("abce"));
  cache.store("abcd", "");
  EXPECT_EQ("", cache.find("abcd"));
}

TEST(Cache, KeepsNothingWithoutAFolder) {
  const Cache cache;
  cache.store("abcd", "text");
  EXPECT_FALSE(cache.find("abcd"));
}

TEST(Cache, IgnoresWhatIsDamaged) {
  const TemporaryDirectory folder;
  const Cache cache(folder.path());
  for (const char *damage : {"", "no hash", "\n", "0123\ntext"}) {
    cache.store("abcd", "text");
    ASSERT_TRUE(cache.find("abcd"));
    const fs::path file = onlyFile(folder.path());
    ASSERT_TRUE(writeFile(file, damage));
    EXPECT_FALSE(cache.find("abcd")) << damage;
  }
  cache.store("abcd", "text");
  const fs::path file = onlyFile(folder.path());
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_FALSE(cache.find("abcd"));
}

TEST(Cache, RemovesWhatWasNotUsedForLongest) {
  const TemporaryDirectory folder;
  const Cache cache(folder.path());
  const auto now = fs::file_time_type::clock::now();
  for (const char *key : {"aa1", "bb2", "cc3"}) {
    cache.store(key, std::string(1000, 'x'));
    fs::last_write_time(folder.path() / std::string(key, 2) / std::string(key + 2),
                        now - std::chrono::hours(1));
  }
  ASSERT_TRUE(cache.find("bb2")); // used just now
  cache.trim(2000);
  EXPECT_TRUE(cache.find("bb2"));
  EXPECT_FALSE(cache.find("aa1"));
  EXPECT_FALSE(cache.find("cc3"));
}

} // namespace
} // namespace support
