#pragma once

#include "build/target.h"
#include "cli/options.h"
#include "cli/session.h"

#include <filesystem>
#include <memory>
#include <variant>

namespace cli {

/// The folder of an earlier run, with its sources built again.
struct Reopened {
  TestOptions command;
  OutputFolder folder;
  build::Program program;
};

/// An exit code if it can't be had; the message is printed.
std::variant<std::unique_ptr<Reopened>, int> reopen(const std::filesystem::path &folder);

} // namespace cli
