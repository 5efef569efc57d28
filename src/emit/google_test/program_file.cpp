#include "emit/google_test/program_file.h"

#include "emit/disk.h"
#include "emit/google_test/literals.h"
#include "model/program.h"
#include "support/hash.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

// A program ends its process, changes the folder it runs in and reads what lies there. So every
// test is a process of its own, in an empty folder, with the environment that driver/program.c
// gives to a program, too. If the program may change files, that process is behind the fence of
// test_fence.cpp.

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
#include <unistd.h>
#include <utility>
#include <vector>

extern "C" int pincer_call_main(int argc, char **argv, char **environment);
extern "C" int pincer_in_child(void (*body)(const void *), const void *given);
extern "C" bool pincer_has_fence();
extern "C" bool pincer_raise_fence(const char *folder);

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

// Where and how it runs.
struct Place {
  std::string folder = (std::filesystem::temp_directory_path() / "pincer-XXXXXX").string();
  std::FILE *input = std::tmpfile(), *output = std::tmpfile(), *errors = std::tmpfile();
  bool (*raiseFence)(const char *folder) = nullptr; // null: in the open
};

[[noreturn]] inline void callMain(const Inputs &inputs, const Place &place) {
  if (chdir(place.folder.c_str()) != 0 || dup2(fileno(place.input), 0) != 0 ||
      dup2(fileno(place.output), 1) != 1 || dup2(fileno(place.errors), 2) != 2)
    std::abort();
  for (std::FILE *file : {place.input, place.output, place.errors})
    close(fileno(file));
  if (place.raiseFence && !place.raiseFence(place.folder.c_str()))
    std::abort();
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

inline std::string textOf(std::FILE *file) {
  std::string text;
  std::rewind(file);
  for (int c; (c = std::getc(file)) != EOF;)
    text += static_cast<char>(c);
  std::fclose(file);
  return text;
}

inline Ending runAt(Place place, const Inputs &inputs) {
  if (!mkdtemp(place.folder.data()) || !place.input || !place.output || !place.errors)
    return {};
  for (const auto &[name, bytes] : inputs.files) {
    const std::filesystem::path path = std::filesystem::path(place.folder) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }
  std::fwrite(inputs.input.data(), 1, inputs.input.size(), place.input);
  std::fflush(place.input);
  std::rewind(place.input);
  const std::pair<const Inputs &, const Place &> call = {inputs, place};
  const auto body = [](const void *given) {
    const auto &[inputs, place] = *static_cast<decltype(&call)>(given);
    callMain(inputs, place);
  };
  Ending ending;
  if (const int status = pincer_in_child(body, &call); status != -1) {
    ending.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    ending.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
  std::fclose(place.input);
  ending.output = textOf(place.output);
  const std::string errors = textOf(place.errors);
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  std::error_code ignored;
  std::filesystem::remove_all(place.folder, ignored);
  return ending;
}

// Calls main in a process and an empty folder of its own; returning from it is exiting.
inline Ending run(const Inputs &inputs) { return runAt({}, inputs); }

// The same where it can change no file but those in its folder, and no other process.
inline Ending runBehindFence(const Inputs &inputs) {
  Place place;
  place.raiseFence = pincer_raise_fence;
  return runAt(place, inputs);
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

std::string runCall(const ProgramRun &run, bool isFenced) {
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
  return fmt::format("pincer::{}({{{}}})", isFenced ? "runBehindFence" : "run",
                     fmt::join(parts, ", "));
}

bool isNamedFile(const Subject &subject, const std::string &text) {
  return std::any_of(subject.supplies.begin(), subject.supplies.end(),
                     [&](const model::Supply &supply) {
                       return supply.input && supply.input->kind == ProgramInput::Kind::File &&
                              supply.input->name == text;
                     });
}

bool isPathOfOthers(const std::string &text) {
  return text.starts_with("/") || text.find("../") != std::string::npos || text == "..";
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

std::vector<std::string> programStatements(const Dialect &dialect, const Subject &subject,
                                           const KeptTest &test, bool isFenced) {
  const std::string call = runCall(model::programRun(subject, test.test), isFenced);
  std::vector<std::string> lines;
  if (isFenced)
    lines.push_back("if (!pincer_has_fence())\n  " +
                    skipped(dialect, "this kernel has no fence for it: that takes Landlock and "
                                     "seccomp") +
                    ";");
  const auto *exited = std::get_if<model::Exited>(&test.outcome);
  const std::string code = exited ? fmt::format("{}", exited->code & 0xff) : "";
  const auto expectEqual = [&](const std::string &expected, const std::string &actual) {
    lines.push_back(equal(dialect, dialect.equal, expected, actual) + ";");
  };
  if (test.isGreen() && model::isAbort(test.outcome)) {
    expectEqual("SIGABRT", call + ".signal");
  } else if (!exited) {
    lines.push_back(holds(dialect, dialect.isTrue, call + ".crashed()") + ";");
  } else if (!test.output) {
    expectEqual(code, call + ".exitCode");
  } else {
    lines.push_back(fmt::format("const pincer::Ending ending = {};", call));
    expectEqual(code, "ending.exitCode");
    if (test.output->size() <= longestOutput)
      expectEqual(text(*test.output), "ending.output");
    else
      expectEqual(fmt::format("{}u", test.output->size()), "ending.output.size()");
  }
  return lines;
}

std::optional<std::string> pathRisk(const Subject &subject, const TestCase &test) {
  const auto &effect = subject[subject.program->main].facts.fencedEffect;
  if (!effect || !subject.facts.changesOnlyFiles)
    return effect;
  for (const model::Function &function : subject.functions)
    for (const std::string &text : function.constants.strings)
      if (isPathOfOthers(text))
        return effect;
  const ProgramRun run = model::programRun(subject, test);
  std::vector<std::string> texts = run.arguments;
  std::erase_if(texts, [&](const std::string &text) { return isNamedFile(subject, text); });
  texts.push_back(run.input);
  for (const auto *list : {&run.files, &run.environment})
    for (const auto &[name, bytes] : *list)
      texts.push_back(bytes);
  const bool isRisky = std::any_of(texts.begin(), texts.end(), [](const std::string &text) {
    return text.find('/') != std::string::npos || text.find("..") != std::string::npos;
  });
  return isRisky ? effect : std::nullopt;
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
