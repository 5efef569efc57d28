#include "emit/value_text.h"

#include "emit/google_test/arguments.h"
#include "emit/google_test/literals.h"
#include "emit/google_test/real_names.h"
#include "model/program.h"
#include "model/sequences.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emit {

using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

constexpr std::size_t mostElements = 64;

std::string elementsText(const Subject &subject, TypeId element, const Value &value) {
  const Type &type = subject[element];
  if (value.parts().empty() && type.isChar && isText(value.bytes()))
    return stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().find('\0')));
  if (value.parts().empty() && type.spelling == "char" && value.bytes().ends_with('\0'))
    return stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().size() - 1));
  const std::uint64_t count = elementCount(subject, element, value);
  std::vector<std::string> items;
  for (std::size_t i = 0; i < count && i < mostElements; ++i) {
    if (!value.parts().empty())
      items.push_back(valueText(subject, element, value.parts()[i]));
    else if (type.size == 0)
      items.push_back(fmt::format("{}", static_cast<unsigned char>(value.bytes()[i])));
    else
      items.push_back(valueText(subject, element,
                                model::Bytes{value.bytes().substr(i * type.size, type.size)}));
  }
  if (count > mostElements)
    items.push_back(fmt::format("... {} elements", count));
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

/// As one would type it, but for the quotes.
std::string commandText(const Subject &subject, const model::ProgramRun &run) {
  std::string text;
  for (const auto &[name, value] : run.environment)
    text += fmt::format("{}={} ", name, stringLiteral(value));
  text += subject.program->name;
  for (const std::string &argument : run.arguments)
    text += " " + stringLiteral(argument);
  return text + (run.input.empty() ? "" : " <<< " + stringLiteral(run.input));
}

/// Of a library class, as it would be written; nothing for others.
std::optional<std::string> literalText(const Subject &subject, const Type &type,
                                       const Value &value) {
  using model::Literal;
  switch (type.literal) {
  case Literal::Text:
  case Literal::Range:
  case Literal::InputStream:
  case Literal::OutputStream: {
    std::uint64_t length = 0;
    if (value.parts().size() != 2 || !value.parts()[0].is<model::Object>())
      return std::nullopt;
    const std::string &size = value.parts()[1].bytes();
    std::memcpy(&length, size.data(), std::min(sizeof length, size.size()));
    const TypeId element = subject[type.fields[0].type].element;
    model::Object data = value.parts()[0].as<model::Object>();
    data.bytes.resize(std::min<std::size_t>(data.bytes.size(), length * subject[element].size));
    data.parts.resize(std::min<std::size_t>(data.parts.size(), length));
    return type.literal == Literal::Range ? elementsText(subject, element, data)
                                          : stringLiteral(data.bytes);
  }
  case Literal::Optional:
    return value.parts()[0].bytes().find_first_not_of('\0') == std::string::npos
               ? "{}"
               : valueText(subject, type.fields[1].type, value.parts()[1]);
  case Literal::Tuple: {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < value.parts().size(); ++i)
      items.push_back(valueText(subject, type.fields[i].type, value.parts()[i]));
    return fmt::format("{{{}}}", fmt::join(items, ", "));
  }
  default:
    return std::nullopt;
  }
}

std::string slotText(model::FromSlot from) {
  const std::string name = fmt::format("slot{}", from.slot.index);
  switch (from.how) {
  case model::FromSlot::How::ByValue:
    return name;
  case model::FromSlot::How::ByAddress:
    return "&" + name;
  case model::FromSlot::How::Moved:
    return fmt::format("move({})", name);
  }
  return name;
}

} // namespace

std::string valueText(const Subject &subject, TypeId id, const Value &value) {
  const Type &type = subject[id];
  if (const auto *from = value.find<model::FromSlot>())
    return slotText(*from);
  if (auto text = literalText(subject, type, value))
    return *text;
  if (model::isScalar(type))
    return value.bytes().size() == type.size
               ? scalarLiteral(type, value.bytes(), LiteralUse::Argument)
               : "";
  switch (type.kind) {
  case TypeKind::Array:
    return elementsText(subject, type.element, value);
  case TypeKind::Pointer: {
    if (value.is<model::Null>())
      return "NULL";
    if (const auto *inside = value.find<model::Inside>()) // numbered as in the text, from 0
      return inside->offset == 0 ? fmt::format("<object {}>", inside->object)
                                 : fmt::format("<object {} + {}>", inside->object, inside->offset);
    if (const auto *callback = value.find<model::Callback>())
      return subject[callback->supply].name;
    const bool isOne = value.parts().size() == 1;
    return isOne ? "&" + valueText(subject, type.element, value.parts()[0])
                 : elementsText(subject, type.element, value);
  }
  default:
    break;
  }
  std::vector<std::string> items;
  for (std::size_t i = 0; i < value.parts().size() && i < type.fields.size(); ++i) {
    const model::Field &field = model::fieldOf(type, value, i);
    const std::string text = valueText(subject, field.type, value.parts()[i]);
    items.push_back(field.name.empty() ? text : fmt::format(".{} = {}", field.name, text));
  }
  return fmt::format("{{{}}}", fmt::join(items, ", "));
}

std::string stepText(const Subject &subject, const model::Step &step) {
  const model::Function &function = subject[step.callable];
  std::vector<std::string> items;
  for (std::size_t i = 0; i < step.arguments.size(); ++i)
    items.push_back(valueText(subject, function.parameters[i].type, step.arguments[i]));
  if (model::writesField(function))
    return fmt::format("{}.{} = {}", items[0], function.callee, items[1]);
  if (function.form == model::CallForm::ReadField)
    return fmt::format("{}.{}", items[0], function.callee);
  std::string call =
      fmt::format("{}({})", withoutParameters(function.name), fmt::join(items, ", "));
  if (function.form == model::CallForm::Storage)
    call = "{0}";
  if (function.form == model::CallForm::OpenFile || function.form == model::CallForm::FileContents)
    call = fmt::format("{} {}", function.name, items.front());
  if (function.form == model::CallForm::Upcast && !items.empty())
    call = items.front();
  return step.slot ? fmt::format("slot{} = {}", step.slot->index, call) : call;
}

std::string callText(const Subject &subject, const model::TestCase &test) {
  if (subject.program)
    return commandText(subject, model::programRun(subject, test));
  std::vector<std::string> calls;
  for (const model::Step &step : test.steps)
    calls.push_back(stepText(subject, step));
  return fmt::format("{}", fmt::join(calls, "; "));
}

} // namespace emit
