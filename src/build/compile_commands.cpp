#include "build/compile_commands.h"

#include "frontend/flags.h"
#include "support/file_system.h"
#include "support/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace build {

namespace fs = std::filesystem;
using frontend::Option;
using support::Error;
using support::Json;
using support::Result;
using support::Status;

namespace {

using Words = std::vector<std::string>;

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N> &list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

template <std::size_t N>
bool startsWithOneOf(std::string_view word, const std::array<std::string_view, N> &list) {
  return std::any_of(list.begin(), list.end(), [&](auto start) { return word.starts_with(start); });
}

fs::path normal(const fs::path &path, const fs::path &directory) {
  return (directory / path).lexically_normal();
}

// ---- Words -------------------------------------------------------------------------------------

/// How a text is cut into words: as a POSIX shell does (without expansions), or as compilers read
/// response files, where a backslash works inside quotes too.
enum class Quoting { Shell, ResponseFile };

bool escapes(Quoting quoting, char quote, char next) {
  if (quoting == Quoting::ResponseFile || quote == 0)
    return true;
  return quote == '"' && std::string_view("\"\\$`\n").find(next) != std::string_view::npos;
}

Words splitWords(std::string_view text, Quoting quoting) {
  Words words;
  bool inWord = false;
  char quote = 0;
  const auto put = [&](char c) {
    if (!inWord)
      words.emplace_back();
    inWord = true;
    words.back() += c;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && escapes(quoting, quote, text[i + 1])) {
      if (text[++i] != '\n')
        put(text[i]);
    } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      if (!inWord)
        words.emplace_back(); // "" is a word
      inWord = true;
      quote = quote != 0 ? 0 : c;
    } else if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
      inWord = false;
    } else {
      put(c);
    }
  }
  return words;
}

constexpr int maximumNesting = 16; // of response files

/// Puts the contents of response files (@FILE) in their places.
Result<Words> expandResponseFiles(std::span<const std::string> words, const fs::path &directory,
                                  int nesting = 0) {
  Words expanded;
  for (const std::string &word : words) {
    if (word.size() < 2 || word.front() != '@') {
      expanded.push_back(word);
      continue;
    }
    const fs::path path = normal(word.substr(1), directory);
    if (nesting == maximumNesting)
      return Error{fmt::format("{}: response files are nested too deeply", path.string())};
    const auto text = support::readFile(path);
    if (!text)
      return text.error();
    const Words contents = splitWords(*text, Quoting::ResponseFile);
    const auto inner = expandResponseFiles(contents, directory, nesting + 1);
    if (!inner)
      return inner.error();
    expanded.insert(expanded.end(), inner->begin(), inner->end());
  }
  return expanded;
}

/// A command line without the compiler and what starts it ("ccache gcc", "env X=1 cc"); `compiler`
/// becomes the former.
Words withoutCompiler(Words words, std::string &compiler) {
  static constexpr std::array<std::string_view, 11> launchers = {
      "ccache",   "distcc", "icecc", "sccache", "gomacc", "buildcache",
      "colorgcc", "env",    "time",  "nice",    "libtool"};
  std::size_t next = 0;
  bool launched = false;
  while (next < words.size()) {
    const std::string program = fs::path(words[next]).filename().string();
    const bool isSetting = launched && words[next].find('=') != std::string::npos;
    if (!isOneOf(program, launchers) && !isSetting)
      break;
    launched = true;
    ++next;
    // libtool's own options come before the compiler.
    while (program == "libtool" && next < words.size() && words[next].starts_with("-"))
      ++next;
  }
  // "distcc -c a.c" has no compiler of its own.
  if (next < words.size() && !(launched && words[next].starts_with("-")))
    compiler = words[next++];
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(next));
  return words;
}

// ---- Flags -------------------------------------------------------------------------------------

