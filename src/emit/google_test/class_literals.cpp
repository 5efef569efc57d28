#include "emit/google_test/class_literals.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/literals.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Literal;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

void collectObjects(const Value &value, std::vector<const Value *> &objects) {
  if (value.is<model::Object>())
    objects.push_back(&value);
  for (const Value &part : value.parts())
    collectObjects(part, objects);
}

} // namespace

std::uint64_t lengthOf(const Value &literal) {
  std::uint64_t length = 0;
  const std::string &bytes = literal.parts()[1].bytes();
  std::memcpy(&length, bytes.data(), std::min(sizeof length, bytes.size()));
  return length;
}

ClassLiterals::ClassLiterals(const CxxTypes &types, const ExportNames &names,
                             const model::TestCase &test)
    : types_(types), names_(names), subject_(types.subject()) {
  for (const model::Step &step : test.steps)
    for (const Value &argument : step.arguments)
      collectObjects(argument, objects_);
  for (const model::Supplied &supplied : test.supplied)
    collectObjects(supplied.value, objects_);
}

/// Of what a pointer refers to, at most `size`.
std::string ClassLiterals::bytesFrom(const Value &pointer, std::size_t size) const {
  const auto *inside = pointer.find<model::Inside>();
  if (inside && inside->object < objects_.size()) {
    const std::string &bytes = objects_[inside->object]->bytes();
    return inside->offset > bytes.size() ? "" : bytes.substr(inside->offset, size);
  }
  return pointer.bytes().substr(0, size);
}

std::optional<std::string> ClassLiterals::characters(TypeId id, const Value &value) const {
  const Type &element = subject_[subject_[subject_[id].fields[0].type].element];
  const std::uint64_t length = lengthOf(value);
  const std::string bytes = bytesFrom(value.parts()[0], length);
  return element.size == 1 && bytes.size() == length ? std::optional(bytes) : std::nullopt;
}

std::string ClassLiterals::braced(const std::vector<std::string> &items, TypeId type,
                                  Style style) const {
  return fmt::format("{}{{{}}}", style == Style::Typed ? types_.name(type) : "",
                     fmt::join(items, ", "));
}

std::string ClassLiterals::textLiteral(TypeId id, const Value &value, Style style) const {
  const auto characters = this->characters(id, value);
  if (!characters) // of wide ones
    return braced(elements(id, value), id, Style::Typed);
  const std::string text = stringLiteral(*characters);
  if (characters->find('\0') != std::string::npos) {
    const bool isView = subject_[id].qualified.find("string_view") != std::string::npos;
    return fmt::format("{}({}, {})", isView ? "std::string_view" : "std::string", text,
                       characters->size());
  }
  return style == Style::Typed ? fmt::format("{}({})", types_.name(id), text) : text;
}

std::string ClassLiterals::stream(TypeId id, const Value &value, const std::string &name) const {
  const Type &type = subject_[id];
  const bool isIn = type.literal == Literal::InputStream;
  const bool isBoth = type.qualified.find("iostream") != std::string::npos ||
                      type.qualified.find("stringstream") == 5;
  const char *stream = isBoth ? "std::stringstream"
                       : isIn ? "std::istringstream"
                              : "std::ostringstream";
  const std::string text = textLiteral(id, value, Style::Short);
  if (text == "\"\"")
    return fmt::format("{} {};", stream, name);
  return fmt::format("{} {}({}{});", stream, name, text, isIn ? "" : ", std::ios::ate");
}

std::vector<std::string> ClassLiterals::elements(TypeId id, const Value &value) const {
  const TypeId element = subject_[subject_[id].fields[0].type].element;
  const std::uint64_t size = subject_[element].size, length = lengthOf(value);
  std::vector<std::string> items;
  const Value *data = &value.parts()[0];
  if (const auto *inside = data->find<model::Inside>();
      inside && inside->offset == 0 && inside->object < objects_.size())
    data = objects_[inside->object];
  const std::string bytes = bytesFrom(value.parts()[0], length * size);
  for (std::size_t i = 0; i < length; ++i)
    if (i < data->parts().size())
      items.push_back(this->element(element, data->parts()[i]));
    else if (size != 0 && (i + 1) * size <= bytes.size())
      items.push_back(this->element(element, model::Bytes{bytes.substr(i * size, size)}));
  return items;
}

