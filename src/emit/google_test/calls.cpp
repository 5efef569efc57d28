#include "emit/google_test/calls.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/real_names.h"
#include "model/contracts.h"
#include "model/fixed_arguments.h"
#include "model/sequences.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

// Objects lie on the stack, in the order of their steps, so that they are destroyed the other way
// round, as in the run that was observed. One that somebody else comes to own lies on the heap.

namespace emit {

using model::CallForm;
using model::Function;
using model::Parameter;
using model::Pass;
using model::ResultForm;
using model::SlotId;
using model::Step;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;

namespace {

/// "+" of "operator+"; nothing for names, conversions, new and delete.
std::optional<std::string> operatorSign(const std::string &name) {
  constexpr std::string_view word = "operator";
  if (!name.starts_with(word))
    return std::nullopt;
  std::string sign = name.substr(word.size());
  std::erase(sign, ' ');
  const bool isSign = !sign.empty() && std::ranges::none_of(sign, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
  });
  return isSign ? std::optional(sign) : std::nullopt;
}

bool standsBetween(const std::string &sign) {
  constexpr auto signs = std::to_array<std::string_view>(
      {"+",  "-",  "*",  "/",  "%",  "^",  "&",  "|",   "<",   ">",
       "=",  "+=", "-=", "*=", "/=", "%=", "^=", "&=",  "|=",  "<<",
       ">>", "==", "!=", "<=", ">=", "&&", "||", "<<=", ">>=", "<=>"});
  return std::ranges::find(signs, sign) != signs.end();
}

bool standsBefore(const std::string &sign) {
  constexpr auto signs =
      std::to_array<std::string_view>({"+", "-", "*", "!", "~", "++", "--", "&"});
  return std::ranges::find(signs, sign) != signs.end();
}

/// "double" of "operator double"; nothing for signs, names, new and delete.
std::optional<std::string> convertedTo(const std::string &name) {
  constexpr std::string_view word = "operator ";
  if (!name.starts_with(word) || operatorSign(name) || name.find('"') != std::string::npos)
    return std::nullopt;
  std::string type = name.substr(word.size());
  const bool isType = type != "new" && type != "delete" && type != "new[]" && type != "delete[]";
  return isType ? std::optional(std::move(type)) : std::nullopt;
}

bool assigns(const std::string &sign) {
  return sign.ends_with('=') && sign != "==" && sign != "!=" && sign != "<=" && sign != ">=";
}

/// Nothing if it is written as a call after all.
std::optional<std::string> operatorCall(const std::string &name,
                                        std::vector<std::string> operands) {
  if (const auto type = convertedTo(name); type && operands.size() == 1)
    return fmt::format("static_cast<{}>({})", inTest(*type), operands[0]);
  const auto sign = operatorSign(name);
  if (!sign || operands.empty())
    return std::nullopt;
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (i == 0 || !assigns(*sign))
      operands[i] = primary(operands[i]);
  const std::span<const std::string> others = std::span(operands).subspan(1);
  if (*sign == "()")
    return fmt::format("{}({})", operands[0], fmt::join(others, ", "));
  if (*sign == "[]" && others.size() == 1)
    return fmt::format("{}[{}]", operands[0], others[0]);
  const bool isPostfix = *sign == "++" || *sign == "--"; // its operand says just that
  if (others.size() == 1 && isPostfix && others[0] == "0")
    return operands[0] + *sign;
  if (others.size() == 1 && standsBetween(*sign))
    return fmt::format("{} {} {}", operands[0], *sign, others[0]);
  if (others.empty() && standsBefore(*sign))
    return fmt::format("{}{}", *sign, operands[0]);
  return std::nullopt;
}

} // namespace

namespace {

/// Whether a character of this kind stands outside of parentheses and quotes.
template <class IsWanted> bool hasOutside(const std::string &expression, IsWanted isWanted) {
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (quote != 0 && c == '\\')
      ++i;
    else if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (depth == 0 && isWanted(c))
      return true;
    depth += quote == 0 && c == '(';
    depth -= quote == 0 && c == ')';
  }
  return false;
}

} // namespace

std::string inMacro(const std::string &expression) {
  return hasOutside(expression, [](char c) { return c == ','; }) ? fmt::format("({})", expression)
                                                                 : expression;
}

std::string primary(const std::string &expression) {
  const bool isOperation =
      hasOutside(expression, [](char c) { return c == ' ' || c == ','; }) ||
      (!expression.empty() && std::string_view("*&!~+-").find(expression[0]) != std::string::npos);
  return isOperation ? fmt::format("({})", expression) : expression;
}

