#pragma once

#include "execute/channel.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace execute {

/// Names the places in a sanitizer's report. The sanitizers can do this themselves, but then each
/// report starts a program that reads all debug information anew, which takes a quarter of a
/// second; ours is started once and asked again and again.
class Symbolizer {
public:
  explicit Symbolizer(std::filesystem::path program) : program_(std::move(program)) {}
  Symbolizer(Symbolizer &&) = delete;
  ~Symbolizer();

  /// The report with its frames in the program, "#0 0x55aa (program+0x12)", as "#0 0x55aa in f
  /// file.c:3:4". Frames elsewhere, and all of them if there is no symbolizer, stay as they are.
  std::string withNames(const std::string &report);

private:
  bool start();
  void stop();
  /// The innermost name and place; empty if it has none.
  std::vector<std::string> ask(std::string_view offset);
  bool readLine(std::string &line);

  const std::filesystem::path program_;
  pid_t process_ = -1;
  bool failed_ = false;
  Descriptor questions_, answers_;
  std::string unread_;
};

} // namespace execute
