#pragma once

#include <string>
#include <string_view>

namespace emit {

/// One file to be written.
struct File {
  std::string path; // relative to Layout::directory
  std::string contents;
};

/// Where everything lies; all paths absolute and normal (no "." or "..").
struct Layout {
  std::string directory;        // DIR: what -o names
  std::string currentDirectory; // reports name files below it relative to it
  std::string version;          // Pincer's own
};

/// The first line of a generated file, after the comment sign of its language.
std::string markerLine(std::string_view commentSign, const Layout &layout);

/// `path` as people say it: relative to the current directory if below it.
std::string shownPath(const Layout &layout, const std::string &path);

/// `path` as a file in the folder `from` names it: relative, unless the two have nothing in common
/// but the root.
std::string pathFrom(const std::string &from, const std::string &path);

} // namespace emit
