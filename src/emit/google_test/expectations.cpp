#include "emit/google_test/expectations.h"

#include "emit/google_test/calls.h"
#include "emit/google_test/class_literals.h"
#include "emit/google_test/identifiers.h"
#include "emit/google_test/seen_values.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Field;
using model::Literal;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

constexpr std::size_t mostLines = 64;         // per test; more help nobody
constexpr std::size_t mostSingleElements = 4; // beyond, arrays are compared in a loop

bool isRecord(const Type &type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
}

bool isTrue(const Value &value) {
  return value.bytes().find_first_not_of('\0') != std::string::npos;
}

bool mayHoldAddress(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  if (type.kind == TypeKind::Array)
    return mayHoldAddress(subject, type.element);
  return type.kind == TypeKind::Pointer ||
         (isRecord(type) &&
          std::any_of(type.fields.begin(), type.fields.end(),
                      [&](const Field &field) { return mayHoldAddress(subject, field.type); }));
}

/// A byte array's name in its expectations: "values" of "(*pincer_values())[2].x" and the like.
std::string wordOf(const std::string &path) {
  constexpr std::string_view prefix = "pincer_"; // of accessors
  const std::size_t at = path.find(prefix);
  const std::string word =
      camelCase(at == std::string::npos ? path : path.substr(at + prefix.size()));
  return word.empty() ? "Values" : word;
}

/// What a library keeps for itself in a type of its own (the registers in a jmp_buf) is nobody's
/// promise.
bool isPrivate(const Type &record, const Field &field) {
  return record.isSystem && field.name.starts_with("__");
}

/// Floating-point values are equal up to rounding.
const char *equalityOf(const Dialect &dialect, const Type &type) {
  if (type.kind != TypeKind::Float || type.size > sizeof(double))
    return dialect.equal;
  return type.size == sizeof(float) ? dialect.equalFloat : dialect.equalDouble;
}

} // namespace

void Expectations::add(std::string line) {
  if (lines_.size() < mostLines)
    lines_.push_back(std::move(line));
  else
    ++leftOut_;
}

void Expectations::addEqual(const std::string &expected, const std::string &actual) {
  add(equal(dialect_, dialect_.equal, expected, actual) + ";");
}

std::vector<std::string> Expectations::lines() && {
  if (leftOut_ != 0)
    lines_.push_back(fmt::format("// {} more values are not checked.", leftOut_));
  return std::move(lines_);
}

std::string Expectations::subscript(const std::string &path, std::uint64_t index) {
  return fmt::format("{}[{}]", path, index);
}

void Expectations::result(TypeId id, const Value &value, const std::string &call) {
  const Type &type = types_.subject()[id];
  if (type.literal == Literal::Callable || type.literal == Literal::InputStream ||
      type.literal == Literal::OutputStream)
    return lines_.push_back(call + ";");
  if (type.literal != Literal::None && type.literal != Literal::Tuple &&
      type.literal != Literal::Variant)
    return classLiteral(call, id, value);
  if (isRecord(type) && type.size != 0) {
    const std::string name = freshName("result", taken_);
    lines_.push_back(fmt::format(
        "const {} = {};", type.literal == Literal::None ? types_.declare(id, name) : "auto " + name,
        call));
    this->value(name, id, value);
  } else if (type.kind == TypeKind::Void || isRecord(type)) {
    lines_.push_back(call + ";");
  } else {
    this->value(call, id, value);
  }
}

void Expectations::scalar(const std::string &path, TypeId id, std::string_view bytes,
                          std::optional<std::uint32_t> width) {
  const Type &type = types_.subject()[id];
  const std::string literal = types_.literal(id, bytes, LiteralUse::Comparison, width);
  const std::string actual = inMacro(path);
  if (type.kind == TypeKind::Bool)
    return add(holds(dialect_, literal == "true" ? dialect_.isTrue : dialect_.isFalse, actual) +
               ";");
  if (type.kind != TypeKind::Float || isInfinite(type, bytes))
    return addEqual(literal, actual);
  if (isNan(type, bytes))
    return add(holds(dialect_, dialect_.isTrue, fmt::format("std::isnan({})", path)) + ";");
  add(equal(dialect_, equalityOf(dialect_, type), literal, actual) + ";");
}

