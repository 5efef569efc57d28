#include "emit/suite_maker.h"

#include "support/hash.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace emit {

using model::Field;
using model::FunctionId;
using model::KeptTest;
using model::SiteId;
using model::Type;
using model::TypeId;
using model::TypeKind;

SuiteMaker::SuiteMaker() {
  voidType = type({.kind = TypeKind::Void, .spelling = "void"});
  boolType = type({.kind = TypeKind::Bool, .spelling = "_Bool", .size = 1});
  charType = integer("char", 1, true, true);
  unsignedCharType = integer("unsigned char", 1, false, true);
  shortType = integer("short", 2, true);
  intType = integer("int", 4, true);
  unsignedType = integer("unsigned int", 4, false);
  longType = integer("long", 8, true);
  unsignedLongType = integer("unsigned long", 8, false);
  longLongType = integer("long long", 8, true);
  wideType = integer("__int128", 16, true);
  const auto floating = [&](std::string spelling, std::uint64_t size) {
    return type({.kind = TypeKind::Float,
                 .spelling = std::move(spelling),
                 .isSigned = true,
                 .size = size,
                 .alignment = size});
  };
  floatType = floating("float", 4);
  doubleType = floating("double", 8);
  longDoubleType = floating("long double", 16);
  suite.subject = &subject;
  suite.branches = &branches;
  suite.strategy = "random";
}

TypeId SuiteMaker::type(Type type) {
  subject.types.push_back(std::move(type));
  return TypeId(subject.types.size() - 1);
}

TypeId SuiteMaker::integer(std::string spelling, std::uint64_t size, bool isSigned, bool isChar) {
  return type({.kind = TypeKind::Integer,
               .spelling = std::move(spelling),
               .isSigned = isSigned,
               .isChar = isChar,
               .size = size,
               .alignment = size});
}

TypeId SuiteMaker::pointerTo(TypeId element, bool isConst) {
  return type({.kind = TypeKind::Pointer,
               .pointeeIsConst = isConst,
               .size = 8,
               .alignment = 8,
               .element = element});
}

TypeId SuiteMaker::arrayOf(TypeId element, std::uint64_t count) {
  return type({.kind = TypeKind::Array,
               .size = subject[element].size * count,
               .alignment = subject[element].alignment,
               .element = element,
               .count = count});
}

TypeId SuiteMaker::record(TypeKind kind, std::string spelling, std::vector<Field> fields,
                          std::uint64_t size, std::uint64_t alignment) {
  Type made{.kind = kind, .spelling = spelling, .size = size, .alignment = alignment};
  made.hasTag = spelling.starts_with("struct ") || spelling.starts_with("union ");
  if (alignment == 0)
    for (const Field &field : fields)
      made.alignment =
          std::max(std::max<std::uint64_t>(1, made.alignment), subject[field.type].alignment);
  made.fields = std::move(fields);
  return type(std::move(made));
}

TypeId SuiteMaker::enumeration(std::string spelling, std::vector<model::Enumerator> enumerators) {
  Type made{.kind = TypeKind::Enum, .spelling = spelling, .size = 4, .alignment = 4};
  made.hasTag = spelling.starts_with("enum ");
  made.enumerators = std::move(enumerators);
  return type(std::move(made));
}

model::UnitId SuiteMaker::unit(std::string path, std::vector<std::string> flags) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  subject.units.push_back({std::move(path), folder, std::move(flags)});
  return model::UnitId(subject.units.size() - 1);
}

FunctionId SuiteMaker::function(std::string name, TypeId result,
                                std::vector<model::Parameter> parameters) {
  model::Function made;
  made.name = std::move(name);
  made.unit = model::UnitId(subject.units.size() - 1);
  made.file = subject.units.back().path;
  made.line = static_cast<std::uint32_t>(subject.functions.size() + 1);
  made.result = result;
  made.parameters = std::move(parameters);
  subject.functions.push_back(std::move(made));
  suite.functions.emplace_back();
  return FunctionId(subject.functions.size() - 1);
}

model::GlobalId SuiteMaker::global(std::string name, TypeId type, bool isStatic) {
  subject.globals.push_back(
      {std::move(name), model::UnitId(subject.units.size() - 1), type, isStatic, false});
  return model::GlobalId(subject.globals.size() - 1);
}

SiteId SuiteMaker::site(std::uint32_t line, std::string condition, std::string outcome,
                        std::string function) {
  const std::string &file = subject.units.back().path;
  model::Site made;
  made.id =
      fmt::format("{}:{}:7:{}", std::filesystem::path(file).filename().string(), line, outcome);
  made.range = {file, line, 7, line, 7 + static_cast<std::uint32_t>(condition.size())};
  made.function = std::move(function);
  made.condition = std::move(condition);
  made.outcome = std::move(outcome);
  branches.sites.push_back(std::move(made));
  suite.verdicts.push_back(model::Open{"not reached"});
  return SiteId(branches.sites.size() - 1);
}

KeptTest &SuiteMaker::test(FunctionId function, std::vector<model::Value> arguments,
                           model::Value result, std::vector<SiteId> purpose) {
  KeptTest &made =
      endingTest(function, std::move(arguments), model::Returned{}, std::move(purpose));
  made.observation = model::Observation{std::move(result), made.test.arguments, {}};
  return made;
}

KeptTest &SuiteMaker::endingTest(FunctionId function, std::vector<model::Value> arguments,
                                 model::Outcome outcome, std::vector<SiteId> purpose) {
  KeptTest made;
  made.test = {function, std::move(arguments)};
  made.outcome = std::move(outcome);
  made.covers = made.purpose = std::move(purpose);
  made.id =
      support::shortHash(fmt::format("{} {}", subject[function].name, suite.tests.size()), 12);
  for (const SiteId id : made.covers)
    suite.verdicts[id.index] = model::Covered{made.id};
  suite.tests.push_back(std::move(made));
  return suite.tests.back();
}

} // namespace emit
