#include "cli/command_file.h"

#include "support/file_system.h"
#include "support/json.h"

#include <fmt/format.h>

namespace cli {

namespace fs = std::filesystem;
using support::Json;

namespace {

fs::path fileIn(const fs::path &folder) { return folder / ".pincer" / "command.json"; }

} // namespace

support::Status saveCommand(const fs::path &folder, const TestOptions &options) {
  Json sources = Json::array();
  for (const fs::path &source : options.sources)
    sources.push_back(fs::absolute(source).lexically_normal().string());
  Json targets = Json::array();
  for (const AskedTarget &target : options.targets)
    targets.push_back(target.text);
  const Json json = {{"directory", fs::current_path().string()},
                     {"sources", sources},
                     {"flags", options.flags},
                     {"entries", options.entries},
                     {"public", options.publicOnly},
                     {"buildFolder", options.buildFolder
                                         ? Json(fs::absolute(*options.buildFolder).string())
                                         : Json()},
                     {"freshInputs", options.freshInputs},
                     {"contracts", options.contracts},
                     {"program", options.program},
                     {"targets", targets},
                     {"files", options.files},
                     {"variables", options.variables},
                     {"testTimeoutMs", options.testTimeoutMs},
                     {"memoryBytes", options.memoryBytes}};
  return support::writeFile(fileIn(folder), json.dump(1) + "\n");
}

support::Result<TestOptions> loadCommand(const fs::path &folder) {
  const auto text = support::readFile(fileIn(folder));
  const Json json = text ? Json::parse(*text, nullptr, false) : Json();
  try {
    TestOptions options;
    for (const Json &source : json.at("sources"))
      options.sources.emplace_back(source.get<std::string>());
    options.flags = json.at("flags").get<std::vector<std::string>>();
    options.entries = json.value("entries", std::vector<std::string>());
    options.publicOnly = json.value("public", false);
    if (json.at("buildFolder").is_string())
      options.buildFolder = json["buildFolder"].get<std::string>();
    options.freshInputs = json.value("freshInputs", false);
    options.contracts = json.value("contracts", false);
    options.program = json.value("program", false);
    for (std::string &target : json.value("targets", std::vector<std::string>()))
      options.targets.push_back({std::move(target)});
    options.files = json.value("files", std::vector<std::string>());
    options.variables = json.value("variables", std::vector<std::string>());
    options.testTimeoutMs = json.at("testTimeoutMs").get<std::uint32_t>();
    options.memoryBytes = json.at("memoryBytes").get<std::uint64_t>();
    options.output = folder;
    // Flags such as -Iinclude speak of the folder the command was given in.
    fs::current_path(json.at("directory").get<std::string>());
    return options;
  } catch (const std::exception &) {
    return support::Error{
        fmt::format("{}: no output folder of 'pincer test' ({} is missing or damaged)",
                    folder.string(), fileIn(folder).string())};
  }
}

} // namespace cli