void Expectations::pointer(const std::string &given, TypeId id, const Value &value) {
  const std::string path = inMacro(given);
  const Subject &subject = types_.subject();
  const TypeId pointee = subject[id].element;
  if (value.is<model::Null>())
    return addEqual("nullptr", path);
  if (const auto *text = value.find<model::Text>()) {
    const bool plain = subject[pointee].spelling == "char";
    const std::string actual =
        plain ? path : fmt::format("reinterpret_cast<const char *>({})", path);
    return add(equal(dialect_, dialect_.equalText, stringLiteral(text->bytes), actual) + ";");
  }
  const auto *inside = value.find<model::Inside>();
  if (inside && inside->object < objects_.size() &&
      objects_[inside->object].form != LocalObject::Form::Inline) {
    const LocalObject &object = objects_[inside->object];
    if (const auto place = placeInside(types_, object, inside->offset, pointee))
      return addEqual(*place, path);
    return addEqual(
        fmt::format("static_cast<const void *>(reinterpret_cast<const char *>({}) + {})",
                    object.address(), inside->offset),
        fmt::format("static_cast<const void *>({})", path));
  }
  add(holds(dialect_, dialect_.isNotNull, path) + ";");
}

std::string Expectations::lengthLiteral(TypeId id, const Value &value) const {
  return types_.literal(types_.subject()[id].fields[1].type, value.parts()[1].bytes(),
                        LiteralUse::Comparison);
}

/// All elements at once, or one by one, or else their number.
void Expectations::range(const std::string &path, TypeId id, const Value &value) {
  const Type &type = types_.subject()[id];
  const std::uint64_t length = lengthOf(value);
  if (length == 0 && !type.qualified.starts_with("std::initializer_list<"))
    return add(holds(dialect_, dialect_.isTrue, primary(path) + ".empty()") + ";");
  if (const auto all = seenRange(types_, id, value))
    return addEqual(inMacro(*all), inMacro(path));
  const auto elements = canBeIndexed(type) ? seenElements(types_.subject(), id, value)
                                           : std::optional<std::vector<Value>>();
  const TypeId element = types_.subject()[type.fields[0].type].element;
  if (!elements || length > mostSingleElements || !canBeExpected(element))
    return addEqual(lengthLiteral(id, value), primary(path) + ".size()");
  std::string name = path;
  if (!isIdentifier(path)) { // a call, which is made once
    name = freshName("result", taken_);
    add(fmt::format("const auto {} = {};", name, path));
  }
  addEqual(lengthLiteral(id, value), name + ".size()");
  for (std::size_t i = 0; i < elements->size(); ++i)
    this->value(subscript(name, i), element, (*elements)[i]);
}

/// Whether a test can say something about a value of this type.
bool Expectations::canBeExpected(TypeId id) const {
  const Type &type = types_.subject()[id];
  return type.kind != TypeKind::Pointer && type.kind != TypeKind::Array &&
         type.kind != TypeKind::Union && type.literal != Literal::Callable;
}

