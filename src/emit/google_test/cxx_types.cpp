#include "emit/google_test/cxx_types.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/layout.h"
#include "model/sequences.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Field;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

bool isRecord(const Type &type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
}

/// Struct, union or enum, defined or not: has a tag or a typedef's name.
bool isTagged(const Type &type) {
  return isRecord(type) || type.kind == TypeKind::Enum || type.kind == TypeKind::Incomplete;
}

std::string_view withoutKeyword(const Type &type) {
  const std::string_view spelling = type.spelling;
  const std::size_t space = spelling.find(' ');
  return type.hasTag && space != std::string_view::npos ? spelling.substr(space + 1) : spelling;
}

std::string_view keyword(const Type &type) {
  switch (type.kind) {
  case TypeKind::Union:
    return "union";
  case TypeKind::Enum:
    return "enum";
  case TypeKind::Incomplete:
    return type.spelling.starts_with("union") ? "union" : "struct";
  default:
    return "struct";
  }
}

TypeId withoutArraysAndPointers(const Subject &subject, TypeId id) {
  while (subject[id].kind == TypeKind::Array || subject[id].kind == TypeKind::Pointer)
    id = subject[id].element;
  return id;
}

/// By its real name, with the scope it lies in.
std::optional<std::string> enumeratorOf(const Type &type, std::int64_t value) {
  const auto found = std::ranges::find(type.enumerators, value, &model::Enumerator::value);
  if (found == type.enumerators.end())
    return std::nullopt;
  const std::size_t scope = type.qualified.rfind("::");
  const std::string prefix = type.isScoped                ? type.qualified + "::"
                             : scope == std::string::npos ? ""
                                                          : type.qualified.substr(0, scope + 2);
  return inTest(prefix + found->name);
}

} // namespace

std::string fieldName(const Field &field) { return safeName(field.name); }

std::string CxxTypes::member(const Field &field) const {
  return hasRealNames() ? field.name : fieldName(field);
}

CxxTypes::CxxTypes(const Subject &subject, Names names) : subject_(subject), names_(names) {
  const auto invent = [&](TypeId type, const std::string &name) {
    const TypeId inner = withoutArraysAndPointers(subject, type);
    if (isTagged(subject[inner]) && !isNamed(inner))
      invented_.try_emplace(inner, identifierFrom(name));
  };
  for (const model::Global &global : subject.globals)
    invent(global.type, "type_of_" + global.name);
  for (const model::Supply &supply : subject.supplies)
    invent(supply.type, "type_of_" + supply.name);
  for (std::size_t i = 0; i < subject.types.size(); ++i) {
    if (!isRecord(subject.types[i]))
      continue;
    const std::string outer = name(TypeId(i));
    for (const Field &field : subject.types[i].fields)
      if (!field.name.empty())
        invent(field.type, outer.substr(outer.find(' ') + 1) + "_" + field.name);
  }
}

bool CxxTypes::isNamed(TypeId id) const {
  return !isTagged(subject_[id]) || isIdentifier(withoutKeyword(subject_[id]));
}

std::string CxxTypes::name(TypeId id) const {
  const Type &type = subject_[id];
  if ((hasRealNames() || type.literal != model::Literal::None) && !type.qualified.empty())
    return inTest(type.qualified);
  if (type.kind == TypeKind::Bool)
    return "bool";
  if (type.kind == TypeKind::Void || type.kind == TypeKind::Unsupported ||
      type.kind == TypeKind::Function)
    return "void";
  if (!isTagged(type))
    return type.spelling;
  if (!isNamed(id)) {
    const auto found = invented_.find(id);
    return found != invented_.end() ? found->second : fmt::format("unnamed_{}", id.index);
  }
  const std::string tag = safeName(withoutKeyword(type));
  return type.hasTag ? fmt::format("{} {}", keyword(type), tag) : tag;
}

