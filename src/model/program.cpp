#include "model/program.h"

#include "model/objects.h"
#include "model/value_access.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace model {

using support::Error;
using support::Status;
using Kind = ProgramInput::Kind;

namespace {

/// Makes the types of abi/streams.h.
class Types {
public:
  explicit Types(Subject &subject) : subject_(subject), pointerSize_(isFor32Bits(subject) ? 4 : 8) {
    character_ = add({.kind = TypeKind::Integer,
                      .spelling = "unsigned char",
                      .isChar = true,
                      .size = 1,
                      .alignment = 1});
    length_ = add({.kind = TypeKind::Integer,
                   .spelling = pointerSize_ == 4 ? "unsigned long long" : "unsigned long",
                   .size = 8,
                   .alignment = pointerSize_});
  }

  TypeId text() { return pointerTo(character_, true); }
  TypeId bytes() { return list("struct PincerBytes", "bytes", pointerTo(character_, false)); }
  TypeId texts() { return list("struct PincerTexts", "values", pointerTo(text(), false)); }

private:
  TypeId add(Type type) {
    subject_.types.push_back(std::move(type));
    return TypeId(subject_.types.size() - 1);
  }
  TypeId pointerTo(TypeId element, bool isConst) {
    return add({.kind = TypeKind::Pointer,
                .spelling = subject_[element].spelling + " *",
                .pointeeIsConst = isConst,
                .size = pointerSize_,
                .alignment = pointerSize_,
                .element = element});
  }
  TypeId list(const char *spelling, const char *pointerName, TypeId pointer) {
    Type type{.kind = TypeKind::Struct, .spelling = spelling, .hasTag = true};
    type.size = pointerSize_ + 8;
    type.alignment = pointerSize_;
    type.fields = {{pointerName, pointer, 0, {}}, {"length", length_, pointerSize_ * 8, {}}};
    type.lengthPairs = {{0, 1}};
    type.isProgramInput = true;
    return add(std::move(type));
  }

  static bool isFor32Bits(const Subject &subject) {
    return std::any_of(subject.units.begin(), subject.units.end(), [](const Unit &unit) {
      return std::find(unit.flags.begin(), unit.flags.end(), "-m32") != unit.flags.end();
    });
  }