/// True for options that don't change what the source means: outputs, optimisation, debugging,
/// profiling, warnings, linking. (-Wno-x stays: it may turn off what clang makes an error; -Wp,x is
/// for the preprocessor. Path maps would hide where the source is.)
bool saysNothingOfTheSource(std::string_view flag) {
  static constexpr std::array<std::string_view, 19> flags = {
      "-c",        "-S",      "-E",      "-o",        "-w",        "-v",
      "-###",      "-p",      "-pg",     "-pipe",     "-pedantic", "-pedantic-errors",
      "-s",        "-static", "-shared", "-rdynamic", "-time",     "-fsyntax-only",
      "-emit-llvm"};
  static constexpr std::array<std::string_view, 40> starts = {"-M",
                                                              "-O",
                                                              "-g",
                                                              "-W",
                                                              "--warn",
                                                              "-flto",
                                                              "-fno-lto",
                                                              "-ffat-lto",
                                                              "-fno-fat-lto",
                                                              "-fprofile",
                                                              "-fno-profile",
                                                              "-fsanitize",
                                                              "-fno-sanitize",
                                                              "--coverage",
                                                              "-coverage",
                                                              "-ftest-coverage",
                                                              "-fcoverage",
                                                              "-fdiagnostics",
                                                              "-fno-diagnostics",
                                                              "-fcolor-diagnostics",
                                                              "-fno-color-diagnostics",
                                                              "-fansi-escape-codes",
                                                              "-fcaret-diagnostics",
                                                              "-fmessage-length",
                                                              "-fmax-errors",
                                                              "-ferror-limit",
                                                              "-finstrument-functions",
                                                              "-fxray",
                                                              "-fuse-ld",
                                                              "-fplugin",
                                                              "-fdump-",
                                                              "-fopt-info",
                                                              "-fverbose-asm",
                                                              "-fstack-usage",
                                                              "-fcallgraph-info",
                                                              "-frandom-seed",
                                                              "-ffile-prefix-map",
                                                              "-fdebug-",
                                                              "-ffile-compilation-dir",
                                                              "-save-temps"};
  if (flag.starts_with("-Wno-") || flag.starts_with("-Wp,") || flag.starts_with("-gcc-toolchain"))
    return false;
  return isOneOf(flag, flags) || startsWithOneOf(flag, starts);
}

bool isForTheLinker(std::string_view flag) {
  return flag.starts_with("-l") || flag.starts_with("-L") || flag.starts_with("-Wl,") ||
         flag == "-Xlinker";
}

/// -include-pch FILE, also as CMake writes it: -Xclang -include-pch -Xclang FILE. A precompiled
/// header fits only the compiler and the flags it was made with; the header itself is named as
/// well.
std::size_t precompiledHeaderOptions(std::span<const Option> options) {
  const Words &words = options.front().words;
  if (words.front() == "-include-pch")
    return 1;
  const bool passedOn = words.size() == 2 && words[0] == "-Xclang" && words[1] == "-include-pch";
  return passedOn ? std::min<std::size_t>(2, options.size()) : 0;
}

/// What stays of a compiler's arguments.
std::vector<Option> meaningfulOptions(std::span<const std::string> words, bool keepLinkerOptions) {
  const std::vector<Option> options = frontend::splitOptions(words);
  std::vector<Option> kept;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string &flag = options[i].words.front();
    const auto rest = std::span(options).subspan(i);
    if (options[i].kind == Option::Kind::Input)
      continue;
    if (const std::size_t count = precompiledHeaderOptions(rest)) {
      i += count - 1;
      continue;
    }
    if (isForTheLinker(flag) ? keepLinkerOptions : !saysNothingOfTheSource(flag))
      kept.push_back(options[i]);
  }
  return kept;
}

/// Lets an option of the user's mean the same file in another folder than the current one.
void makePathAbsolute(Option &option, const fs::path &directory) {
  static constexpr std::array<std::string_view, 7> withPaths = {
      "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I", "-L"};
  for (const std::string_view name : withPaths) {
    std::string &last = option.words.back();
    const bool apart = option.words.size() == 2 && option.words.front() == name;
    if (!apart && !(option.words.size() == 1 && last.starts_with(name)))
      continue;
    const std::size_t start = apart ? 0 : name.size();
    const fs::path path = normal(last.substr(start), directory);
    // `-include config.h` may also mean a file on the include path.
    const bool searched = name == "-include" || name == "-imacros";
    if (start < last.size() && last[start] != '=' && (!searched || fs::exists(path)))
      last.replace(start, std::string::npos, path.string());
    return;
  }
}

// ---- Sources -----------------------------------------------------------------------------------

Status checkSource(const fs::path &source) {
  static constexpr std::array<std::string_view, 10> known = {".c",   ".i", ".cpp", ".cc",  ".cxx",
                                                             ".c++", ".C", ".cp",  ".CPP", ".ii"};
  std::error_code ignored;
  const fs::file_status status = fs::status(source, ignored);
  if (!fs::exists(status))
    return Error{fmt::format("{}: no such file", source.string())};
  if (fs::is_directory(status))
    return Error{
        fmt::format("{} is a folder: name the source files in it instead", source.string())};
  const std::string extension = source.extension().string();
  if (!isOneOf(extension, known) && !frontend::isHeader(source.string()))
    return Error{
        fmt::format("{}: not known as a C or C++ source: its name does not end in .c, .cpp, "
                    ".cc, .cxx, .C, .i or .ii, nor in .h or .hpp as a header's",
                    source.string())};
  return support::Done{};
}

