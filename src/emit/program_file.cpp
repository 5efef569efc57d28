#include "emit/program_file.h"

#include "emit/disk.h"
#include "emit/literals.h"
#include "model/program.h"
#include "support/hash.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

// A program ends its process, changes the folder it runs in and reads what lies there. So every
// test is a process of its own, in an empty folder, with the environment that driver/program.c
// gives to a program, too.

namespace emit {

using model::KeptTest;
using model::ProgramInput;
using model::ProgramRun;
using model::Subject;
using model::TestCase;

namespace {

/// More than this is no pleasure to read in a test.
constexpr std::size_t longestOutput = 2000;

constexpr const char *helper = R"(#pragma once

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" int pincer_call_main(int argc, char **argv, char **environment);
extern "C" int pincer_in_child(void (*body)(const void *), const void *given);

namespace pincer {

// What the program reads. Files lie in the folder where it runs.
struct Inputs {
  std::vector<std::string> arguments = {}; // without the program's name
  std::string input = {};                  // standard input
  std::vector<std::pair<std::string, std::string>> files = {};
  std::vector<std::pair<std::string, std::string>> environment = {};
};

struct Ending {
  int exitCode = -1; // -1: a signal ended it
  int signal = 0;
  std::string output; // what it wrote to standard output

  // Sanitizers turn signals into exit codes.
  bool crashed() const { return signal != 0 || exitCode != 0; }
};

// A program that takes longer than this many seconds ends by SIGALRM.
inline constexpr unsigned patience = 60;

[[noreturn]] inline void callMain(const Inputs &inputs, const std::string &folder, std::FILE *input,
                                  std::FILE *output) {
  if (chdir(folder.c_str()) != 0 || dup2(fileno(input), 0) != 0 || dup2(fileno(output), 1) != 1)
    std::abort();
  close(fileno(input));
  close(fileno(output));
  clearenv();
  setenv("PATH", "/usr/bin:/bin", 1);
  setenv("LC_ALL", "C", 1);
  setenv("TZ", "UTC", 1);
)";

constexpr const char *rest =
    R"(  for (const auto &[name, text] : inputs.environment)
    setenv(name.c_str(), text.c_str(), 1);
  std::vector<std::string> texts = inputs.arguments;
  texts.insert(texts.begin(), programName);
  std::vector<char *> argv;
  for (std::string &text : texts)
    argv.push_back(text.data());
  argv.push_back(nullptr);
  alarm(patience);
  std::exit(pincer_call_main(static_cast<int>(texts.size()), argv.data(), environ));
}

// Calls main in a process and an empty folder of its own; returning from it is exiting.
inline Ending run(const Inputs &inputs) {
  std::string folder = (std::filesystem::temp_directory_path() / "pincer-XXXXXX").string();
  std::FILE *input = std::tmpfile(), *output = std::tmpfile();
  if (!mkdtemp(folder.data()) || !input || !output)
    return {};
  for (const auto &[name, bytes] : inputs.files) {
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::fwrite(inputs.input.data(), 1, inputs.input.size(), input);
  std::fflush(input);
  std::rewind(input);
  const std::tuple<const Inputs &, const std::string &, std::FILE *, std::FILE *> call = {
      inputs, folder, input, output};
  const auto body = [](const void *given) {
    std::apply(callMain, *static_cast<decltype(&call)>(given));
  };
  Ending ending;
  if (const int status = pincer_in_child(body, &call); status != -1) {
    ending.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
  std::rewind(output);
  for (int c; (c = std::getc(output)) != EOF;)
    ending.output += static_cast<char>(c);
  std::fclose(input);
  std::fclose(output);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return ending;
}

} // namespace pincer
)";

/// As a std::string; a literal alone would end at the first NUL.
std::string text(const std::string &bytes) {
  const std::string literal = stringLiteral(bytes);
  return bytes.find('\0') == std::string::npos
             ? literal
             : fmt::format("std::string({}, {})", literal, bytes.size());
}

std::string pairs(const std::vector<std::pair<std::string, std::string>> &all) {
  std::vector<std::string> items;
  for (const auto &[name, bytes] : all)
    items.push_back(fmt::format("{{{}, {}}}", stringLiteral(name), text(bytes)));
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::string runCall(const ProgramRun &run) {
  std::vector<std::string> parts;
  if (!run.arguments.empty()) {
    std::vector<std::string> items;
    for (const std::string &argument : run.arguments)
      items.push_back(stringLiteral(argument));
    parts.push_back(fmt::format(".arguments = {{{}}}", fmt::join(items, ", ")));
  }
  if (!run.input.empty())
    parts.push_back(".input = " + text(run.input));
  if (!run.files.empty())
    parts.push_back(".files = " + pairs(run.files));
  if (!run.environment.empty())
    parts.push_back(".environment = " + pairs(run.environment));
  return fmt::format("pincer::run({{{}}})", fmt::join(parts, ", "));
}

bool isNamedFile(const Subject &subject, const std::string &text) {
  return std::any_of(subject.supplies.begin(), subject.supplies.end(),
                     [&](const model::Supply &supply) {
                       return supply.input && supply.input->kind == ProgramInput::Kind::File &&
                              supply.input->name == text;
                     });
}

bool isPathOfOthers(const std::string &text) {
  return text.starts_with("/") || text.find("../") != std::string::npos;
}

} // namespace

File programFile(const Subject &subject, const Layout &layout) {
  std::string unset;
  for (const model::Supply &supply : subject.supplies)
    if (supply.input && supply.input->kind == ProgramInput::Kind::EnvironmentVariable)
      unset += fmt::format("  unsetenv(\"{}\");\n", supply.input->name);
  std::string text = markerLine("//", layout) + helper + unset + rest;
  const std::string word = "programName";
  text.replace(text.find(word), word.size(), stringLiteral(subject.program->name));
  return {"tests/pincer_program.h", std::move(text)};
}

std::string programEntry(const Subject &subject, const ExportNames &names) {
  constexpr const char *passed[] = {"", "argc", "argc, argv", "argc, argv, environment"};
  const std::uint32_t count = std::min(subject.program->parameterCount, 3u);
  std::string text = "int pincer_call_main(int argc, char **argv, char **environment) {\n";
  for (const char *unused : {"argc", "argv", "environment"})
    text += fmt::format("  (void){};\n", unused);
  return text + fmt::format("  return {}({});\n}}\n",
                            names.programMain(subject[subject.program->main].unit), passed[count]);
}

std::vector<std::string> programStatements(const Subject &subject, const KeptTest &test) {
  const std::string call = runCall(model::programRun(subject, test.test));
  const auto *exited = std::get_if<model::Exited>(&test.outcome);
  if (test.isGreen() && model::isAbort(test.outcome))
    return {fmt::format("EXPECT_EQ(SIGABRT, {}.signal);", call)};
  if (!exited)
    return {fmt::format("EXPECT_TRUE({}.crashed());", call)};
  if (!test.output)
    return {fmt::format("EXPECT_EQ({}, {}.exitCode);", exited->code & 0xff, call)};
  std::vector<std::string> lines{
      fmt::format("const pincer::Ending ending = {};", call),
      fmt::format("EXPECT_EQ({}, ending.exitCode);", exited->code & 0xff)};
  lines.push_back(test.output->size() <= longestOutput
                      ? fmt::format("EXPECT_EQ({}, ending.output);", text(*test.output))
                      : fmt::format("EXPECT_EQ({}u, ending.output.size());", test.output->size()));
  return lines;
}

std::optional<std::string> pathRisk(const Subject &subject, const TestCase &test) {
  if (!subject.program || !subject.facts.pathEffect)
    return std::nullopt;
  for (const model::Function &function : subject.functions)
    for (const std::string &text : function.constants.strings)
      if (isPathOfOthers(text))
        return subject.facts.pathEffect;
  const ProgramRun run = model::programRun(subject, test);
  std::vector<std::string> texts = run.arguments;
  std::erase_if(texts, [&](const std::string &text) { return isNamedFile(subject, text); });
  texts.push_back(run.input);
  for (const auto *list : {&run.files, &run.environment})
    for (const auto &[name, bytes] : *list)
      texts.push_back(bytes);
  const bool hasSlash = std::any_of(texts.begin(), texts.end(), [](const std::string &text) {
    return text.find('/') != std::string::npos;
  });
  return hasSlash ? subject.facts.pathEffect : std::nullopt;
}

KeptTest withoutProgramInputs(const Subject &subject, KeptTest test) {
  std::erase_if(test.test.supplied, [&](const model::Supplied &supplied) {
    return subject[supplied.source].input.has_value();
  });
  return test;
}

std::vector<File> corpusFiles(const model::Suite &suite) {
  const Subject &subject = *suite.subject;
  std::map<std::string, std::string> files;
  if (subject.program)
    for (const KeptTest &test : suite.tests) {
      std::string bytes = model::mainInput(subject, model::programRun(subject, test.test));
      files.emplace("corpus/" + support::shortHash(bytes, corpusDigits), std::move(bytes));
    }
  std::vector<File> list;
  for (auto &[path, bytes] : files)
    list.push_back({path, std::move(bytes)});
  return list;
}

} // namespace emit
