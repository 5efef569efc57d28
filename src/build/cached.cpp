#include "build/cached.h"

#include "support/file_system.h"
#include "support/sha256.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <regex>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

// What a compiler makes depends on its command, on the program that it is, and on the text it
// reads. That text is asked of the preprocessor each time, so whatever decides which headers are
// read (new files in front of others, the environment) has had its say. Clang gives the files as
// they stand, macros and all (-frewrite-includes): positions and macros end up in coverage regions
// and debug information. Output may hold the name of the input; the name of the output it does not.

namespace build {

namespace fs = std::filesystem;
using support::Cache;
using support::Command;
using support::CommandResult;
using support::Result;

namespace {

/// A file that is replaced or changed gets another identity.
std::string identityOf(const fs::path &file) {
  struct stat status = {};
  if (::stat(file.c_str(), &status) != 0)
    return file.string();
  return fmt::format("{} {} {}.{}", file.string(), status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

std::string identityOfProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return identityOf(name);
  const char *path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder) / name; ::access(file.c_str(), X_OK) == 0)
      return identityOf(file);
  return name;
}

/// This program and the libraries that it is made of.
const std::string &ownIdentity() {
  static const std::string identity = [] {
    std::string all = identityOf(support::thisProgram());
    ::dl_iterate_phdr(
        [](dl_phdr_info *info, std::size_t, void *to) {
          *static_cast<std::string *>(to) += "\n" + identityOf(info->dlpi_name);
          return 0;
        },
        &all);
    return all;
  }();
  return identity;
}

/// What is compiled also depends on the time, or on files that the preprocessor does not show.
bool dependsOnMore(const std::string &text) {
  static const std::regex embedding("#\\s*embed\\b");
  return std::ranges::any_of(
             std::initializer_list<const char *>{"__DATE__", "__TIME__", "__TIMESTAMP__",
                                                 ".incbin"},
             [&](const char *word) { return text.find(word) != std::string::npos; }) ||
         (text.find("embed") != std::string::npos && std::regex_search(text, embedding));
}

/// The text that this command compiles; nothing if it can't be told.
std::optional<std::string> textFor(Command command, bool isClang) {
  std::vector<std::string> &arguments = command.arguments;
  *std::ranges::find(arguments, "-c") = "-E";
  if (isClang)
    arguments.emplace_back("-frewrite-includes");
  auto result = support::runCommand(command);
  if (!result || !result->ok() || dependsOnMore(result->output))
    return std::nullopt;
  return std::move(result->output);
}

} // namespace

Result<CommandResult> compileCached(const Command &command, const Cache &cache) {
  Command withoutOutput = command;
  std::vector<std::string> &arguments = withoutOutput.arguments;
  const auto option = std::ranges::find(arguments, "-o");
  if (option == arguments.end() || option + 1 == arguments.end() ||
      std::ranges::find(arguments, "-c") == arguments.end())
    return support::runCommand(command);
  const fs::path output = option[1];
  arguments.erase(option, option + 2);
  const auto text = textFor(withoutOutput, arguments.front().find("clang") != std::string::npos);
  if (!text)
    return support::runCommand(command);
  const char *overriding = std::getenv("CCC_OVERRIDE_OPTIONS");
  const std::string key = support::sha256(fmt::format(
      "{}\n{}\n{}\n{}\n{}", identityOfProgram(arguments.front()), fmt::join(arguments, "\n"),
      command.directory ? command.directory->string() : "", overriding ? overriding : "", *text));
  if (const auto made = cache.find(key); made && support::writeFile(output, *made))
    return CommandResult();
  auto result = support::runCommand(command);
  if (result && result->ok())
    if (const auto made = support::readFile(output))
      cache.store(key, *made);
  return result;
}

Result<std::string> makeCached(const Cache &cache, const std::string &inputs,
                               const fs::path &output,
                               const std::function<Result<std::string>()> &make) {
  const std::string key = support::sha256(ownIdentity() + "\n" + inputs);
  // The answer stands in front of the file, behind its length.
  if (const auto made = cache.find(key)) {
    const std::size_t end = made->find('\n');
    const std::size_t length = std::stoul(made->substr(0, end));
    if (support::writeFile(output, std::string_view(*made).substr(end + 1 + length)))
      return made->substr(end + 1, length);
  }
  auto answer = make();
  if (answer)
    if (const auto made = support::readFile(output))
      cache.store(key, fmt::format("{}\n{}{}", answer->size(), *answer, *made));
  return answer;
}

} // namespace build