std::string CxxTypes::declareIn(bool inC, TypeId id, std::string_view declarator) const {
  const Type &type = subject_[id];
  if (type.kind == TypeKind::Array) {
    const bool bracket = declarator.starts_with('*');
    const std::string count = type.count == 0 ? "" : fmt::format("{}", type.count);
    return declareIn(inC, type.element,
                     bracket ? fmt::format("({})[{}]", declarator, count)
                             : fmt::format("{}[{}]", declarator, count));
  }
  if (type.kind == TypeKind::Pointer) {
    const Type &pointee = subject_[type.element];
    // C's const stands before an element type; for a pointer to a pointer it binds to the star.
    if (type.pointeeIsConst && pointee.kind == TypeKind::Pointer)
      return declareIn(inC, type.element, fmt::format("const *{}", declarator));
    const std::string inner = declareIn(inC, type.element, fmt::format("*{}", declarator));
    return type.pointeeIsConst ? "const " + inner : inner;
  }
  if (type.kind == TypeKind::Function && !inC)
    return declare(type.element, fmt::format("({})({})", declarator, parameterList(type, {})));
  std::string base = name(id);
  if (inC && isTagged(type))
    base = !type.qualified.empty() ? type.qualified : isNamed(id) ? type.spelling : "void";
  if (inC && type.kind == TypeKind::Bool)
    base = type.spelling;
  if (declarator.empty())
    return base;
  return fmt::format("{} {}", base, declarator);
}

std::string CxxTypes::parameterList(const Type &function,
                                    const std::vector<std::string> &names) const {
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    parameters.push_back(declare(function.parameters[i], i < names.size() ? names[i] : ""));
  if (function.isVariadic)
    parameters.emplace_back("...");
  return fmt::format("{}", fmt::join(parameters, ", "));
}

std::string CxxTypes::declare(TypeId type, std::string_view declarator) const {
  return declareIn(false, type, declarator);
}

std::string CxxTypes::declareConst(TypeId type, std::string_view declarator) const {
  TypeId element = type;
  while (subject_[element].kind == TypeKind::Array)
    element = subject_[element].element;
  // A pointer's own const stands behind its star.
  if (subject_[element].kind == TypeKind::Pointer)
    return declare(type, fmt::format("const {}", declarator));
  return "const " + declare(type, declarator);
}

std::string CxxTypes::declareInC(TypeId type, std::string_view declarator) const {
  return declareIn(true, type, declarator);
}

std::string CxxTypes::literal(TypeId id, std::string_view bytes, LiteralUse use,
                              std::optional<std::uint32_t> width) const {
  const Type &type = subject_[id];
  if (hasRealNames() && type.kind == TypeKind::Enum)
    if (const auto named = enumeratorOf(type, integerValue(type, bytes, width)))
      return *named;
  const std::string text = scalarLiteral(type, bytes, use, width);
  const bool isNumber = text[0] == '-' || (text[0] >= '0' && text[0] <= '9');
  if (type.kind == TypeKind::Enum && isNumber)
    return fmt::format("static_cast<{}>({})", name(id), text);
  return text;
}

void TypeNeeds::mention(TypeId id) {
  if (!id || !mentioned_.insert(id).second)
    return;
  const Type &type = types_.subject()[id];
  if (type.kind == TypeKind::Pointer || type.kind == TypeKind::Array)
    mention(type.element);
  if (type.kind == TypeKind::Function) {
    mention(type.element);
    for (const TypeId parameter : type.parameters)
      mention(parameter);
  }
}

void TypeNeeds::complete(TypeId id) {
  mention(id);
  if (!id || !complete_.insert(id).second)
    return;
  const Type &type = types_.subject()[id];
  if (type.kind == TypeKind::Array)
    complete(type.element);
  if (isRecord(type))
    for (const Field &field : type.fields)
      complete(field.type);
}

void TypeNeeds::completeFor(TypeId id, const Value &value) {
  const Type &type = types_.subject()[id];
  complete(id);
  if (type.kind == TypeKind::Pointer && value.is<model::Object>()) {
    complete(type.element);
    for (const Value &part : value.parts())
      completeFor(type.element, part);
  } else if (type.kind == TypeKind::Array) {
    for (const Value &part : value.parts())
      completeFor(type.element, part);
  } else if (isRecord(type)) {
    for (std::size_t i = 0; i < value.parts().size() && i < type.fields.size(); ++i)
      completeFor(model::fieldOf(type, value, i).type, value.parts()[i]);
  }
}

