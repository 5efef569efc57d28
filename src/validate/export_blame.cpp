#include "validate/export_blame.h"

#include "support/file_system.h"
#include "validate/suite_run.h"

#include <algorithm>
#include <regex>
#include <span>
#include <sstream>

// Most errors lie in what was added for a function, or a note there says that it is the reason.
// Some do not: gcc, asked to inline what it can't, complains about the function, though nobody but
// our wrapper calls it. Then the source is compiled with half of what was added to it, with a
// quarter, and so on. What the source needs no test for (the reset of its variables, say) is never
// left out.

namespace validate {

namespace fs = std::filesystem;
using support::Result;
using support::Status;

namespace {

std::string messageOf(const std::string &errorLine) {
  constexpr std::string_view mark = "error: ";
  const std::size_t at = errorLine.find(mark);
  return at == std::string::npos ? errorLine : errorLine.substr(at + mark.size());
}

class Search {
public:
  Search(const FailedExports &failed, const fs::path &folder, const support::Deadline &deadline)
      : failed_(failed), deadline_(deadline), path_(folder / failed.path.filename()) {
    command_ = failed.command;
    for (std::string &argument : command_.arguments)
      if (argument == failed.path.string())
        argument = path_.string();
    command_.arguments.back() = path_.string() + ".o"; // after -o
    // From where the file lies, what it includes is found as from its own place.
    command_.arguments.insert(command_.arguments.begin() + 1,
                              {"-iquote", failed.path.parent_path().string()});
  }

  Result<ExportBlame> run() {
    const std::vector<emit::FilePart> &parts = failed_.file.parts;
    ExportBlame blame;
    auto alone = errorsOf(parts.front().text);
    if (!alone)
      return alone.error();
    if (!alone->empty()) {
      blame.source = firstError(*alone);
      return blame;
    }
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!parts[i].neededBy.empty())
        all.push_back(i);
    auto without = errorsWith({});
    if (!without)
      return without.error();
    if (without->empty())
      if (Status status = halve(all, blame.parts); !status)
        return status.error();
    return blame;
  }

private:
  Status halve(std::span<const std::size_t> chosen, std::vector<build::Guilty> &guilty) {
    if (chosen.empty())
      return support::Done{};
    auto errors = errorsWith(chosen);
    if (!errors)
      return errors.error();
    if (errors->empty())
      return support::Done{};
    if (chosen.size() == 1) {
      guilty.push_back({chosen.front(), messageOf(firstError(*errors))});
      return support::Done{};
    }
    const std::size_t half = chosen.size() / 2;
    if (Status status = halve(chosen.first(half), guilty); !status)
      return status;
    return halve(chosen.subspan(half), guilty);
  }

  /// Of the parts that are there for tests, the file has the chosen ones only.
  Result<std::string> errorsWith(std::span<const std::size_t> chosen) {
    std::string text;
    for (std::size_t i = 0; i < failed_.file.parts.size(); ++i)
      if (const emit::FilePart &part = failed_.file.parts[i];
          part.neededBy.empty() || std::ranges::find(chosen, i) != chosen.end())
        text += part.text;
    return errorsOf(text);
  }

  /// What the compiler says; empty if it compiles.
  Result<std::string> errorsOf(const std::string &text) {
    fs::create_directories(path_.parent_path());
    if (Status status = support::writeFile(path_, text); !status)
      return status.error();
    auto started = support::BackgroundCommand::start(command_);
    if (!started)
      return started.error();
    const auto result = started->waitUnless([&] { return deadline_.isOver(); });
    if (!result)
      return stopped();
    return result->ok() ? "" : result->errors.empty() ? "it fails" : result->errors;
  }

  const FailedExports &failed_;
  const support::Deadline &deadline_;
  const fs::path path_;
  support::Command command_;
};

} // namespace

Result<ExportBlame> blameExports(const FailedExports &failed, const fs::path &folder,
                                 const support::Deadline &deadline) {
  std::vector<build::UnitPart> parts;
  for (const emit::FilePart &part : failed.file.parts) {
    parts.push_back({part.text});
    if (!part.neededBy.empty())
      parts.back().owner = model::FunctionId(0); // somebody's
  }
  ExportBlame blame{build::guiltyParts(parts, failed.path, failed.errors), {}};
  return blame.parts.empty() ? Search(failed, folder, deadline).run() : blame;
}

std::string firstError(const std::string &errors) {
  static const std::regex error(R"(\berror: )");
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, error))
      return line;
  return errors.substr(0, errors.find('\n'));
}

} // namespace validate