/// What is known of an object of a library class.
void Expectations::classLiteral(const std::string &path, TypeId id, const Value &value) {
  const Type &type = types_.subject()[id];
  const auto length = [&] { return lengthLiteral(id, value); };
  const auto isSeen = [&] { return value.parts().size() == type.fields.size(); };
  switch (type.literal) {
  case Literal::Text:
    if (const auto text = isSeen() ? seenText(value) : std::nullopt)
      return addEqual(stringLiteral(*text), path);
    return isSeen() ? addEqual(length(), primary(path) + ".size()") : add(path + ";");
  case Literal::Range:
    return isSeen() ? range(path, id, value) : add(path + ";");
  case Literal::Optional: {
    const bool has = isSeen() && isTrue(value.parts()[0]);
    const TypeId held = type.fields[1].type;
    const Type &inner = types_.subject()[held];
    const std::string pointee = "*" + primary(path);
    if (has && model::isScalar(inner) && inner.literal == Literal::None && isSmartPointer(type))
      return scalar(pointee, held, value.parts()[1].bytes(), {});
    if (has && model::isScalar(inner) && inner.literal == Literal::None)
      return scalar(inner.kind == TypeKind::Bool || inner.kind == TypeKind::Float
                        ? primary(path) + ".value()"
                        : path,
                    held, value.parts()[1].bytes(), {});
    if (has && inner.literal == Literal::Text && seenText(value.parts()[1]))
      return classLiteral(isSmartPointer(type) ? pointee : path, held, value.parts()[1]);
    if (has && inner.literal == Literal::Range && !isSmartPointer(type))
      if (const auto all = seenRange(types_, held, value.parts()[1]))
        return addEqual(inMacro(*all), path);
    return add(holds(dialect_, has ? dialect_.isTrue : dialect_.isFalse,
                     primary(path) + (isSmartPointer(type) ? " != nullptr" : ".has_value()")) +
               ";");
  }
  case Literal::Variant: {
    if (!isSeen())
      return add(path + ";");
    const std::size_t chosen = alternativeOf(type, value);
    addEqual(fmt::format("{}U", chosen), path + ".index()");
    const TypeId held = type.fields[chosen + 1].type;
    if (types_.subject()[held].literal != Literal::None || model::isScalar(types_.subject()[held]))
      this->value(fmt::format("std::get<{}>({})", chosen, path), held, value.parts()[chosen + 1]);
    return;
  }
  case Literal::Tuple:
    return tuple(path, id, value);
  case Literal::Scalar:
    return addEqual(fmt::format("{}({})", types_.name(id),
                                scalarLiteral(type, value.bytes(), LiteralUse::Argument)),
                    path);
  case Literal::OutputStream:
    if (const auto text = isSeen() ? seenText(value) : std::nullopt)
      return addEqual(stringLiteral(*text), path + ".str()");
    return;
  case Literal::Callable:
  case Literal::InputStream:
  case Literal::None:
    break;
  }
}

void Expectations::tuple(const std::string &path, TypeId id, const Value &value) {
  const Type &type = types_.subject()[id];
  const bool isPair = type.qualified.starts_with("std::pair<");
  const bool isComplex = type.qualified.starts_with("std::complex<");
  for (std::size_t i = 0; i < value.parts().size() && i < type.fields.size(); ++i) {
    const std::string part = isPair      ? path + (i == 0 ? ".first" : ".second")
                             : isComplex ? path + (i == 0 ? ".real()" : ".imag()")
                                         : fmt::format("std::get<{}>({})", i, path);
    const Type &inner = types_.subject()[type.fields[i].type];
    if (inner.literal != Literal::None || model::isScalar(inner))
      this->value(part, type.fields[i].type, value.parts()[i]);
  }
}

void Expectations::value(const std::string &path, TypeId id, const Value &value,
                         std::optional<std::uint32_t> width) {
  const Type &type = types_.subject()[id];
  if (type.literal != Literal::None)
    return classLiteral(path, id, value);
  if (model::isScalar(type))
    return scalar(path, id, value.bytes(), width);
  if (type.kind == TypeKind::Pointer)
    return pointer(path, id, value);
  if (type.kind == TypeKind::Array) {
    if (value.parts().empty())
      return elements(path, type.element, value.bytes());
    const std::size_t count = affordable(value.parts().size());
    for (std::size_t i = 0; i < count; ++i)
      this->value(subscript(path, i), type.element, value.parts()[i]);
    return;
  }
  if (type.kind == TypeKind::Union && mayHoldAddress(types_.subject(), id))
    return; // what reads as a number may be a pointer, which differs from run to run
  for (std::size_t i = 0; i < value.parts().size() && i < type.fields.size(); ++i) {
    const Field &field = model::fieldOf(type, value, i);
    if (isPrivate(type, field))
      continue;
    this->value(memberOf(types_, path, field), field.type, value.parts()[i], field.bitWidth);
  }
}