namespace {

std::string enumDefinition(const CxxTypes &types, TypeId id) {
  const Type &type = types.subject()[id];
  const char *word = type.size == 1   ? "char"
                     : type.size == 2 ? "short"
                     : type.size == 8 ? "long"
                                      : "int";
  std::string text = fmt::format("enum {}{} : {} {} {{", type.isScoped ? "class " : "",
                                 types.name(id).substr(type.hasTag && types.isNamed(id) ? 5 : 0),
                                 type.isSigned ? "signed" : "unsigned", word);
  std::int64_t next = 0;
  bool first = true;
  for (const model::Enumerator &enumerator : type.enumerators) {
    text += fmt::format("{} {}", first ? "" : ",", safeName(enumerator.name));
    if (enumerator.value != next)
      text += fmt::format(" = {}", enumerator.value);
    next = enumerator.value + 1;
    first = false;
  }
  return text + " };\n";
}

/// Writes records; anonymous members are written in place.
class RecordWriter {
public:
  explicit RecordWriter(const CxxTypes &types) : types_(types) {}

  std::string definition(TypeId id) const {
    const Type &type = types_.subject()[id];
    const std::string name = types_.name(id);
    const std::string tag =
        type.hasTag && types_.isNamed(id) ? name.substr(name.find(' ') + 1) : name;
    return body(id, " " + tag, 0) + ";\n" + checks(id, fmt::format("{} {}", keyword(type), tag)) +
           "\n";
  }

private:
  std::string body(TypeId id, const std::string &tag, int depth) const {
    const Type &type = types_.subject()[id];
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    const bool natural = hasNaturalLayout(types_.subject(), id);
    std::string text = indent + std::string(keyword(type));
    if (!natural)
      text += fmt::format(" __attribute__((packed, aligned({})))", type.alignment);
    text += tag + " {\n";
    std::uint64_t position = 0;
    for (const Field &field : type.fields) {
      if (!natural && type.kind == TypeKind::Struct)
        text += padding(field.offsetBits - position, indent);
      text += member(field, depth + 1);
      position = field.offsetBits +
                 (field.bitWidth ? *field.bitWidth : types_.subject()[field.type].size * 8);
    }
    if (type.size == 0) // an empty struct has no size in C, but one byte in C++
      text += indent + "  char nothing[0];\n";
    else if (!natural && type.kind == TypeKind::Struct)
      text += padding(type.size * 8 - position, indent);
    return text + indent + "}";
  }

  std::string member(const Field &field, int depth) const {
    const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
    if (field.name.empty())
      return body(field.type, "", depth) + ";\n";
    std::string declarator = fieldName(field);
    if (field.bitWidth)
      declarator += fmt::format(" : {}", *field.bitWidth);
    return indent + elaborated(field.type, declarator) + ";\n";
  }

  /// With the keyword even for a typedef's name, so that a member may be called like its type; but
  /// for what a header of the library defines as a typedef.
  std::string elaborated(TypeId id, const std::string &declarator) const {
    const TypeId base = withoutArraysAndPointers(types_.subject(), id);
    const Type &type = types_.subject()[base];
    std::string text = types_.declare(id, declarator);
    if (isTagged(type) && !model::isFile(type) && (!type.hasTag || !types_.isNamed(base))) {
      const std::size_t at = text.starts_with("const ") ? 6 : 0;
      text.insert(at, fmt::format("{} ", keyword(type)));
    }
    return text;
  }

  static std::string padding(std::uint64_t bits, const std::string &indent) {
    std::string text;
    for (; bits > 0; bits -= std::min<std::uint64_t>(bits, 32))
      text += fmt::format("{}  unsigned : {};\n", indent, std::min<std::uint64_t>(bits, 32));
    return text;
  }