  Subject &subject_;
  const std::uint64_t pointerSize_;
  TypeId character_, length_;
};

support::Result<FunctionId> findMain(const Subject &subject) {
  std::vector<std::string> files;
  FunctionId found;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    if (subject.functions[i].name == "main" && !subject.functions[i].isStatic) {
      found = FunctionId(i);
      files.push_back(subject.functions[i].file);
    }
  if (files.empty())
    return Error{"--program: none of the sources defines main"};
  if (files.size() > 1)
    return Error{
        fmt::format("--program: more than one source defines main: {}", fmt::join(files, ", "))};
  return found;
}

Status checkFile(const std::string &name) {
  const std::filesystem::path path(name);
  const auto refuse = [&](const char *why) {
    return Error{fmt::format("--file: '{}' {}", name, why)};
  };
  if (path.is_absolute())
    return refuse("is an absolute path; a program's files lie in the folder where it runs");
  if (std::find(path.begin(), path.end(), "..") != path.end())
    return refuse("leads out of the folder where the program runs");
  if (!path.has_filename() || path.filename() == ".")
    return refuse("is no name of a file");
  if (name.size() > 255 || name.find_first_of("\"\\\n") != std::string::npos)
    return refuse("is a name that can't be written down");
  return support::Done{};
}

Status checkVariable(const std::string &name) {
  const bool isName = !name.empty() && name.size() <= 255 && !std::isdigit(name.front()) &&
                      std::all_of(name.begin(), name.end(),
                                  [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (!isName)
    return Error{fmt::format("--env: '{}' is no name of an environment variable", name)};
  return support::Done{};
}

Status checkNames(const ProgramOptions &options) {
  for (const std::string &name : options.files)
    if (Status status = checkFile(name); !status)
      return status;
  for (const std::string &name : options.variables)
    if (Status status = checkVariable(name); !status)
      return status;
  return support::Done{};
}

void supply(Subject &subject, UnitId unit, const std::string &symbol, ProgramInput input,
            TypeId type) {
  const bool isKnown =
      std::any_of(subject.supplies.begin(), subject.supplies.end(), [&](const Supply &each) {
        return each.input && each.input->kind == input.kind && each.input->name == input.name;
      });
  if (isKnown) // the user named it twice
    return;
  Supply made{.kind = Supply::Kind::Variable, .name = symbol};
  made.unit = unit;
  made.type = type;
  made.input = std::move(input);
  subject.supplies.push_back(std::move(made));
}

/// What a pointer of the test refers to, from there on, where it owns it or points inside.
class Contents {
public:
  explicit Contents(const TestCase &test) {
    for (const Step &step : test.steps)
      for (const Value &argument : step.arguments)
        collect(argument);
    for (const Supplied &supplied : test.supplied)
      collect(supplied.value);
  }

  std::string bytes(const Value &pointer) const {
    if (pointer.is<Object>())
      return pointer.bytes();
    const auto *inside = pointer.find<Inside>();
    if (!inside || inside->object >= objects_.size())
      return {};
    const std::string &all = objects_[inside->object]->bytes;
    return inside->offset < all.size() ? all.substr(inside->offset) : std::string();
  }

  /// Up to the first NUL.
  std::string text(const Value &pointer) const {
    const std::string all = bytes(pointer);
    return all.substr(0, all.find('\0'));
  }

  std::span<const Value> parts(const Value &pointer) const {
    if (pointer.is<Object>())
      return pointer.parts();
    const auto *inside = pointer.find<Inside>();
    if (!inside || inside->object >= objects_.size())
      return {};
    return objects_[inside->object]->parts;
  }

private:
  void collect(const Value &value) {
    if (const auto *object = value.find<Object>())
      objects_.push_back(object);
    for (const Value &part : value.parts())
      collect(part);
  }

  std::vector<const Object *> objects_;
};

std::uint64_t lengthIn(const Value &list) {
  std::uint64_t length = 0;
  std::memcpy(&length, list.parts()[1].bytes().data(),
              std::min(sizeof length, list.parts()[1].bytes().size()));
  return length;
}

std::string streamBytes(const Contents &contents, const Value &stream) {
  const std::string bytes = contents.bytes(stream.parts()[0]);
  return bytes.substr(0, std::min<std::uint64_t>(bytes.size(), lengthIn(stream)));
}

Value lengthValue(std::uint64_t length) {
  Bytes value{std::string(sizeof length, '\0')};
  std::memcpy(value.bytes.data(), &length, sizeof length);
  return value;
}

Value ownText(const std::string &text) { return Object{.bytes = text + '\0'}; }

Value ownTexts(const std::vector<std::string> &texts) {
  Object list;
  for (const std::string &text : texts)
    list.parts.push_back(ownText(text));
  return list;
}

const std::string *named(const std::vector<std::pair<std::string, std::string>> &list,
                         const std::string &name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto &each) { return each.first == name; });
  return found == list.end() ? nullptr : &found->second;
}

/// `value` is the simplest one.
void fillInput(Value &value, const ProgramInput &input, const ProgramRun &run) {
  const auto fillStream = [&](const std::string &bytes) {
    value.parts()[0] = ownText(bytes);
    value.parts()[1] = lengthValue(bytes.size());
  };
  switch (input.kind) {
  case Kind::StandardInput:
    if (!run.input.empty())
      fillStream(run.input);
    break;
  case Kind::File:
    fillStream("");
    if (const std::string *bytes = named(run.files, input.name))
      fillStream(*bytes);
    else
      value.parts()[0] = Null{};
    break;
  case Kind::EnvironmentVariable:
    value = Null{};
    if (const std::string *text = named(run.environment, input.name))
      value = ownText(*text);
    break;
  case Kind::Arguments:
    if (run.arguments.empty())
      break;
    value.parts()[0] = ownTexts(run.arguments);
    value.parts()[1] = lengthValue(run.arguments.size());
    break;
  }
}

/// A program is often told the name of its file.
void addWords(std::vector<std::string> &words, const std::vector<std::string> &more) {
  words.insert(words.end(), more.begin(), more.end());
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

} // namespace

Status makeProgram(Subject &subject, const ProgramOptions &options) {
  if (Status status = checkNames(options); !status)
    return status;
  const auto found = findMain(subject);
  if (!found)
    return found.error();
  const FunctionId id = *found;
  for (Function &function : subject.functions)
    function.undrivable = "with --program, tests call main only";
  Function &main = subject.functions[id.index];
  main.undrivable.reset();
  main.limit.reset();
  subject.program = Program{
      .main = id,
      .parameterCount = static_cast<std::uint32_t>(main.parameters.size()),
      .name = std::filesystem::path(subject[main.unit].path).stem().string(),
  };
  main.parameters.clear();
  main.lengthPairs.clear();
  addWords(main.constants.strings, options.files);

  Types types(subject);
  const TypeId bytes = types.bytes();
  const auto add = [&, unit = main.unit](const std::string &symbol, Kind kind,
                                         const std::string &name, TypeId type) {
    supply(subject, unit, symbol, {kind, name}, type);
  };
  if (subject.program->parameterCount > 0)
    add("pincer_argv", Kind::Arguments, "", types.texts());
  add("pincer_stdin", Kind::StandardInput, "", bytes);
  for (std::size_t i = 0; i < options.files.size(); ++i)
    add(fmt::format("pincer_file_{}", i + 1), Kind::File,
        std::filesystem::path(options.files[i]).lexically_normal().string(), bytes);
  for (const std::string &name : options.variables)
    add("pincer_env_" + name, Kind::EnvironmentVariable, name, types.text());
  return support::Done{};
}

ProgramRun programRun(const Subject &subject, const TestCase &test) {
  const Contents contents(test);
  ProgramRun run;
  for (const Supplied &supplied : test.supplied) {
    const auto &input = subject[supplied.source].input;
    const Value &value = supplied.value;
    if (!input)
      continue;
    switch (input->kind) {
    case Kind::StandardInput:
      run.input = streamBytes(contents, value);
      break;
    case Kind::File:
      if (!value.parts()[0].is<Null>())
        run.files.emplace_back(input->name, streamBytes(contents, value));
      break;
    case Kind::EnvironmentVariable:
      if (!value.is<Null>())
        run.environment.emplace_back(input->name, contents.text(value));
      break;
    case Kind::Arguments: {
      const auto texts = contents.parts(value.parts()[0]);
      for (const Value &text : texts.first(std::min<std::uint64_t>(texts.size(), lengthIn(value))))
        run.arguments.push_back(contents.text(text));
      break;
    }
    }
  }
  return run;
}

std::string shownName(const Supply &supply) {
  switch (supply.input->kind) {
  case Kind::StandardInput:
    return "stdin";
  case Kind::Arguments:
    return "argv";
  default:
    return supply.input->name;
  }
}

TestCase programTest(const Subject &subject, const ProgramRun &run) {
  TestCase test(subject.program->main, {});
  for (const SupplyId id : subject[test.function()].facts.supplies) {
    const Supply &supply = subject[id];
    if (supply.kind != Supply::Kind::Variable)
      continue;
    Supplied supplied{id, 0, simplestValue(subject, supply.type)};
    if (supply.input)
      fillInput(supplied.value, *supply.input, run);
    test.supplied.push_back(std::move(supplied));
  }
  return test;
}

TestCase programSeed(const Subject &subject, const std::string &bytes) {
  ProgramRun run;
  const std::vector<std::string> files = fileNames(subject);
  if (files.size() == 1)
    run.files.emplace_back(files.front(), bytes);
  else
    run.input = bytes;
  return programTest(subject, run);
}

std::vector<std::string> fileNames(const Subject &subject) {
  std::vector<std::string> names;
  for (const Supply &supply : subject.supplies)
    if (supply.input && supply.input->kind == Kind::File)
      names.push_back(supply.input->name);
  return names;
}

std::string mainInput(const Subject &subject, const ProgramRun &run) {
  if (fileNames(subject).size() != 1)
    return run.input;
  return run.files.empty() ? std::string() : run.files.front().second;
}

} // namespace model