/// Absolute paths as the user named them, each file once.
Result<std::vector<fs::path>> checkedSources(std::span<const fs::path> sources) {
  if (sources.empty())
    return Error{"no sources are given"};
  std::vector<fs::path> checked;
  std::set<fs::path> seen;
  for (const fs::path &source : sources) {
    if (const Status status = checkSource(source); !status)
      return status.error();
    if (seen.insert(fs::canonical(source)).second)
      checked.push_back(normal(source, fs::current_path()));
  }
  return checked;
}

// ---- compile_commands.json ---------------------------------------------------------------------

struct Entry {
  fs::path file;
  fs::path directory;
  std::size_t index = 0; // in the database
};

/// Line and column of a byte, both from one.
std::pair<std::size_t, std::size_t> position(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n');
  return {line + 1, start == std::string_view::npos ? before.size() + 1 : before.size() - start};
}

class Database {
public:
  static Result<Database> open(const fs::path &given) {
    std::error_code ignored;
    Database database;
    database.path_ = normal(given, fs::current_path());
    if (fs::is_directory(database.path_, ignored)) {
      database.path_ /= "compile_commands.json";
      if (!fs::exists(database.path_, ignored))
        return Error{fmt::format("{} does not exist: -p takes a build folder that holds one (CMake "
                                 "writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), or the file",
                                 database.path_.lexically_normal().string())};
    }
    if (const Status status = database.load(); !status)
      return status.error();
    return database;
  }

  /// The first entry for the file, and how many there are.
  std::pair<const Entry *, std::size_t> find(const fs::path &source) const {
    auto found = matching([&](const Entry &entry) { return entry.file == source; });
    if (!found.first)
      // Perhaps by another name, through a symbolic link.
      found = matching([&](const Entry &entry) {
        std::error_code ignored;
        return entry.file.filename() == source.filename() &&
               fs::equivalent(entry.file, source, ignored);
      });
    return found;
  }

  /// An entry whose flags may be good for a header: a source of the same name, or the first.
  const Entry *nearest(const fs::path &header) const {
    const auto named =
        matching([&](const Entry &entry) { return entry.file.stem() == header.stem(); });
    return named.first || entries_.empty() ? named.first : &entries_.front();
  }

  /// The compiler's arguments; `compiler` becomes its name.
  Result<Words> arguments(const Entry &entry, std::string &compiler) const {
    const Json &json = json_[entry.index];
    Words words;
    if (json.contains("arguments") && json["arguments"].is_array()) {
      for (const Json &word : json["arguments"]) {
        if (!word.is_string())
          return fault(entry.index, "has an argument that is no string");
        words.push_back(word.get<std::string>());
      }
    } else if (json.contains("command") && json["command"].is_string()) {
      words = splitWords(json["command"].get<std::string>(), Quoting::Shell);
    } else {
      return fault(entry.index, "has neither \"arguments\" nor \"command\"");
    }
    return expandResponseFiles(withoutCompiler(std::move(words), compiler), entry.directory);
  }

  const fs::path &path() const { return path_; }

private:
  Error fault(std::size_t index, std::string_view what) const {
    return Error{fmt::format("{}: entry {} {}", path_.string(), index + 1, what)};
  }

  Status load() {
    const auto text = support::readFile(path_);
    if (!text)
      return text.error();
    try {
      json_ = Json::parse(*text);
    } catch (const Json::parse_error &error) {
      const auto [line, column] = position(*text, error.byte == 0 ? 0 : error.byte - 1);
      return Error{fmt::format("{}:{}:{}: this is no valid JSON", path_.string(), line, column)};
    } catch (const Json::exception &) { // such as a number too large
      return Error{fmt::format("{}: this is no valid JSON", path_.string())};
    }
    if (!json_.is_array())
      return Error{fmt::format("{}: not a list of compile commands", path_.string())};
    for (std::size_t i = 0; i < json_.size(); ++i) {
      const Json &json = json_[i];
      if (!json.is_object() || !json.contains("file") || !json["file"].is_string())
        return fault(i, "has no \"file\"");
      fs::path directory = path_.parent_path();
      if (json.contains("directory") && json["directory"].is_string())
        directory = normal(json["directory"].get<std::string>(), directory);
      entries_.push_back({normal(json["file"].get<std::string>(), directory), directory, i});
    }
    return support::Done{};
  }

