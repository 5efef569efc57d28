#include "emit/testing/suite_maker.h"

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

TypeId SuiteMaker::classType(std::string qualified) {
  const std::size_t scope = qualified.rfind("::");
  return type({.kind = TypeKind::Incomplete,
               .spelling = "struct " + qualified.substr(scope == std::string::npos ? 0 : scope + 2),
               .qualified = qualified,
               .hasTag = true});
}

TypeId SuiteMaker::sequence(model::Literal literal, std::string qualified, TypeId element) {
  const TypeId made = record(
      TypeKind::Struct, "struct " + qualified,
      {{"data", pointerTo(element, true), 0, {}}, {"size", unsignedLongType, 64, {}}}, 16, 8);
  subject.types[made.index].qualified = std::move(qualified);
  subject.types[made.index].literal = literal;
  return made;
}

TypeId SuiteMaker::tuple(model::Literal literal, std::string qualified, std::vector<TypeId> parts) {
  std::vector<Field> fields;
  std::uint64_t offset = 0;
  for (const TypeId part : parts) {
    const std::uint64_t alignment = subject[part].alignment;
    offset = (offset + alignment - 1) / alignment * alignment;
    fields.push_back({fmt::format("part{}", fields.size()), part, offset * 8, {}});
    offset += subject[part].size;
  }
  const TypeId made =
      record(TypeKind::Struct, "struct " + qualified, std::move(fields), (offset + 7) / 8 * 8, 8);
  subject.types[made.index].qualified = std::move(qualified);
  subject.types[made.index].literal = literal;
  return made;
}

FunctionId SuiteMaker::constructor(TypeId owner, std::vector<model::Parameter> parameters) {
  const std::string &name = subject[owner].qualified;
  const std::size_t scope = name.rfind("::");
  const std::string last = name.substr(scope == std::string::npos ? 0 : scope + 2);
  const FunctionId made = function(fmt::format("{}::{}", name, last), pointerTo(owner), parameters);
  subject.functions.back().form = model::CallForm::Constructor;
  subject.functions.back().resultForm = model::ResultForm::Object;
  subject.functions.back().owner = owner;
  return made;
}

FunctionId SuiteMaker::method(TypeId owner, std::string name, TypeId result,
                              std::vector<model::Parameter> parameters, bool isConst) {
  parameters.insert(parameters.begin(), {.name = "this", .type = pointerTo(owner, isConst)});
  parameters.front().pass = model::Pass::Object;
  const FunctionId made =
      function(fmt::format("{}::{}", subject[owner].qualified, name), result, parameters);
  subject.functions.back().form = model::CallForm::Method;
  subject.functions.back().owner = owner;
  subject.functions.back().isConst = isConst;
  return made;
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
  suite.verdicts.emplace_back(model::Open{model::open::NotReached{made.function, 50}});
  branches.sites.push_back(std::move(made));
  return SiteId(branches.sites.size() - 1);
}

KeptTest &SuiteMaker::test(FunctionId function, std::vector<model::Value> arguments,
                           model::Value result, std::vector<SiteId> purpose) {
  KeptTest &made =
      endingTest(function, std::move(arguments), model::Returned{}, std::move(purpose));
  made.observation = model::Observation{std::move(result), made.test.arguments(), {}};
  return made;
}

KeptTest &SuiteMaker::endingTest(FunctionId function, std::vector<model::Value> arguments,
                                 model::Outcome outcome, std::vector<SiteId> purpose) {
  return endingSteps({{function, std::move(arguments)}}, std::move(outcome), std::move(purpose));
}

KeptTest &SuiteMaker::steps(std::vector<model::Step> steps, model::Value result,
                            std::vector<SiteId> purpose) {
  KeptTest &made = endingSteps(std::move(steps), model::Returned{}, std::move(purpose));
  made.observation = model::Observation{std::move(result), made.test.arguments(), {}};
  return made;
}

KeptTest &SuiteMaker::endingSteps(std::vector<model::Step> steps, model::Outcome outcome,
                                  std::vector<SiteId> purpose) {
  KeptTest made;
  made.test.steps = std::move(steps);
  made.outcome = std::move(outcome);
  made.covers = made.purpose = std::move(purpose);
  made.id = support::shortHash(
      fmt::format("{} {}", subject[made.test.function()].name, suite.tests.size()), 12);
  for (const SiteId id : made.covers)
    suite.verdicts[id.index] = model::Covered{made.id};
  suite.tests.push_back(std::move(made));
  return suite.tests.back();
}

