#include "frontend/files.h"

#include "model/sequences.h"

#include <algorithm>
#include <map>

// The bytes of a file are an input like a std::string: the test holds both as a pointer and a
// length (model::Literal::Text), whether the source is C or C++.

namespace frontend {

using model::CallForm;
using model::Function;
using model::FunctionId;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;

namespace {

TypeId add(Subject &subject, Type type) {
  subject.types.push_back(std::move(type));
  return TypeId(subject.types.size() - 1);
}

TypeId typeOfBytes(Subject &subject, std::uint64_t wordSize) {
  const TypeId character = add(
      subject,
      {.kind = TypeKind::Integer, .spelling = "char", .isSigned = true, .isChar = true, .size = 1});
  const TypeId data = add(subject, {.kind = TypeKind::Pointer,
                                    .spelling = "const char *",
                                    .pointeeIsConst = true,
                                    .size = wordSize,
                                    .alignment = wordSize,
                                    .element = character});
  const TypeId size = add(subject, {.kind = TypeKind::Integer,
                                    .spelling = "unsigned long",
                                    .size = wordSize,
                                    .alignment = wordSize});
  return add(subject, {.kind = TypeKind::Struct,
                       .spelling = "std::string",
                       .qualified = "std::string",
                       .isSystem = true,
                       .size = 2 * wordSize,
                       .alignment = wordSize,
                       .fields = {{"data", data, 0, {}}, {"size", size, wordSize * 8, {}}},
                       .lengthPairs = {{0, 1}},
                       .literal = model::Literal::Text});
}

/// The parameter that asks for each kind of FILE, and a function that has it.
std::map<TypeId, std::pair<TypeId, FunctionId>> wantedFiles(const Subject &subject) {
  std::map<TypeId, std::pair<TypeId, FunctionId>> wanted;
  for (std::size_t i = 0; i < subject.functions.size(); ++i)
    for (const model::Parameter &parameter : subject.functions[i].parameters)
      if (const auto type = model::wantedBy(subject, parameter);
          type && model::isFile(subject[*type]) && !subject.functions[i].undrivable)
        wanted.try_emplace(*type, parameter.type, FunctionId(i));
  return wanted;
}

} // namespace

void addFiles(Subject &subject) {
  for (const auto &[file, by] : wantedFiles(subject)) {
    const auto [pointer, function] = by;
    const TypeId bytes = typeOfBytes(subject, subject[pointer].size);
    Function start;
    start.isImplicit = true;
    start.unit = subject[function].unit;
    start.file = subject[function].file;
    start.line = subject[function].line;
    start.owner = file;
    Function open = start, contents = start, close = start;
    open.form = CallForm::OpenFile;
    open.name = "a file with";
    open.parameters.push_back({.name = "bytes", .type = bytes});
    open.result = pointer;
    contents.form = CallForm::FileContents;
    contents.name = "contents of";
    contents.isConst = true;
    contents.parameters.push_back({.name = "file", .type = pointer});
    contents.result = bytes;
    close.form = CallForm::CloseFile;
    close.name = "end of the file";
    close.parameters.push_back({.name = "file", .type = pointer});
    close.result = add(subject, {.kind = TypeKind::Void, .spelling = "void"});
    for (Function *each : {&open, &contents, &close})
      subject.functions.push_back(std::move(*each));
  }
}

} // namespace frontend