std::string operand(const std::string &expression) {
  return hasOutside(expression, [](char c) { return c == ' ' || c == ','; })
             ? fmt::format("({})", expression)
             : expression;
}

std::string asStatement(const std::string &call) {
  const std::size_t open = call.find('(');
  if (open == std::string::npos || !call.ends_with(')'))
    return call;
  const std::string inner = call.substr(open + 1, call.size() - open - 2);
  const bool isDeclarator =
      isIdentifier(inner) || (!inner.empty() && isIdentifier(inner.substr(1)) &&
                              (inner.front() == '*' || inner.front() == '&'));
  return isDeclarator ? fmt::format("static_cast<void>({})", call) : call;
}

std::string variableFor(const CxxTypes &types, TypeId id) {
  const Subject &subject = types.subject();
  if (subject[id].kind == TypeKind::Pointer)
    id = subject[id].element;
  const Type &type = subject[id];
  if (type.kind != TypeKind::Incomplete && type.kind != TypeKind::Struct &&
      type.kind != TypeKind::Union)
    return "result";
  if (model::isFile(type))
    return "file";
  std::string name = type.qualified.empty() ? type.spelling : type.qualified;
  if (type.qualified.empty() && type.hasTag)
    name = name.substr(name.find(' ') + 1);
  name = lastPart(name);
  name = name.substr(0, name.find('<'));
  const std::string hint = camelBack(name);
  if (hint.empty())
    return "object";
  return hint == name && types.hasRealNames() ? hint + "Object" : safeName(hint);
}

std::string Calls::Slot::object() const {
  return form == Form::Pointer || form == Form::Owner ? "*" + name : name;
}

std::string Calls::Slot::pointer() const {
  switch (form) {
  case Form::Object:
  case Form::Reference:
    return "&" + name;
  case Form::Owner:
    return name + ".get()";
  default:
    return name;
  }
}

Calls::Calls(const Dialect &dialect, const CxxTypes &types, const ExportNames &names,
             const model::TestCase &test, std::set<std::string> &takenNames)
    : dialect_(dialect), types_(types), names_(names), subject_(types.subject()),
      taken_(takenNames) {
  std::size_t number = 0;
  for (const auto *steps : {&test.steps, &test.observers})
    for (const Step &step : *steps) {
      noteUses(step, ++number);
      if (step.slot)
        slots_.try_emplace(*step.slot);
    }
  for (const Step &step : test.steps) {
    nameResult(step);
    if (step.slot && &step != &test.steps.back())
      slots_[*step.slot].livesOn = model::isOwner(subject_[step.callable]);
  }
}

SlotId Calls::rootOf(SlotId slot) const {
  for (auto found = upcasts_.find(slot); found != upcasts_.end(); found = upcasts_.find(slot))
    slot = found->second;
  return slot;
}

void Calls::noteUses(const Step &step, std::size_t number) {
  const Function &function = subject_[step.callable];
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    const auto *from = step.arguments[i].find<model::FromSlot>();
    if (!from)
      continue;
    const SlotId root = rootOf(from->slot);
    if (function.form == CallForm::Upcast && step.slot) {
      upcasts_[*step.slot] = root;
      continue;
    }
    if (function.form == CallForm::EndOfStorage) {
      variables_.insert(root);
      continue;
    }
    const Pass pass = function.parameters[i].pass;
    Slot &slot = slots_[root];
    slot.lastUse = number;
    slot.isGiven |= pass == Pass::Given;
    slot.isDereferenced |= pass == Pass::Object || pass == Pass::Moved;
    slot.hasAddressTaken |= from->how == model::FromSlot::How::ByAddress;
  }
}

std::string Calls::ownerName(const Function &function) const {
  return types_.name(function.owner ? function.owner : subject_[function.result].element);
}

