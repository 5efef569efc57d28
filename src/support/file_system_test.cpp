#include "support/file_system.h"

#include <gtest/gtest.h>

namespace support {
namespace {

TEST(FileSystem, WritesFoldersAndReplacesContents) {
  TemporaryDirectory folder;
  const auto path = folder.path() / "a/b/c.txt";
  ASSERT_TRUE(writeFile(path, "one"));
  ASSERT_TRUE(writeFile(path, "two"));
  EXPECT_EQ("two", *readFile(path));
  EXPECT_EQ(1, std::distance(std::filesystem::directory_iterator(path.parent_path()), {}));
}

TEST(FileSystem, MissingFileIsAnErrorThatNamesIt) {
  const auto missing = readFile("/nowhere/at/all.c");
  ASSERT_FALSE(missing);
  EXPECT_EQ("/nowhere/at/all.c: No such file or directory", missing.error().message);
}

TEST(FileSystem, DirectoryIsNoFile) { EXPECT_FALSE(readFile("/")); }

TEST(FileSystem, TemporaryDirectoryGoesAway) {
  std::filesystem::path path;
  {
    TemporaryDirectory folder;
    path = folder.path();
    ASSERT_TRUE(writeFile(path / "x", "y"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

} // namespace
} // namespace support