/// So many of the elements are expected: a file of megabytes is one that nobody reads, and that
/// takes minutes to compile.
std::size_t Expectations::affordable(std::size_t elements) {
  const std::size_t count = std::min(elements, elementsLeft_);
  elementsLeft_ -= count;
  leftOut_ += elements - count;
  return count;
}

void Expectations::elements(const std::string &path, TypeId element, std::string_view bytes) {
  const Type &type = types_.subject()[element];
  if (type.kind == TypeKind::Array) {
    for (std::size_t i = 0; type.size != 0 && (i + 1) * type.size <= bytes.size(); ++i)
      elements(subscript(path, i), type.element, bytes.substr(i * type.size, type.size));
    return;
  }
  if (type.spelling == "char" && !bytes.empty())
    return characters(path, element, bytes);
  const std::size_t count = type.size == 0 ? 0 : affordable(bytes.size() / type.size);
  bool hasNan = false;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view item = bytes.substr(i * type.size, type.size);
    hasNan = hasNan || isNan(type, item) || isInfinite(type, item);
    items.push_back(types_.literal(element, item, LiteralUse::Argument));
  }
  if (count <= mostSingleElements || hasNan) {
    for (std::size_t i = 0; i < count; ++i)
      scalar(subscript(path, i), element, bytes.substr(i * type.size, type.size), {});
    return;
  }
  const std::string name = freshName("expected" + wordOf(path), taken_);
  std::size_t used = count; // a long tail of zeros needs no writing
  while (used > 0 && bytes.substr((used - 1) * type.size, type.size).find_first_not_of('\0') ==
                         std::string_view::npos)
    --used;
  const bool cut = count - used > mostSingleElements;
  items.resize(cut ? used : count);
  const std::string declarator = fmt::format("{}[{}]", name, cut ? fmt::format("{}", count) : "");
  add(fmt::format("const {} = {{{}}};", types_.declare(element, declarator),
                  fmt::join(items, ", ")));
  add(fmt::format(
      fmt::runtime(dialect_.each), fmt::arg("count", count),
      fmt::arg("check", equal(dialect_, equalityOf(dialect_, type), name + "[i]", path + "[i]"))));
}

void Expectations::characters(const std::string &path, TypeId element, std::string_view bytes) {
  assert(types_.subject()[element].size == 1);
  const std::size_t end = bytes.find('\0');
  if (end != std::string_view::npos && bytes.find_first_not_of('\0', end) == std::string_view::npos)
    return add(equal(dialect_, dialect_.equalText, stringLiteral(bytes.substr(0, end)), path) +
               ";");
  bytes = bytes.substr(0, affordable(bytes.size()));
  if (bytes.empty())
    return;
  addEqual(fmt::format("std::string({}, {})", stringLiteral(bytes), bytes.size()),
           fmt::format("std::string({}, {})", path, bytes.size()));
}

void Expectations::skipObjects(const Value &value) {
  nextObject_ += value.is<model::Object>();
  for (const Value &part : value.parts())
    skipObjects(part);
}

void Expectations::variable(const std::string &name, TypeId id, const Value &before,
                            const Value &after) {
  if (types_.subject()[id].literal == Literal::None)
    return change(name, id, before, after);
  skipObjects(before);
  const auto isSame = [&] {
    const Type &type = types_.subject()[id];
    if (type.literal == Literal::Text || type.literal == Literal::OutputStream)
      return seenText(before) && seenText(before) == seenText(after);
    if (type.literal == Literal::Range)
      return seenElements(types_.subject(), id, before) ==
             seenElements(types_.subject(), id, after);
    return before == after;
  };
  if (!isSame())
    classLiteral(name, id, after);
}