void Calls::nameResult(const Step &step) {
  if (!step.slot || upcasts_.contains(*step.slot))
    return;
  const Function &function = subject_[step.callable];
  Slot &slot = slots_[*step.slot];
  using Form = Slot::Form;
  const bool isConstructor = function.form == CallForm::Constructor;
  if (variables_.contains(*step.slot))
    slot.form = Form::Object;
  else if (function.resultForm == ResultForm::Object)
    slot.form = slot.isGiven ? Form::Owner : Form::Object;
  else if (isConstructor) // nobody may destroy it
    slot.form = Form::Pointer;
  else if (function.resultForm == ResultForm::Borrowed)
    slot.form = Form::Reference;
  else if (function.resultForm != ResultForm::Plain)
    slot.form = Form::Owner;
  else
    slot.form = subject_[function.result].kind == TypeKind::Pointer ? Form::Pointer : Form::Value;
  const std::string hint = variableFor(types_, function.result);
  slot.name = hint;
  for (int i = 2; !taken_.insert(slot.name).second; ++i)
    slot.name = fmt::format("{}{}", hint, i);
}

std::vector<std::string> Calls::fillIn(const Step &step, std::vector<std::string> &arguments) {
  ++step_;
  const Function &function = subject_[step.callable];
  std::vector<std::string> before;
  if (function.form == CallForm::Upcast)
    return before;
  for (std::size_t i = 0; i < step.arguments.size(); ++i)
    if (const auto *from = step.arguments[i].find<model::FromSlot>())
      arguments[i] = fromSlot(function.parameters[i], *from, before);
  return before;
}

std::string Calls::fromSlot(const Parameter &parameter, model::FromSlot from,
                            std::vector<std::string> &before) {
  Slot &slot = slots_[rootOf(from.slot)];
  switch (parameter.pass) {
  case Pass::Object:
    return slot.object();
  case Pass::Moved:
    return fmt::format("std::move({})", slot.object());
  case Pass::Given: {
    if (slot.form != Slot::Form::Owner)
      return fmt::format(
          "{}({})",
          parameter.cxxType.empty()
              ? fmt::format("std::unique_ptr<{}>", types_.name(subject_[parameter.type].element))
              : inTest(parameter.cxxType),
          slot.pointer());
    const std::string given = fmt::format("std::move({})", slot.name);
    if (slot.lastUse > step_) { // it is still there, as somebody else's
      std::string name = slot.name + "Given";
      for (int i = 2; !taken_.insert(name).second; ++i)
        name = fmt::format("{}Given{}", slot.name, i);
      before.push_back(fmt::format("auto *const {} = {}.get();", name, slot.name));
      slot.form = Slot::Form::Pointer;
      slot.name = name;
    }
    return given;
  }
  default:
    break;
  }
  switch (from.how) {
  case model::FromSlot::How::ByAddress:
    return "&" + slot.name;
  case model::FromSlot::How::Moved:
    return fmt::format("std::move({})", slot.name);
  default:
    return slot.pointer();
  }
}

std::string Calls::memberOf(const std::string &object, const std::string &member) {
  return object.starts_with('*') ? object.substr(1) + "->" + member : object + "." + member;
}

/// Whether a variable that is not const would get another method.
bool Calls::isHiddenByOther(const Function &function) const {
  const auto isSame = [](const Parameter &a, const Parameter &b) {
    return a.type == b.type && a.pass == b.pass && a.cxxType == b.cxxType;
  };
  return function.isConst && std::ranges::any_of(subject_.functions, [&](const Function &other) {
           return other.form == CallForm::Method && !other.isConst &&
                  other.owner == function.owner && realName(other) == realName(function) &&
                  std::equal(other.parameters.begin() + 1, other.parameters.end(),
                             function.parameters.begin() + 1, function.parameters.end(), isSame);
         });
}

std::string Calls::methodCall(const Function &function, std::vector<std::string> arguments) const {
  const std::string name = lastPart(realName(function));
  if (isHiddenByOther(function))
    arguments.front() = fmt::format("std::as_const({})", arguments.front());
  if (const auto written = operatorCall(name, arguments))
    return *written;
  return fmt::format("{}({})", memberOf(arguments.front(), name),
                     fmt::join(arguments.begin() + 1, arguments.end(), ", "));
}

/// What stands behind a class or a variable of it.
std::string Calls::initialised(const Function &function,
                               const std::vector<std::string> &arguments) const {
  return fmt::format("{}{}{}", function.hasBraces ? "{" : "(", fmt::join(arguments, ", "),
                     function.hasBraces ? "}" : ")");
}

