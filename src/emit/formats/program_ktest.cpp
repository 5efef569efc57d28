#include "emit/formats/program_ktest.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sys/stat.h>

// runtime/POSIX of KLEE: klee_init_env goes through the command line, makes a symbolic text per
// -sym-arg and up to n_args of them per -sym-args, and copies other words; klee_init_fds makes a
// file of bytes and a struct stat per symbolic file, and for stdin. In KLEE all symbolic files are
// there and have one length. Here each object is as long as its file, and a file that is absent has
// none, so that nothing is lost on the way back; KLEE itself replays tests of one file.

namespace emit {

using model::ProgramRun;
using model::Subject;

namespace {

constexpr std::size_t mostFiles = 26;

std::string letter(std::size_t file) { return std::string(1, static_cast<char>('A' + file)); }

/// What KLEE prefers for a regular file.
std::string statOf(const std::string &contents) {
  struct stat status = {};
  status.st_ino = 1;
  status.st_mode = S_IFREG | 0644;
  status.st_nlink = 1;
  status.st_blksize = 4096;
  status.st_blocks = 8;
  status.st_size = static_cast<off_t>(contents.size());
  return {reinterpret_cast<const char *>(&status), sizeof status};
}

void addFile(KTest &test, const std::string &name, const std::string &contents) {
  test.objects.push_back({name, contents});
  test.objects.push_back({name + "_stat", statOf(contents)});
}

/// Objects by name; several of one name in their order.
class Objects {
public:
  explicit Objects(const KTest &test) {
    for (const KTest::Object &object : test.objects)
      objects_[object.name].push_back(&object.bytes);
  }

  /// The next one of this name; null if there is none left.
  const std::string *next(const std::string &name) {
    auto &list = objects_[name];
    const std::size_t used = used_[name]++;
    return used < list.size() ? list[used] : nullptr;
  }

private:
  std::map<std::string, std::vector<const std::string *>> objects_;
  std::map<std::string, std::size_t> used_;
};

class Arguments {
public:
  Arguments(const KTest &test, Objects &objects) : words_(test.arguments), objects_(objects) {}

  std::vector<std::string> read() {
    for (at_ = std::min<std::size_t>(1, words_.size()); at_ < words_.size();) {
      const std::string word = option();
      if (word == "-sym-arg") {
        at_ += 2;
        addSymbolic();
      } else if (word == "-sym-args") {
        at_ += 4;
        addSeveral();
      } else if (const std::size_t values = valuesOf(word); values != notKnown) {
        at_ += 1 + values;
      } else {
        texts_.push_back(words_[at_++]);
      }
    }
    return std::move(texts_);
  }

private:
  static constexpr std::size_t notKnown = SIZE_MAX;

  /// --sym-arg means the same as -sym-arg.
  std::string option() const {
    const std::string &word = words_[at_];
    return word.starts_with("--") ? word.substr(1) : word;
  }
  static std::size_t valuesOf(const std::string &option) {
    static const std::map<std::string, std::size_t> known = {
        {"-sym-files", 2}, {"-sym-stdin", 1}, {"-sym-stdout", 0}, {"-save-all-writes", 0},
        {"-fd-fail", 0},   {"-max-fail", 1},  {"-bout-file", 1}};
    const auto found = known.find(option);
    return found == known.end() ? notKnown : found->second;
  }
  bool addSymbolic() {
    const std::string *bytes = objects_.next(fmt::format("arg{:02}", symbolic_++));
    if (bytes)
      texts_.push_back(bytes->substr(0, bytes->find('\0')));
    return bytes != nullptr;
  }
  void addSeveral() {
    std::uint32_t count = 0;
    if (const std::string *bytes = objects_.next("n_args"))
      std::memcpy(&count, bytes->data(), std::min(bytes->size(), sizeof count));
    while (count-- > 0 && addSymbolic())
      ;
  }

  const std::vector<std::string> &words_;
  Objects &objects_;
  std::size_t at_ = 0, symbolic_ = 0;
  std::vector<std::string> texts_;
};

bool isThere(const ProgramRun &run, const std::string &file) {
  return std::any_of(run.files.begin(), run.files.end(),
                     [&](const auto &each) { return each.first == file; });
}

/// File number `file` of KLEE's: the one of that name, or else the one at that place.
std::string nameOf(const std::vector<std::string> &files, std::size_t file) {
  if (std::find(files.begin(), files.end(), letter(file)) != files.end())
    return letter(file);
  return file < files.size() ? files[file] : std::string();
}

} // namespace

KTest programKTest(const Subject &subject, const ProgramRun &run, std::string program) {
  KTest test{{std::move(program)}, {}};
  const std::vector<std::string> files = model::fileNames(subject);
  for (std::size_t i = 0; i < run.arguments.size(); ++i) {
    std::string text = run.arguments[i];
    if (std::string plain = std::filesystem::path(text).lexically_normal(); isThere(run, plain))
      text = std::move(plain); // "./in.txt"
    const auto named = std::find(files.begin(), files.end(), text);
    if (named != files.end() && isThere(run, text))
      text = letter(static_cast<std::size_t>(named - files.begin()));
    test.arguments.insert(test.arguments.end(), {"-sym-arg", std::to_string(text.size())});
    test.objects.push_back({fmt::format("arg{:02}", i), text + '\0'});
  }
  std::size_t longest = 0;
  for (std::size_t i = 0; i < std::min(files.size(), mostFiles); ++i)
    for (const auto &[name, contents] : run.files)
      if (name == files[i]) {
        addFile(test, letter(i) + "_data", contents);
        longest = std::max(longest, contents.size());
      }
  if (longest > 0)
    test.arguments.insert(test.arguments.end(),
                          {"-sym-files", std::to_string(files.size()), std::to_string(longest)});
  if (!run.input.empty()) {
    addFile(test, "stdin", run.input);
    test.arguments.insert(test.arguments.end(), {"-sym-stdin", std::to_string(run.input.size())});
  }
  for (const auto &[name, text] : run.environment)
    test.objects.push_back({"env_" + name, text + '\0'});
  return test;
}

ProgramRun programRunOf(const Subject &subject, const KTest &test) {
  Objects objects(test);
  ProgramRun run;
  run.arguments = Arguments(test, objects).read();
  const std::vector<std::string> files = model::fileNames(subject);
  for (std::size_t i = 0; i < mostFiles; ++i) {
    const std::string *contents = objects.next(letter(i) + "_data");
    if (!contents)
      contents = objects.next(letter(i) + "-data");
    const std::string name = nameOf(files, i);
    if (contents && !name.empty()) {
      run.files.emplace_back(name, *contents);
      std::replace(run.arguments.begin(), run.arguments.end(), letter(i), name);
    }
  }
  if (const std::string *input = objects.next("stdin"))
    run.input = *input;
  for (const KTest::Object &object : test.objects)
    if (object.name.starts_with("env_"))
      run.environment.emplace_back(object.name.substr(4),
                                   object.bytes.substr(0, object.bytes.find('\0')));
  return run;
}

} // namespace emit