  std::string checks(TypeId id, const std::string &name) const {
    const Type &type = types_.subject()[id];
    std::string text = fmt::format("static_assert(sizeof({}) == {});\n", name, type.size);
    for (const Field &field : type.fields)
      if (!field.bitWidth && !field.name.empty() && field.offsetBits != 0)
        text += fmt::format("static_assert(offsetof({}, {}) == {});\n", name, fieldName(field),
                            field.offsetBits / 8);
    return text;
  }

  const CxxTypes &types_;
};

/// Definitions after the definitions they need.
class Order {
public:
  Order(const Subject &subject, const std::set<TypeId> &complete) : subject_(subject) {
    for (const TypeId id : complete)
      for (const Field &field : subject[id].fields)
        if (field.name.empty())
          anonymous_.insert(field.type);
    for (const TypeId id : complete)
      visit(id);
  }
  const std::vector<TypeId> &records() const { return order_; }

private:
  void visit(TypeId id) {
    const Type &type = subject_[id];
    if (type.kind == TypeKind::Array)
      return visit(type.element);
    if (!isRecord(type) || !seen_.insert(id).second)
      return;
    for (const Field &field : type.fields)
      visit(field.type);
    if (!anonymous_.contains(id))
      order_.push_back(id);
  }

  const Subject &subject_;
  std::set<TypeId> seen_, anonymous_;
  std::vector<TypeId> order_;
};

} // namespace

std::string TypeNeeds::definitions() const {
  const Subject &subject = types_.subject();
  std::string text;
  std::set<std::string> defined;        // two units may hold equal types of one name
  const auto isThere = [&](TypeId id) { // where the source is, or in <cstdio>
    return (types_.hasRealNames() && !subject[id].qualified.empty()) || model::isFile(subject[id]);
  };
  // Members are completed with their record, so every enumeration met is in `mentioned_`.
  for (const TypeId id : mentioned_)
    if (subject[id].kind == TypeKind::Enum && !isThere(id) &&
        defined.insert(types_.name(id)).second)
      text += enumDefinition(types_, id);
  if (!text.empty())
    text += "\n";
  const Order order(subject, complete_);
  std::set<std::string> forward;
  for (const TypeId id : mentioned_)
    if (!isThere(id) && ((isRecord(subject[id]) && !complete_.contains(id)) ||
                         subject[id].kind == TypeKind::Incomplete)) {
      const std::string name = types_.name(id);
      forward.insert(subject[id].hasTag && types_.isNamed(id)
                         ? name
                         : fmt::format("{} {}", keyword(subject[id]), name));
    }
  for (const std::string &name : forward)
    text += name + ";\n";
  if (!forward.empty())
    text += "\n";
  for (const TypeId id : order.records())
    if (!isThere(id) && defined.insert(types_.name(id)).second)
      text += RecordWriter(types_).definition(id);
  return text;
}

std::vector<std::pair<TypeId, std::string>> TypeNeeds::checksInC() const {
  const Subject &subject = types_.subject();
  std::vector<std::pair<TypeId, std::string>> checks;
  const Order order(subject, complete_);
  for (const TypeId id : order.records()) {
    const Type &type = subject[id];
    const bool isCxx = !type.qualified.empty();
    const std::string &name = isCxx ? type.qualified : type.spelling;
    if ((!isCxx && !types_.isNamed(id)) || type.isSystem)
      continue;
    std::string text;
    const auto check = [&](const std::string &condition) {
      text += fmt::format("{}({},\n               \"{} has changed: let pincer write "
                          "the tests again\");\n",
                          isCxx ? "static_assert" : "_Static_assert", condition, name);
    };
    check(fmt::format("sizeof({}) == {}", name, type.size));
    for (const Field &field : type.fields)
      if (!field.bitWidth && !field.name.empty() && field.offsetBits != 0)
        check(fmt::format("__builtin_offsetof({}, {}) == {}", name, field.name,
                          field.offsetBits / 8));
    checks.emplace_back(id, std::move(text));
  }
  return checks;
}

} // namespace emit