  template <class Predicate>
  std::pair<const Entry *, std::size_t> matching(const Predicate &matches) const {
    std::pair<const Entry *, std::size_t> found{nullptr, 0};
    for (const Entry &entry : entries_)
      if (matches(entry) && found.second++ == 0)
        found.first = &entry;
    return found;
  }

  fs::path path_;
  Json json_;
  std::vector<Entry> entries_;
};

// ---- Units -------------------------------------------------------------------------------------

class Resolver {
public:
  explicit Resolver(std::vector<Option> extra) : extra_(std::move(extra)) {}

  Status addFrom(const Database &database, const fs::path &source) {
    auto [entry, count] = database.find(source);
    if (!entry && frontend::isHeader(source.string())) {
      entry = database.nearest(source);
      if (entry)
        resolved_.notes.push_back(fmt::format("{} has no entry in {}: it gets the flags of {}",
                                              source.string(), database.path().string(),
                                              entry->file.string()));
    }
    if (!entry)
      return Error{
          fmt::format("{} has no entry in {}: add it to the build that writes this file, or "
                      "leave out -p and give its flags after --",
                      source.string(), database.path().string())};
    if (count > 1)
      resolved_.notes.push_back(fmt::format("{} has {} entries in {}: the first one counts",
                                            source.string(), count, database.path().string()));
    std::string compiler;
    const auto words = database.arguments(*entry, compiler);
    if (!words)
      return words.error();
    const std::vector<Option> options = accepted(meaningfulOptions(*words, false), source);
    add(source, entry->directory, options);
    resolved_.units.back().compiler = compiler;
    return support::Done{};
  }

  void add(const fs::path &source, const fs::path &directory, std::span<const Option> options) {
    model::Unit unit{source.string(), directory.string(), {}};
    if (frontend::isHeader(unit.path)) // else clang would precompile it
      unit.flags = {
          "-x", frontend::languageOf(options, unit.path) == frontend::Language::Cxx ? "c++" : "c"};
    for (const Option &option : options)
      unit.flags.insert(unit.flags.end(), option.words.begin(), option.words.end());
    for (const Option &option : extra_)
      unit.flags.insert(unit.flags.end(), option.words.begin(), option.words.end());
    resolved_.units.push_back(std::move(unit));
  }

  ResolvedUnits take() { return std::move(resolved_); }

private:
  /// Without those that only another compiler takes. Most units share their flags, so answers are
  /// kept.
  const std::vector<Option> &accepted(const std::vector<Option> &options, const fs::path &source) {
    const frontend::Language language = frontend::languageOf(options, source.string());
    std::vector<Words> key{{language == frontend::Language::Cxx ? "c++" : "c"}};
    for (const Option &option : options)
      key.push_back(option.words);
    const auto [place, isNew] = accepted_.try_emplace(std::move(key));
    if (!isNew)
      return place->second;
    const std::vector<std::size_t> rejected = frontend::rejectedOptions(options, language);
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (!std::binary_search(rejected.begin(), rejected.end(), i))
        place->second.push_back(options[i]);
      else
        noteDropped(options[i]);
    }
    return place->second;
  }

  void noteDropped(const Option &option) {
    const std::string text = fmt::format("{}", fmt::join(option.words, " "));
    if (dropped_.insert(text).second)
      resolved_.notes.push_back(fmt::format("left out '{}', which clang-19 does not take", text));
  }

  std::vector<Option> extra_;
  std::map<std::vector<Words>, std::vector<Option>> accepted_;
  std::set<std::string> dropped_;
  ResolvedUnits resolved_;
};

} // namespace

Result<ResolvedUnits> resolveUnits(std::span<const fs::path> sources,
                                   const std::optional<fs::path> &databasePath,
                                   std::span<const std::string> extraFlags) {
  const fs::path here = fs::current_path();
  const auto checked = checkedSources(sources);
  if (!checked)
    return checked.error();
  const auto extraWords = expandResponseFiles(extraFlags, here);
  if (!extraWords)
    return extraWords.error();
  std::vector<Option> extra = meaningfulOptions(*extraWords, true);
  if (!databasePath) {
    Resolver resolver(std::move(extra));
    for (const fs::path &source : *checked)
      resolver.add(source, here, {});
    return resolver.take();
  }
  const auto database = Database::open(*databasePath);
  if (!database)
    return database.error();
  for (Option &option : extra)
    makePathAbsolute(option, here);
  Resolver resolver(std::move(extra));
  for (const fs::path &source : *checked)
    if (const Status status = resolver.addFrom(*database, source); !status)
      return status.error();
  return resolver.take();
}

} // namespace build
