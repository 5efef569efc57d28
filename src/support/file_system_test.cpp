#include "support/file_system.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

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

TEST(FileSystem, APipeInTheFilesPlaceIsAnError) {
  const TemporaryDirectory folder;
  ASSERT_TRUE(writeFile(folder.path() / "file", "text"));
  EXPECT_EQ("text", *readRegularFile(folder.path() / "file"));
  ASSERT_EQ(0, ::mkfifo((folder.path() / "pipe").c_str(), 0600));
  EXPECT_FALSE(readRegularFile(folder.path() / "pipe"));
  std::filesystem::create_symlink("file", folder.path() / "link");
  EXPECT_FALSE(readRegularFile(folder.path() / "link"));
}

} // namespace
} // namespace support