void addTriangle(SuiteMaker &m) {
  m.unit("/work/src/triangle.c", {"-I../include", "-DNDEBUG"});
  const auto kind = m.enumeration("enum kind", {{"NONE", 0}, {"SCALENE", 1}, {"EQUILATERAL", 2}});
  const auto sides = m.record(TypeKind::Struct, "struct sides",
                              {{"a", m.intType, 0, {}}, {"b", m.intType, 32, {}}}, 8);
  const auto classify =
      m.function("classify", kind, {{"a", m.intType}, {"b", m.intType}, {"c", m.intType}});
  const auto scale = m.function("scale", m.intType, {{"s", m.pointerTo(sides)}, {"by", m.intType}});
  m.subject.functions.back().isStatic = true;
  m.function("draw", m.voidType, {{"screen", m.pointerTo(m.voidType)}});
  const auto scaled = m.global("scaled", m.intType, true);

  const auto aTrue = m.site(14, "a <= 0", "true", "classify");
  const auto aFalse = m.site(14, "a <= 0", "false", "classify");
  const auto bTrue = m.site(17, "a == b", "true", "classify");
  m.site(17, "a == b", "false", "classify");
  const auto deadTrue = m.site(19, "a > a", "true", "classify");
  const auto constant = m.site(21, "1", "true", "classify");
  const auto byTrue = m.site(30, "by > 1000", "true", "scale");
  const auto byFalse = m.site(30, "by > 1000", "false", "scale");
  m.site(32, "s->a < 0", "true", "scale");
  m.site(32, "s->a < 0", "false", "scale");
  m.branches.sites[constant.index].constant = true;

  m.test(classify, {scalar(0), scalar(1), scalar(1)}, scalar(0), {aTrue});
  m.test(classify, {scalar(3), scalar(3), scalar(3)}, scalar(2), {aFalse, bTrue});
  const auto sidesOf = [](int a, int b) { return objectOf({parts({scalar(a), scalar(b)})}); };
  KeptTest &scaling = m.test(scale, {sidesOf(3, 4), scalar(2)}, scalar(14), {byFalse});
  scaling.observation->arguments[0] = sidesOf(6, 8);
  scaling.observation->globals = {{scaled, scalar(1)}};
  KeptTest &crash = m.endingTest(scale, {model::Null{}, scalar(1)}, model::Crashed{11});
  crash.verdict = {"null-dereference", "member access within null pointer", "/work/src/triangle.c",
                   33};
  m.suite.findings.push_back({"null-dereference", "/work/src/triangle.c", 33, crash.id,
                              "member access within null pointer", 1, false});
  KeptTest &overflow = m.test(scale, {sidesOf(2147483647, 0), scalar(1001)}, scalar(-1), {byTrue});
  overflow.observation->arguments[0] = sidesOf(2147482647, 0);
  overflow.needsUb = true;
  overflow.verdict = {"signed-integer-overflow", "2147483647 * 1001 cannot be represented",
                      "/work/src/triangle.c", 33};
  m.suite.findings.push_back({"signed-integer-overflow", "/work/src/triangle.c", 33, overflow.id,
                              "2147483647 * 1001 cannot be represented", 1, true});
  m.suite.verdicts[deadTrue.index] = model::Infeasible{{"no other entry points"}};
  m.suite.verdicts[constant.index] = model::Constant{};
  m.suite.verdicts[byTrue.index] = model::CoveredApart{.test = overflow.id};
  m.suite.functions[0] = {model::FunctionState::Kind::Partly, "1 branch is open"};
  m.suite.functions[2] = {model::FunctionState::Kind::Skipped,
                          "parameter 'screen' is a pointer to void"};
  m.suite.environment = {{"pixels", "extern variable"}};
  m.suite.statistics = {{"executions", 12000}};
  m.suite.seed = 42;
  m.suite.elapsedSeconds = 1.5;
}

} // namespace emit