void Expectations::argument(TypeId id, const Value &before, const Value &after) {
  const Type &type = types_.subject()[id];
  if (type.literal != Literal::None)
    return skipObjects(before);
  if (type.kind == TypeKind::Pointer) {
    // The argument itself is a copy: only what it points to can change.
    if (before.is<model::Object>() && after.is<model::Object>())
      return changeOfObject(type.element, before, after);
    return skipObjects(before);
  }
  if (isRecord(type) || type.kind == TypeKind::Array) {
    for (std::size_t i = 0; i < before.parts().size(); ++i)
      if (i < after.parts().size())
        argument(isRecord(type) ? model::fieldOf(type, before, i).type : type.element,
                 before.parts()[i], after.parts()[i]);
      else
        skipObjects(before.parts()[i]);
  }
}

void Expectations::changeOfObject(TypeId element, const Value &before, const Value &after) {
  const LocalObject &object = objects_[nextObject_++];
  if (before.parts().empty()) {
    if (before.bytes() == after.bytes() || object.form == LocalObject::Form::Inline ||
        before.bytes().size() != after.bytes().size())
      return;
    if (object.form == LocalObject::Form::Variable)
      return value(object.name, element, model::Bytes{after.bytes()});
    return changedBytes(object.name, element, before.bytes(), after.bytes());
  }
  for (std::size_t i = 0; i < before.parts().size(); ++i)
    if (i < after.parts().size())
      change(object.at(i), element, before.parts()[i], after.parts()[i]);
    else
      skipObjects(before.parts()[i]);
}

void Expectations::changedBytes(const std::string &path, TypeId element, std::string_view before,
                                std::string_view after) {
  const Type &type = types_.subject()[element];
  const std::size_t size = std::max<std::size_t>(1, type.size);
  if (type.spelling == "char") {
    const std::size_t end = after.find('\0');
    // What lies behind the end of a text matters only if the function wrote there.
    const bool isTerminated =
        end != std::string_view::npos && before.substr(end + 1) == after.substr(end + 1);
    return characters(path, element, isTerminated ? after.substr(0, end + 1) : after);
  }
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; (i + 1) * size <= after.size(); ++i)
    if (before.substr(i * size, size) != after.substr(i * size, size))
      changed.push_back(i);
  if (changed.size() > mostSingleElements && model::isScalar(type))
    return elements(path, element, after);
  for (const std::size_t i : changed) {
    if (type.kind == TypeKind::Array)
      changedBytes(subscript(path, i), type.element, before.substr(i * size, size),
                   after.substr(i * size, size));
    else if (type.size == 0)
      addEqual(fmt::format("{}", std::uint8_t(after[i])), subscript(path, i));
    else
      value(subscript(path, i), element, model::Bytes{std::string(after.substr(i * size, size))});
  }
}

void Expectations::change(const std::string &path, TypeId id, const Value &before,
                          const Value &after, std::optional<std::uint32_t> width) {
  const Type &type = types_.subject()[id];
  if (type.literal != Literal::None)
    return skipObjects(before);
  if (type.kind == TypeKind::Pointer) {
    if (before.is<model::Object>() && after.is<model::Object>())
      return changeOfObject(type.element, before, after);
    skipObjects(before);
    if (before != after)
      pointer(path, id, after);
    return;
  }
  if (before == after)
    return skipObjects(before);
  if (type.kind == TypeKind::Union && mayHoldAddress(types_.subject(), id))
    return skipObjects(before);
  if (model::isScalar(type))
    return scalar(path, id, after.bytes(), width);
  if (type.kind == TypeKind::Array && before.parts().empty())
    return changedBytes(path, type.element, before.bytes(), after.bytes());
  for (std::size_t i = 0; i < before.parts().size(); ++i) {
    if (i >= after.parts().size() ||
        (isRecord(type) && isPrivate(type, model::fieldOf(type, before, i)))) {
      skipObjects(before.parts()[i]);
    } else if (type.kind == TypeKind::Array) {
      change(subscript(path, i), type.element, before.parts()[i], after.parts()[i]);
    } else {
      const Field &field = model::fieldOf(type, before, i);
      change(memberOf(types_, path, field), field.type, before.parts()[i], after.parts()[i],
             field.bitWidth);
    }
  }
}

} // namespace emit
