#include "cli/path_names.h"

#include <gtest/gtest.h>

namespace cli {
namespace {

TEST(PathNames, NamesWhatIsInTheWay) {
  const auto said = [](const char *path) {
    const auto status = checkName(path);
    return status ? std::string() : status.error().message;
  };
  for (const char *fine : {"/a/b.c", "/a b/;${x}#@%'(c).c", "/gr\xc3\xb6\xc3\x9f\x65.c", "-x.c"})
    EXPECT_EQ("", said(fine)) << fine;
  EXPECT_NE(std::string::npos, said("/a/\"b\".c").find("/a/\"b\".c: there is a '\"' in its path"));
  EXPECT_NE(std::string::npos, said("/a\\b.c").find("there is a '\\'"));
  EXPECT_NE(std::string::npos, said("/a\nb.c").find("/a\\x0ab.c: there is a line's end"));
  EXPECT_NE(std::string::npos, said("/a\xff.c").find("/a\\xff.c: there is the byte 0xff"));
  EXPECT_NE(std::string::npos, said("/\xe2\x82").find("no UTF-8"));
  EXPECT_FALSE(checkFolderName("/100%"));
  EXPECT_FALSE(checkFolderName("/$(id)"));
  EXPECT_TRUE(checkFolderName("/out"));
}

} // namespace
} // namespace cli
