#include "support/cache.h"

#include "support/file_system.h"
#include "support/sha256.h"

#include <algorithm>
#include <cassert>
#include <vector>

// An entry is the hash of its content, a line end, and the content. Files are replaced in one step
// (writeFile), so a reader sees whole entries; the hash finds what a disk or a person did to one.

namespace support {

namespace fs = std::filesystem;

fs::path Cache::fileOf(const std::string &key) const {
  assert(key.size() > 2 && key.find('/') == std::string::npos);
  return folder_ / key.substr(0, 2) / key.substr(2);
}

std::optional<std::string> Cache::find(const std::string &key) const {
  if (folder_.empty())
    return std::nullopt;
  auto entry = readRegularFile(fileOf(key));
  if (!entry)
    return std::nullopt;
  const std::size_t end = entry->find('\n');
  if (end == std::string::npos ||
      entry->substr(0, end) != sha256(std::string_view(*entry).substr(end + 1)))
    return std::nullopt;
  std::error_code ignored;
  fs::last_write_time(fileOf(key), fs::file_time_type::clock::now(), ignored);
  return entry->substr(end + 1);
}

void Cache::store(const std::string &key, std::string_view content) const {
  if (folder_.empty())
    return;
  std::string entry = sha256(content) + "\n";
  entry += content;
  [[maybe_unused]] const Status ignored = writeFile(fileOf(key), entry);
}

void Cache::trim(std::uintmax_t mostBytes) const {
  struct Entry {
    fs::file_time_type used;
    fs::path path;
    std::uintmax_t bytes;
  };
  std::vector<Entry> entries;
  std::error_code code; // others may remove files meanwhile
  for (fs::recursive_directory_iterator it(folder_, code), end; !code && it != end;
       it.increment(code)) {
    std::error_code gone;
    if (!it->is_regular_file(gone))
      continue;
    Entry entry{it->last_write_time(gone), it->path(), it->file_size(gone)};
    if (!gone)
      entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries, std::ranges::greater(), &Entry::used);
  std::uintmax_t bytes = 0;
  for (const Entry &entry : entries)
    if ((bytes += entry.bytes) > mostBytes)
      fs::remove(entry.path, code);
}

} // namespace support
