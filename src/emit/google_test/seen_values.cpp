#include "emit/google_test/seen_values.h"

#include "emit/google_test/class_literals.h"
#include "emit/google_test/identifiers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Literal;
using model::Subject;
using model::Type;
using model::TypeId;
using model::Value;

namespace {

constexpr std::size_t mostShown = 16;   // elements, those of elements included
constexpr std::size_t longestText = 80; // of an element

class SeenValue {
public:
  explicit SeenValue(const CxxTypes &types) : types_(types), subject_(types.subject()) {}

  /// The elements in braces.
  std::optional<std::string> range(TypeId id, const Value &value) {
    const auto elements = seenElements(subject_, id, value);
    if (!elements)
      return std::nullopt;
    const TypeId element = subject_[subject_[id].fields[0].type].element;
    std::vector<std::string> items;
    for (const Value &each : *elements) {
      auto item = part(element, each);
      if (!item || ++shown_ > mostShown)
        return std::nullopt;
      items.push_back(std::move(*item));
    }
    return fmt::format("{{{}}}", fmt::join(items, ", "));
  }

private:
  std::optional<std::string> part(TypeId id, const Value &value) {
    const Type &type = subject_[id];
    switch (type.literal) {
    case Literal::Text: {
      const auto text = seenText(value);
      return text && text->size() <= longestText ? std::optional(stringLiteral(*text))
                                                 : std::nullopt;
    }
    case Literal::Range:
      return range(id, value);
    case Literal::Tuple:
      return tuple(id, value);
    case Literal::None:
      return model::isScalar(type) && type.kind != model::TypeKind::Float
                 ? std::optional(types_.literal(id, value.bytes(), LiteralUse::Argument))
                 : std::nullopt;
    default:
      return std::nullopt;
    }
  }

  std::optional<std::string> tuple(TypeId id, const Value &value) {
    const Type &type = subject_[id];
    std::vector<std::string> items;
    if (value.parts().size() != type.fields.size())
      return std::nullopt;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      auto item = part(type.fields[i].type, value.parts()[i]);
      if (!item)
        return std::nullopt;
      items.push_back(std::move(*item));
    }
    // std::array has an array inside.
    const bool isArray = type.qualified.starts_with("std::array<");
    return fmt::format(fmt::runtime(isArray ? "{{{{{}}}}}" : "{{{}}}"), fmt::join(items, ", "));
  }

  const CxxTypes &types_;
  const Subject &subject_;
  std::size_t shown_ = 0;
};

} // namespace

std::optional<std::string> seenText(const Value &value) {
  const std::uint64_t length = lengthOf(value);
  const Value &data = value.parts()[0];
  if (length == 0)
    return "";
  if (const auto *text = data.find<model::Text>())
    return text->bytes.size() == length ? std::optional(text->bytes) : std::nullopt;
  const bool isWhole = data.is<model::Object>() && data.bytes().size() >= length &&
                       data.bytes().find('\0') >= length;
  return isWhole ? std::optional(data.bytes().substr(0, length)) : std::nullopt;
}

std::optional<std::vector<Value>> seenElements(const Subject &subject, TypeId range,
                                               const Value &value) {
  const std::uint64_t length = lengthOf(value);
  std::vector<Value> elements;
  if (length == 0)
    return elements;
  const auto *object = value.parts()[0].find<model::Object>();
  if (!object)
    return std::nullopt;
  if (!object->parts.empty()) {
    elements = object->parts;
    elements.resize(std::min<std::size_t>(elements.size(), length));
  } else {
    const std::uint64_t size = subject[subject[subject[range].fields[0].type].element].size;
    for (std::uint64_t at = 0;
         size != 0 && elements.size() < length && at + size <= object->bytes.size(); at += size)
      elements.push_back(model::Bytes{object->bytes.substr(at, size)});
  }
  return elements.size() == length ? std::optional(std::move(elements)) : std::nullopt;
}

bool canBeIndexed(const Type &range) {
  for (const char *name : {"std::vector<", "std::deque<", "std::span<"})
    if (range.qualified.starts_with(name))
      return true;
  return false;
}

std::optional<std::string> seenRange(const CxxTypes &types, TypeId id, const Value &value) {
  const Type &type = types.subject()[id];
  // A view is not compared, and a list in braces has no name.
  if (type.qualified.starts_with("std::span<") ||
      type.qualified.starts_with("std::initializer_list<"))
    return std::nullopt;
  const auto items = SeenValue(types).range(id, value);
  return items ? std::optional(types.name(id) + *items) : std::nullopt;
}

} // namespace emit
