#include "emit/google_test/harness_headers.h"

#include "support/file_system.h"

#include <algorithm>
#include <filesystem>

namespace emit {

namespace fs = std::filesystem;

std::string ourHeaderFolder(const model::Unit &unit) {
  return unit.includesOurs ? unit.flags.back() : ""; // frontend/parse adds it at the end
}

std::vector<File> harnessHeaders(const model::Subject &subject, const Layout &layout) {
  std::vector<File> files;
  const auto unit = std::find_if(subject.units.begin(), subject.units.end(),
                                 [](const model::Unit &each) { return each.includesOurs; });
  if (unit == subject.units.end())
    return files;
  const fs::path folder = ourHeaderFolder(*unit);
  std::error_code none;
  for (const auto &entry : fs::recursive_directory_iterator(folder, none))
    if (const auto text = support::readFile(entry.path()); text && entry.is_regular_file())
      files.push_back({"tests/include/" + entry.path().lexically_relative(folder).generic_string(),
                       markerLine("//", layout) + *text});
  std::sort(files.begin(), files.end(),
            [](const File &a, const File &b) { return a.path < b.path; });
  return files;
}

} // namespace emit