std::string ClassLiterals::element(TypeId id, const Value &value) const {
  const Type &type = subject_[id];
  if (type.literal != Literal::None) // braces in an array's braces would be taken for its own
    return text(id, value, type.qualified.starts_with("std::array<") ? Style::Typed : Style::Short);
  if (model::isScalar(type))
    return types_.literal(id, value.bytes(), LiteralUse::Argument);
  if (type.kind == TypeKind::Pointer) {
    if (const auto *callback = value.find<model::Callback>())
      return names_.supplied(callback->supply);
    const std::string &bytes = value.bytes();
    return !bytes.empty() && subject_[type.element].isChar
               ? stringLiteral(std::string_view(bytes).substr(0, bytes.size() - 1))
               : "nullptr";
  }
  std::vector<std::string> items;
  if (type.kind == TypeKind::Array) {
    const std::uint64_t size = subject_[type.element].size;
    for (const Value &part : value.parts())
      items.push_back(element(type.element, part));
    for (std::size_t at = 0; size != 0 && at + size <= value.bytes().size(); at += size)
      items.push_back(element(type.element, model::Bytes{value.bytes().substr(at, size)}));
  }
  for (std::size_t i = 0; i < value.parts().size() && type.kind != TypeKind::Array; ++i) {
    const model::Field &field = model::fieldOf(type, value, i);
    items.push_back(
        fmt::format(".{} = {}", types_.member(field), element(field.type, value.parts()[i])));
  }
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::string ClassLiterals::text(TypeId id, const Value &value, Style style) const {
  const Type &type = subject_[id];
  switch (type.literal) {
  case Literal::Text:
  case Literal::InputStream:
  case Literal::OutputStream:
    return textLiteral(id, value, style);
  case Literal::Range:
    if (const auto wide = wideText(id, value))
      return style == Style::Typed ? fmt::format("{}({})", types_.name(id), *wide) : *wide;
    return braced(elements(id, value), id, style);
  case Literal::Tuple: {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < value.parts().size(); ++i)
      items.push_back(element(type.fields[i].type, value.parts()[i]));
    return braced(items, id, style);
  }
  case Literal::Optional: {
    const bool has = value.parts()[0].bytes().find_first_not_of('\0') != std::string::npos;
    if (isSmartPointer(type))
      return has ? pointerTo(type, value.parts()[1]) : "nullptr";
    const std::string held = has ? element(type.fields[1].type, value.parts()[1]) : "std::nullopt";
    return style == Style::Typed ? fmt::format("{}({})", types_.name(id), held) : held;
  }
  case Literal::Variant: {
    const std::size_t chosen = alternativeOf(type, value);
    const TypeId held = type.fields[chosen + 1].type;
    const bool isEmpty = subject_[held].kind == TypeKind::Struct && subject_[held].fields.empty();
    return fmt::format("{}(std::in_place_index<{}>{})", types_.name(id), chosen,
                       isEmpty ? "" : ", " + typedElement(held, value.parts()[chosen + 1]));
  }
  case Literal::Scalar:
    return fmt::format("{}({})", types_.name(id),
                       scalarLiteral(type, value.bytes(), LiteralUse::Argument));
  case Literal::Callable:
  case Literal::None:
    break;
  }
  const auto *callback = value.find<model::Callback>();
  if (!callback)
    return "nullptr";
  const std::string name = names_.supplied(callback->supply);
  // One that takes what only C++ has looks at nothing of it.
  const bool takesNothing = type.literal == Literal::Callable &&
                            subject_[type.element].parameters.empty() &&
                            !type.qualified.ends_with("()>");
  return takesNothing ? fmt::format("[](auto &&...) {{ return {}(); }}", name) : name;
}

/// The same where nothing else says what braces are.
std::string ClassLiterals::typedElement(TypeId id, const Value &value) const {
  if (subject_[id].literal != Literal::None)
    return text(id, value, Style::Typed);
  const std::string plain = element(id, value);
  return plain.starts_with('{') ? types_.name(id) + plain : plain;
}

std::string ClassLiterals::pointerTo(const Type &type, const Value &value) const {
  const bool isShared = type.qualified.starts_with("std::shared_ptr<");
  return fmt::format("std::make_{}<{}>({})", isShared ? "shared" : "unique",
                     types_.declare(type.fields[1].type, ""),
                     typedElement(type.fields[1].type, value));
}

/// L"abc", if these are such characters, and all can be read.
std::optional<std::string> ClassLiterals::wideText(TypeId id, const Value &value) const {
  const Type &type = subject_[id];
  const Type &element = subject_[subject_[type.fields[0].type].element];
  const char *prefix = element.spelling == "wchar_t"    ? "L"
                       : element.spelling == "char16_t" ? "u"
                       : element.spelling == "char32_t" ? "U"
                                                        : nullptr;
  const bool isText =
      type.qualified.ends_with("string") || type.qualified.starts_with("std::basic_string<");
  if (!prefix || !isText)
    return std::nullopt;
  const std::uint64_t length = lengthOf(value);
  const std::string bytes = bytesFrom(value.parts()[0], length * element.size);
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += element.size) {
    const bool isPlain = bytes[at] >= ' ' && bytes[at] <= '~' &&
                         bytes.find_first_not_of('\0', at + 1) >= at + element.size;
    if (!isPlain)
      return std::nullopt;
    text += bytes[at];
  }
  return bytes.size() == length * element.size ? std::optional(prefix + stringLiteral(text))
                                               : std::nullopt;
}

bool isSmartPointer(const Type &type) {
  return type.qualified.starts_with("std::unique_ptr<") ||
         type.qualified.starts_with("std::shared_ptr<");
}

std::size_t alternativeOf(const Type &variant, const Value &value) {
  std::uint64_t index = 0;
  const std::string &bytes = value.parts()[0].bytes();
  std::memcpy(&index, bytes.data(), std::min(sizeof index, bytes.size()));
  return index % (variant.fields.size() - 1);
}

} // namespace emit
