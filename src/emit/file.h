#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace emit {

/// A piece of a file, whole lines.
struct FilePart {
  std::string text;
  std::string name = {};               // of what it is there for
  std::set<std::string> neededBy = {}; // "Suite.Name" of tests; without them it would not be there
};

/// One file to be written.
struct File {
  std::string path; // relative to Layout::directory
  std::string contents;
  std::vector<FilePart> parts = {}; // of exports: the source, then what is added to it
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
