#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace support {

/// What was made before, by a hash of all that it was made from: the files of a folder. Whoever
/// writes and whoever is killed while writing, what comes out is what went in, or nothing.
class Cache {
public:
  /// Without a folder nothing is kept.
  explicit Cache(std::filesystem::path folder = {}) : folder_(std::move(folder)) {}

  /// Nothing if it is not there, or damaged.
  std::optional<std::string> find(const std::string &key) const;
  /// Whether it could be stored does not matter to anybody.
  void store(const std::string &key, std::string_view content) const;
  /// Removes what was not used for longest, until no more than this is left.
  void trim(std::uintmax_t mostBytes) const;

private:
  std::filesystem::path fileOf(const std::string &key) const;
  std::filesystem::path folder_;
};

} // namespace support