std::string Calls::call(const Step &step, const std::vector<std::string> &arguments) const {
  const Function &function = subject_[step.callable];
  if (function.form == CallForm::Storage)
    return fmt::format("static_cast<{0} *>(std::calloc(1, sizeof({0})))",
                       types_.name(function.owner));
  if (function.form == CallForm::EndOfStorage)
    return "";
  if (function.form == CallForm::OpenFile)
    return fmt::format("pincer::fileWith({})", arguments.front());
  if (function.form == CallForm::FileContents)
    return fmt::format("pincer::contentsOf({})", arguments.front());
  if (function.form == CallForm::CloseFile)
    return fmt::format("std::fclose({})", arguments.front());
  if (!types_.hasRealNames())
    return fmt::format("{}({})", names_.callee(step.callable),
                       names_.needsWrapper(step.callable)
                           ? fmt::format("{}", fmt::join(arguments, ", "))
                           : model::callArguments(function, arguments));
  switch (function.form) {
  case CallForm::Method:
    return methodCall(function, arguments);
  case CallForm::ReadField:
    return memberOf(arguments.front(), function.callee);
  case CallForm::WriteField:
  case CallForm::ForceField:
    return fmt::format("{} = {}", memberOf(arguments.front(), function.callee), arguments[1]);
  case CallForm::Contract: {
    std::vector<std::string> objects;
    for (const std::string &argument : arguments)
      objects.push_back(primary(argument));
    return model::claim(function, ownerName(function), objects);
  }
  case CallForm::Constructor:
    return (function.resultForm == ResultForm::Object ? "" : "new ") + ownerName(function) +
           (function.leavesUnset && function.resultForm != ResultForm::Object
                ? ""
                : initialised(function, arguments));
  default:
    break;
  }
  if (const auto written = operatorCall(lastPart(realName(function)), arguments))
    return *written;
  return fmt::format("{}({})", names_.realCallee(step.callable), fmt::join(arguments, ", "));
}

bool Calls::isHeld(const Step &step) const {
  if (!step.slot)
    return false;
  const auto found = slots_.find(*step.slot);
  return found != slots_.end() && (found->second.lastUse != 0 || found->second.livesOn);
}

std::vector<std::string> Calls::statements(const Step &step,
                                           const std::vector<std::string> &arguments) const {
  const Function &function = subject_[step.callable];
  if (function.form == CallForm::Upcast)
    return {};
  const std::string call = this->call(step, arguments);
  if (!isHeld(step))
    return {(function.form == CallForm::Constructor ? asStatement(call) : call) + ";"};
  const Slot &slot = slots_.at(*step.slot);
  const bool isConstructor = function.form == CallForm::Constructor;
  const auto checked = [&](std::string statement) {
    std::vector<std::string> lines{std::move(statement)};
    if (slot.isDereferenced)
      lines.push_back(holds(dialect_, dialect_.mustNotBeNull, slot.name) + ";");
    return lines;
  };
  switch (slot.form) {
  case Slot::Form::Object:
    if (function.form == CallForm::Storage)
      return {fmt::format("{} = {{}};", types_.declare(function.owner, slot.name))};
    if (!isConstructor)
      return {fmt::format("auto {} = {};", slot.name, call)};
    if (arguments.empty()) // of what no text defines, members would have no values
      return {fmt::format("{} {}{};", ownerName(function), slot.name,
                          function.isImplicit && !function.leavesUnset ? "{}" : "")};
    return {ownerName(function) + " " + slot.name + initialised(function, arguments) + ";"};
  case Slot::Form::Owner:
    if (function.leavesUnset) // as make_unique would not
      return {
          fmt::format("auto {0} = std::unique_ptr<{1}>(new {1});", slot.name, ownerName(function))};
    if (isConstructor && !function.hasBraces)
      return {fmt::format("auto {} = std::make_unique<{}>({});", slot.name, ownerName(function),
                          fmt::join(arguments, ", "))};
    if (function.resultForm == ResultForm::Object)
      return {
          fmt::format("auto {} = std::make_unique<{}>({});", slot.name, ownerName(function), call)};
    return checked(fmt::format("auto {} = {};", slot.name, call));
  case Slot::Form::Reference:
    return {fmt::format("{}auto &{} = {};",
                        subject_[function.result].pointeeIsConst ? "const " : "", slot.name, call)};
  case Slot::Form::Pointer:
    if (types_.hasRealNames())
      return checked(fmt::format("auto *{} = {};", slot.name, call));
    return checked(fmt::format("{} = {};", types_.declare(function.result, slot.name), call));
  case Slot::Form::Value:
    break;
  }
  return {fmt::format("{}{} = {};", slot.hasAddressTaken ? "" : "const ",
                      types_.hasRealNames() ? "auto " + slot.name
                                            : types_.declare(function.result, slot.name),
                      call)};
}

} // namespace emit
