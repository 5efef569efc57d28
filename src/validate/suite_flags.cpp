#include "validate/suite_flags.h"

namespace validate {

bool isForLinker(const std::string &flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,");
}

std::string flagIn(const std::filesystem::path &folder, std::string flag) {
  constexpr std::string_view here = "${CMAKE_CURRENT_SOURCE_DIR}";
  if (const std::size_t at = flag.find(here); at != std::string::npos)
    flag.replace(at, here.size(), folder.string());
  return flag;
}

} // namespace validate
