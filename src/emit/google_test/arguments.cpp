#include "emit/google_test/arguments.h"

#include "emit/google_test/calls.h"
#include "emit/google_test/class_literals.h"
#include "emit/google_test/expectations.h"
#include "emit/google_test/identifiers.h"
#include "emit/google_test/real_names.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

// Values become C++ from the leaves up: what a pointer refers to is a local variable, declared
// before the variable that holds the pointer. Numbers of objects, though, count from the root down
// (pre-order), so a number is taken before the parts are built. A pointer into an object that is
// declared later, as in a ring, is set when all are there; so is an argument that is such a
// pointer.

namespace emit {

using model::Field;
using model::objectSize;
using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;

namespace {

constexpr std::size_t longArray = 16;
constexpr std::size_t longestInlineText = 60;

bool isZero(const Value &value) {
  if (value.is<model::Null>())
    return true;
  if (!value.is<model::Bytes>() && !value.is<model::Parts>() && !value.is<model::UnionPart>())
    return false;
  return value.bytes().find_first_not_of('\0') == std::string::npos &&
         std::ranges::all_of(value.parts(), isZero);
}

void collectTargets(const Value &value, std::set<std::uint32_t> &targets) {
  if (const auto *inside = value.find<model::Inside>())
    targets.insert(inside->object);
  for (const Value &part : value.parts())
    collectTargets(part, targets);
}

/// A pointer into an object lies in the value itself, not behind one of its pointers.
bool holdsInside(const Value &value) {
  return value.is<model::Inside>() ||
         (!value.is<model::Object>() && std::ranges::any_of(value.parts(), holdsInside));
}

std::set<std::uint32_t> aliased(const model::KeptTest &test) {
  std::set<std::uint32_t> targets;
  for (const model::Step &step : test.test.steps)
    for (const Value &argument : step.arguments)
      collectTargets(argument, targets);
  for (const model::Supplied &supplied : test.test.supplied)
    collectTargets(supplied.value, targets);
  return targets;
}

std::set<std::uint32_t> targetsOf(const model::KeptTest &test) {
  std::set<std::uint32_t> targets = aliased(test);
  if (!test.observation)
    return targets;
  collectTargets(test.observation->result, targets);
  for (const Value &argument : test.observation->arguments)
    collectTargets(argument, targets);
  for (const Value &supplied : test.observation->supplied)
    collectTargets(supplied, targets);
  for (const auto &[global, value] : test.observation->globals)
    collectTargets(value, targets);
  return targets;
}

class Builder {
public:
  Builder(const Dialect &dialect, const CxxTypes &types, const ExportNames &names,
          const model::KeptTest &test, std::set<std::string> &takenNames)
      : dialect_(dialect), types_(types), names_(names), subject_(types.subject()), test_(test),
        taken_(takenNames), aliased_(aliased(test)), targets_(targetsOf(test)),
        calls_(dialect, types, names, test.test, takenNames), literals_(types, names, test.test) {}

  Arguments build() {
    const std::vector<model::Step> &steps = test_.test.steps;
    std::vector<Prepared> prepared;
    for (const model::Step &step : steps)
      prepared.push_back(prepare(step, &step == &steps.back()));
    supply();
    const std::vector<std::string> supplies = std::exchange(out_.lines, {});
    bool isTogether = !late_.empty(); // all is declared before the first call
    for (std::size_t i = 0; i < steps.size(); ++i)
      isTogether |= placeInsides(steps[i], prepared[i]);
    isTogether |= isSuppliedFrom(prepared);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (std::size_t k = i; k < (isTogether && i == 0 ? steps.size() : i + 1); ++k)
        add(std::exchange(prepared[k].lines, {}));
      if (i == 0)
        addSupplies(supplies);
      add(calls_.fillIn(steps[i], prepared[i].expressions));
      if (i + 1 < steps.size())
        add(earlierCall(i, prepared[i].expressions));
    }
    const model::Step &last = steps.back();
    const bool isConstructor = subject_[last.callable].form == model::CallForm::Constructor;
    out_.call = calls_.call(last, prepared.back().expressions);
    if (calls_.isHeld(last) || isConstructor)
      out_.holding = calls_.statements(last, prepared.back().expressions);
    for (const model::Step &observer : test_.test.observers) {
      std::vector<std::string> expressions(observer.arguments.size());
      calls_.fillIn(observer, expressions);
      out_.observers.push_back(calls_.call(observer, expressions));
    }
    return std::move(out_);
  }

private:
  /// What the elements of an array belong to: each is `path[i]`, a single one `path`.
  struct Base {
    std::string path;
    bool isArray;
    std::string at(std::size_t index) const {
      return isArray ? fmt::format("{}[{}]", path, index) : path;
    }
  };
  /// A step before its call is written.
  struct Prepared {
    std::vector<std::string> lines, expressions;
    std::size_t objects = 0; // of this step and those before it
  };

  /// A call before the one under test; with what it returns, if that is seen.
  std::vector<std::string> earlierCall(std::size_t at,
                                       const std::vector<std::string> &expressions) {
    const model::Step &step = test_.test.steps[at];
    const bool isSeen = test_.observation && at < test_.observation->earlier.size() &&
                        !test_.observation->earlier[at].bytes().empty();
    if (!isSeen || calls_.isHeld(step))
      return calls_.statements(step, expressions);
    Expectations expectations(dialect_, types_, out_.objects, taken_);
    expectations.result(subject_[step.callable].result, test_.observation->earlier[at],
                        calls_.call(step, expressions));
    return std::move(expectations).lines();
  }

  void add(const std::vector<std::string> &lines) {
    out_.lines.insert(out_.lines.end(), lines.begin(), lines.end());
  }

  Prepared prepare(const model::Step &step, bool isLast) {
    const model::Function &function = subject_[step.callable];
    Prepared prepared;
    for (std::size_t i = 0; i < step.arguments.size(); ++i) {
      const model::Parameter &parameter = function.parameters[i];
      const bool isReceiver = function.form == model::CallForm::Method && i == 0;
      const std::string hint = isReceiver               ? variableFor(types_, parameter.type)
                               : parameter.name.empty() ? fmt::format("argument{}", i + 1)
                                                        : safeName(parameter.name);
      const bool hasLength =
          std::any_of(function.lengthPairs.begin(), function.lengthPairs.end(),
                      [&](const model::LengthPair &pair) { return pair.pointer == i; });
      const Value *after = nullptr;
      if (isLast && test_.observation && i < test_.observation->arguments.size())
        after = &test_.observation->arguments[i];
      const bool hasEnds = parameter.pass == model::Pass::Ends;
      const bool isVariable = parameter.pass == model::Pass::Reference || hasEnds;
      prepared.expressions.push_back(
          step.arguments[i].is<model::FromSlot>() ? "" // written when its variable is there
          : types_.hasRealNames() || subject_[parameter.type].literal != model::Literal::None
              ? realArgument(function, i, step.arguments[i], after, hint, hasLength)
              : argument(parameter.type, step.arguments[i], after, hint, hasLength));
      if (isLast)
        out_.references.push_back(isVariable ? prepared.expressions.back() : "");
      if (hasEnds)
        prepared.expressions.back() =
            fmt::format("{0}.begin(), {0}.end()", prepared.expressions.back());
    }
    prepared.lines = std::exchange(out_.lines, {});
    prepared.objects = out_.objects.size();
    return prepared;
  }

  /// Writes the arguments that are pointers into objects; true if one of these is declared later.
  bool placeInsides(const model::Step &step, Prepared &prepared) const {
    bool refersAhead = false;
    for (std::size_t i = 0; i < step.arguments.size(); ++i)
      if (const auto *inside = step.arguments[i].find<model::Inside>()) {
        prepared.expressions[i] = placeOf(subject_[step.callable].parameters[i].type, *inside);
        refersAhead |= inside->object >= prepared.objects;
      }
    return refersAhead;
  }

  /// Whether what is supplied, which is written behind the first step's objects, leads into those
  /// of a later one.
  bool isSuppliedFrom(const std::vector<Prepared> &prepared) const {
    std::set<std::uint32_t> led;
    for (const model::Supplied &supplied : test_.test.supplied)
      collectTargets(supplied.value, led);
    const auto later = led.lower_bound(static_cast<std::uint32_t>(prepared.front().objects));
    return later != led.end() && *later < prepared.back().objects;
  }

  void addSupplies(const std::vector<std::string> &supplies) {
    add(supplies);
    for (const Late &late : late_)
      out_.lines.push_back(fmt::format("{} = {};", late.path, placeOf(late.type, late.place)));
  }

  /// For a parameter as C++ has it.
  std::string realArgument(const model::Function &function, std::size_t index, const Value &value,
                           const Value *after, const std::string &hint, bool hasLength) {
    const model::Parameter &parameter = function.parameters[index];
    const Type &type = subject_[parameter.type];
    if (type.literal != model::Literal::None)
      return classLiteral(function, parameter, value, hint);
    if (parameter.pass == model::Pass::Reference) {
      const std::string name = freshName(hint, taken_);
      const std::string text = initialiser(parameter.type, value, after, hint, name);
      out_.lines.push_back(fmt::format("{} = {};", types_.declare(parameter.type, name), text));
      return name;
    }
    const bool isRecord = type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
    if (isRecord && !holdsInside(value)) // whatever binds to it
      return types_.name(parameter.type) + initialiser(parameter.type, value, after, hint, "");
    if (const auto text = exactly(parameter.type, value); text && isOverloaded(function))
      return *text;
    return argument(parameter.type, value, after, hint, hasLength);
  }

  /// Of this very type, so that no other overload is called; nothing if there is no need to say so.
  std::optional<std::string> exactly(TypeId id, const Value &value) const {
    const Type &type = subject_[id];
    if (type.kind == TypeKind::Pointer && value.is<model::Null>())
      return fmt::format("static_cast<{}>(nullptr)", types_.declare(id, ""));
    if (!model::isScalar(type))
      return std::nullopt;
    const std::string text = types_.literal(id, value.bytes(), LiteralUse::Comparison);
    const bool isNarrow =
        type.kind == TypeKind::Integer && type.size < 4 && type.spelling != "char";
    return isNarrow ? fmt::format("static_cast<{}>({})", type.spelling, text) : text;
  }

  std::string classLiteral(const model::Function &function, const model::Parameter &parameter,
                           const Value &value, const std::string &hint) {
    using model::Literal;
    using Style = ClassLiterals::Style;
    const Type &type = subject_[parameter.type];
    countObjects(value);
    if (type.literal == Literal::InputStream || type.literal == Literal::OutputStream) {
      const std::string name = freshName(hint, taken_);
      out_.lines.push_back(literals_.stream(parameter.type, value, name));
      return name;
    }
    const bool isView = type.literal == Literal::Range && type.qualified.starts_with("std::span<");
    if (parameter.pass == model::Pass::Reference || parameter.pass == model::Pass::Ends || isView) {
      const std::string name = freshName(hint, taken_);
      const std::string declared =
          isView ? fmt::format("std::vector<{}>",
                               types_.declare(subject_[type.fields[0].type].element, ""))
                 : types_.name(parameter.type);
      out_.lines.push_back(fmt::format("{} {} = {};", declared, name,
                                       literals_.text(parameter.type, value, Style::Short)));
      return name;
    }
    const bool isBraced = type.literal == Literal::Range || type.literal == Literal::Tuple;
    const bool isTyped = isOverloaded(function) ||
                         lastPart(realName(function)).starts_with("operator") ||
                         (isBraced && function.form == model::CallForm::Constructor);
    return literals_.text(parameter.type, value, isTyped ? Style::Typed : Style::Short);
  }

  /// Objects in a literal have numbers, too.
  void countObjects(const Value &value) {
    if (value.is<model::Object>())
      out_.objects.push_back({"", TypeId(), 0, LocalObject::Form::Inline});
    for (const Value &part : value.parts())
      countObjects(part);
  }

  const Value *suppliedAfter(std::size_t index) const {
    return test_.observation && index < test_.observation->supplied.size()
               ? &test_.observation->supplied[index]
               : nullptr;
  }

  void supply() {
    const std::vector<model::Supplied> &all = test_.test.supplied;
    if (test_.test.endsAfterZeros)
      out_.lines.push_back(fmt::format("pincer_end_inputs_after({});", *test_.test.endsAfterZeros));
    for (std::size_t begin = 0, end; begin < all.size(); begin = end) {
      const model::SupplyId source = all[begin].source;
      for (end = begin + 1; end < all.size() && all[end].source == source;)
        ++end;
      if (subject_[source].kind == model::Supply::Kind::Variable) {
        out_.supplied.push_back(names_.supplied(source));
        assign(out_.supplied.back(), subject_[source].type, all[begin].value, suppliedAfter(begin));
      } else {
        supplyCalls(source, begin, end);
      }
    }
  }

  /// What calls of a stub give back: an array, one element per call.
  void supplyCalls(model::SupplyId source, std::size_t begin, std::size_t end) {
    model::Object calls, after;
    for (std::size_t i = begin; i < end; ++i) {
      calls.parts.push_back(test_.test.supplied[i].value);
      if (const Value *then = suppliedAfter(i))
        after.parts.push_back(*then);
    }
    std::string hint = camelCase(names_.giver(source).substr(7)); // without "pincer_"
    hint[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(hint[0])));
    const LocalObject object{"", subject_[source].type, calls.parts.size(),
                             LocalObject::Form::Array};
    const bool isConst = std::ranges::none_of(calls.parts, holdsInside);
    const std::size_t count = calls.parts.size();
    const Value given = std::move(calls), then = std::move(after);
    const std::string name = define(object, given, &then, hint, isConst, false);
    out_.lines.push_back(fmt::format("{}({}, {});", names_.giver(source), name, count));
    for (std::size_t i = begin; i < end; ++i)
      out_.supplied.push_back(fmt::format("{}[{}]", name, i - begin));
  }

  /// Gives an undefined variable its contents; what is left out is zero.
  void assign(const std::string &path, TypeId id, const Value &value, const Value *after) {
    const Type &type = subject_[id];
    if (type.kind != TypeKind::Array) {
      if (model::isScalar(type) || !isZero(value))
        out_.lines.push_back(
            fmt::format("{} = {};", path, initialiser(id, value, after, "value", path)));
      return;
    }
    if (value.parts().empty() && isCharacters(type.element, value)) {
      if (value.bytes().front() != '\0')
        out_.lines.push_back(fmt::format(
            "std::copy_n({}, {}, {});",
            stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().find('\0'))),
            value.bytes().find('\0'), path));
      return;
    }
    const std::uint64_t size = std::max<std::uint64_t>(1, subject_[type.element].size);
    for (std::uint64_t i = 0; i < type.count; ++i) {
      const bool isBytes = value.parts().empty();
      const Value item = isBytes ? model::Bytes{value.bytes().substr(i * size, size)} : Value{};
      const Value &element = isBytes ? item : value.parts()[i];
      if (!isZero(element))
        assign(fmt::format("{}[{}]", path, i), type.element, element,
               after && i < after->parts().size() ? &after->parts()[i] : nullptr);
    }
  }

  std::string argument(TypeId id, const Value &value, const Value *after, const std::string &hint,
                       bool hasLength) {
    const Type &type = subject_[id];
    if (model::isScalar(type))
      return types_.literal(id, value.bytes(), LiteralUse::Argument);
    if (type.kind == TypeKind::Pointer)
      return pointer(id, value, after, hint, "", hasLength);
    const std::string name = freshName(hint, taken_);
    const std::string text = initialiser(id, value, after, hint, name);
    out_.lines.push_back(fmt::format("{}{} = {};", holdsInside(value) ? "" : "const ",
                                     types_.declare(id, name), text));
    return name;
  }

  /// `path` is the lvalue that will hold the pointer; none for an argument.
  std::string pointer(TypeId id, const Value &value, const Value *after, const std::string &hint,
                      const std::string &path, bool isArray) {
    if (const auto *inside = value.find<model::Inside>()) {
      const bool isThere =
          inside->object < out_.objects.size() && !out_.objects[inside->object].name.empty();
      if (isThere || path.empty())
        return isThere ? placeOf(id, *inside) : "";
      late_.push_back({path, id, *inside});
      return "nullptr";
    }
    if (const auto *callback = value.find<model::Callback>())
      return names_.supplied(callback->supply);
    if (!value.is<model::Object>())
      return "nullptr";
    const Type &type = subject_[id];
    const std::size_t number = out_.objects.size();
    out_.objects.push_back({"", type.element, elementCount(subject_, type.element, value),
                            LocalObject::Form::Variable});
    const bool known = after && after->is<model::Object>();
    const bool isConst = type.pointeeIsConst && (!known || sameContents(value, *after)) &&
                         !aliased_.contains(std::uint32_t(number)) && !isFreed(number) &&
                         std::ranges::none_of(value.parts(), holdsInside);
    if (isConst && canStandInCall(type.element, value, number)) {
      out_.objects[number].form = LocalObject::Form::Inline;
      return stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().size() - 1));
    }
    LocalObject object = out_.objects[number];
    object.form = formOf(object, number, value, isArray);
    object.name = define(object, value, known ? after : nullptr, hint, isConst, isFreed(number));
    out_.objects[number] = object;
    return object.address();
  }

  /// The call frees the object, so it can't be a local.
  bool isFreed(std::size_t number) const {
    const auto &seen = test_.observation;
    return seen && std::find(seen->freed.begin(), seen->freed.end(), number) != seen->freed.end();
  }

  LocalObject::Form formOf(const LocalObject &object, std::size_t number, const Value &value,
                           bool isArray) const {
    if (isFreed(number) && subject_[object.element].kind != TypeKind::Array)
      return LocalObject::Form::Pointer;
    if (object.count == 0)
      return LocalObject::Form::Heap;
    if (objectSize(subject_, object.element, value) > object.count * sizeOf(object.element))
      return LocalObject::Form::Pointer;
    const bool isMany = isArray || object.count > 1 || isVoid(object.element);
    return isMany || isCharacters(object.element, value) ? LocalObject::Form::Array
                                                         : LocalObject::Form::Variable;
  }

  bool isVoid(TypeId id) const { return subject_[id].kind == TypeKind::Void; }
  std::uint64_t sizeOf(TypeId element) const { return model::pointeeSize(subject_, element); }

  /// Where a pointer into an object points to.
  std::string placeOf(TypeId id, model::Inside place) const {
    const LocalObject &object = out_.objects[place.object];
    const TypeId pointee = subject_[id].element;
    const std::uint64_t size = std::max<std::uint64_t>(1, sizeOf(object.element));
    const bool isWhole = pointee == object.element || isVoid(pointee);
    if (isWhole && place.offset == 0)
      return object.address();
    if (isWhole && object.form == LocalObject::Form::Array && place.offset % size == 0)
      return fmt::format("{} + {}", object.name, place.offset / size);
    if (const auto named = placeInside(types_, object, place.offset, pointee))
      return *named;
    return fmt::format("reinterpret_cast<{}>(reinterpret_cast<char *>({}) + {})",
                       types_.declare(id, ""), object.address(), place.offset);
  }

  static bool sameContents(const Value &a, const Value &b) {
    return a.bytes() == b.bytes() && std::ranges::equal(a.parts(), b.parts());
  }

  /// Bytes in unsigned or signed char are text only if they look like it.
  bool isCharacters(TypeId element, const Value &value) const {
    const Type &type = subject_[element];
    return (type.isChar || isVoid(element)) && isText(value.bytes()) &&
           (type.spelling == "char" || value.bytes().front() != '\0');
  }

  bool canStandInCall(TypeId element, const Value &value, std::size_t number) const {
    const std::size_t end = value.bytes().find('\0');
    return subject_[element].spelling == "char" && !targets_.contains(std::uint32_t(number)) &&
           end != std::string::npos && end + 1 == value.bytes().size() && end <= longestInlineText;
  }

  /// Declares the local; returns its name.
  std::string define(const LocalObject &object, const Value &value, const Value *after,
                     const std::string &hint, bool isConst, bool isFreed) {
    const std::string name = freshName(hint, taken_);
    const bool isVoid = this->isVoid(object.element);
    const auto declared = [&](const std::string &declarator) {
      // Whoever takes a pointer to void may cast it to anything.
      return isVoid ? fmt::format("alignas(16) unsigned char {}", declarator)
                    : types_.declare(object.element, declarator);
    };
    if (object.form == LocalObject::Form::Pointer) {
      allocate(name, object, value, hint, isFreed);
      fillBlock(name, object, value, after, hint);
      return name;
    }
    if (object.form == LocalObject::Form::Heap) {
      // No array has zero elements, but an allocation may; it has an address of its own, and a
      // sanitizer watches its end.
      out_.lines.push_back(fmt::format("const auto {} = std::make_unique<{}[]>(0);", name,
                                       isVoid ? "unsigned char" : declared("")));
      return name;
    }
    if (const auto fill = repeatedElement(object, value)) {
      out_.lines.push_back(declared(fmt::format("{}[{}]", name, object.count)) + ";");
      out_.lines.push_back(fmt::format("std::fill_n({}, {}, {});", name, object.count, *fill));
      return name;
    }
    const auto qualified = [&](const std::string &declarator) {
      if (!isConst)
        return declared(declarator);
      return isVoid ? fmt::format("alignas(16) const unsigned char {}", declarator)
                    : types_.declareConst(object.element, declarator);
    };
    if (object.form == LocalObject::Form::Variable) {
      const std::string text =
          elements(object.element, value, after, hint, {name, false}, false).front();
      out_.lines.push_back(fmt::format("{} = {};", qualified(name), text));
      return name;
    }
    std::string text;
    bool counted = true;
    if (isCharacters(object.element, value)) {
      const std::size_t end = value.bytes().find('\0');
      counted = end + 1 != value.bytes().size();
      text = stringLiteral(std::string_view(value.bytes()).substr(0, end));
    } else if (subject_[object.element].spelling == "char" && value.bytes().back() == '\0') {
      counted = false;
      text = stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().size() - 1));
    } else {
      const auto items = elements(object.element, value, after, hint, {name, true}, true);
      counted = items.size() != object.count;
      text = fmt::format("{{{}}}", fmt::join(items, ", "));
    }
    const std::string count = counted ? fmt::format("{}", object.count) : "";
    const std::string declarator = fmt::format("{}[{}]", name, count);
    out_.lines.push_back(fmt::format("{} = {};", qualified(declarator), text));
    return name;
  }

  /// Declares a pointer to a block of zeros: for what the call frees, and for a struct with
  /// elements behind it, which no variable can have.
  void allocate(const std::string &name, const LocalObject &object, const Value &value,
                const std::string &hint, bool isFreed) {
    const std::string type =
        isVoid(object.element) ? "unsigned char *" : types_.declare(object.element, "*");
    const std::uint64_t size = objectSize(subject_, object.element, value);
    if (isFreed) {
      out_.lines.push_back(
          fmt::format("auto *const {} = static_cast<{}>(std::calloc(1, {}));", name, type, size));
      return;
    }
    const std::string memory = freshName(hint + "Memory", taken_);
    out_.lines.push_back(
        fmt::format("const auto {} = std::make_unique<unsigned char[]>({});", memory, size));
    out_.lines.push_back(
        fmt::format("auto *const {} = reinterpret_cast<{}>({}.get());", name, type, memory));
  }

  /// Assigns the elements behind a pointer, which are zeros.
  void fillBlock(const std::string &name, const LocalObject &object, const Value &value,
                 const Value *after, const std::string &hint) {
    const bool isOne = object.count == 1;
    const std::string single = fmt::format("(*{})", name);
    const Base base{isOne ? single : name, !isOne};
    if (value.parts().empty())
      return fillScalars(name, base, object.element, value, hint);
    const std::vector<std::string> items =
        elements(object.element, value, after, hint, base, false);
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i] != "{}" && items[i] != "nullptr")
        out_.lines.push_back(fmt::format("{} = {};", isOne ? "*" + name : base.at(i), items[i]));
    const auto last = model::flexibleField(subject_, object.element);
    if (!last || !isOne)
      return;
    const Field &field = subject_[object.element].fields[*last];
    const TypeId element = subject_[field.type].element;
    const Value &tail = value.parts()[0].parts()[*last];
    const std::string tailHint = hint + camelCase(field.name);
    const Base tailBase{memberOf(types_, single, field), true};
    if (tail.parts().empty())
      return fillScalars(tailBase.path, tailBase, element, tail, tailHint);
    const std::vector<std::string> tailItems =
        elements(element, tail, nullptr, tailHint, tailBase, false);
    for (std::size_t i = 0; i < tailItems.size(); ++i)
      out_.lines.push_back(fmt::format("{} = {};", tailBase.at(i), tailItems[i]));
  }

  void fillScalars(const std::string &address, const Base &base, TypeId element, const Value &value,
                   const std::string &hint) {
    constexpr std::size_t fewElements = 4;
    const std::size_t used = value.bytes().find_last_not_of('\0') + 1; // up to a long tail of zeros
    if (used == 0)
      return;
    const Type &type = subject_[element];
    if (isCharacters(element, value) || type.spelling == "char") {
      const bool hasNul = used < value.bytes().size(); // behind the last character
      out_.lines.push_back(fmt::format(
          "std::memcpy({}, {}, {});", address,
          stringLiteral(std::string_view(value.bytes()).substr(0, used)), used + (hasNul ? 1 : 0)));
      return;
    }
    const std::vector<std::string> items = elements(element, value, nullptr, hint, base, false);
    if (items.size() <= fewElements && type.kind != TypeKind::Array) {
      for (std::size_t i = 0; i < items.size(); ++i)
        out_.lines.push_back(fmt::format("{} = {};", base.at(i), items[i]));
      return;
    }
    const std::string list = freshName(hint + "Values", taken_);
    const std::string declarator = list + "[]";
    const std::string declared =
        isVoid(element) ? "unsigned char " + declarator : types_.declare(element, declarator);
    out_.lines.push_back(fmt::format("const {} = {{{}}};", declared, fmt::join(items, ", ")));
    out_.lines.push_back(fmt::format("std::memcpy({}, {}, sizeof {});", address, list, list));
  }

  /// The element of a long array of equal scalars, none of them zero.
  std::optional<std::string> repeatedElement(const LocalObject &object, const Value &value) const {
    const Type &type = subject_[object.element];
    const std::string_view bytes = value.bytes();
    const bool isZero = bytes.find_first_not_of('\0') == std::string_view::npos;
    if (!model::isScalar(type) || object.count <= longArray || isZero)
      return {};
    for (std::size_t at = type.size; at < bytes.size(); at += type.size)
      if (bytes.substr(at, type.size) != bytes.substr(0, type.size))
        return {};
    return types_.literal(object.element, bytes.substr(0, type.size), LiteralUse::Argument);
  }

  /// Bytes behind a pointer to void that can mostly be printed: what a parser was given, say.
  static bool readsAsText(std::string_view bytes) {
    return std::count_if(bytes.begin(), bytes.end(), isPrinted) * 2 >
           static_cast<std::ptrdiff_t>(bytes.size());
  }

  static bool isPrinted(char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; }

  static std::string byteLiteral(char byte, bool inText) {
    return inText && isPrinted(byte) ? characterLiteral(byte)
                                     : fmt::format("{}", static_cast<std::uint8_t>(byte));
  }

  /// The elements of an array, each as an initialiser; the zeros at the end of a long one are left
  /// out if the caller can.
  std::vector<std::string> elements(TypeId element, const Value &value, const Value *after,
                                    const std::string &hint, const Base &base, bool mayCut) {
    std::vector<std::string> items;
    std::size_t used = 0; // up to the last that is not zero
    const Type &type = subject_[element];
    const std::uint64_t size = std::max<std::uint64_t>(1, type.size);
    if (value.parts().empty()) {
      const bool inText = type.kind == TypeKind::Void && readsAsText(value.bytes());
      for (std::size_t at = 0; at + size <= value.bytes().size(); at += size) {
        const Value item = model::Bytes{value.bytes().substr(at, size)};
        items.push_back(type.kind == TypeKind::Void
                            ? byteLiteral(item.bytes()[0], inText)
                            : initialiser(element, item, nullptr, hint, base.at(items.size())));
        if (!isZero(item))
          used = items.size();
      }
    } else {
      for (std::size_t i = 0; i < value.parts().size(); ++i) {
        const Value *then = after && i < after->parts().size() ? &after->parts()[i] : nullptr;
        // What a single pointer points to needs a name beside the pointer's own.
        const std::string name = value.parts().size() != 1        ? fmt::format("{}{}", hint, i + 1)
                                 : type.kind == TypeKind::Pointer ? hint + "Target"
                                                                  : hint;
        items.push_back(initialiser(element, value.parts()[i], then, name, base.at(i)));
        if (!isZero(value.parts()[i]))
          used = items.size();
      }
    }
    if (mayCut && items.size() > longArray && items.size() - used > 4)
      items.resize(used);
    return items;
  }

  /// `path` is the lvalue that is initialised.
  std::string initialiser(TypeId id, const Value &value, const Value *after,
                          const std::string &hint, const std::string &path,
                          std::optional<std::uint32_t> width = {}) {
    const Type &type = subject_[id];
    if (type.literal != model::Literal::None) {
      countObjects(value);
      return literals_.text(id, value, ClassLiterals::Style::Short);
    }
    if (model::isScalar(type))
      return types_.literal(id, value.bytes(), LiteralUse::Argument, width);
    if (type.kind == TypeKind::Pointer)
      return pointer(id, value, after, hint, path, false);
    if (isZero(value))
      return "{}";
    if (type.kind == TypeKind::Array) {
      if (isCharacters(type.element, value))
        return stringLiteral(std::string_view(value.bytes()).substr(0, value.bytes().find('\0')));
      return fmt::format(
          "{{{}}}",
          fmt::join(elements(type.element, value, after, hint, {path, true}, true), ", "));
    }
    return record(type, value, after, hint, path);
  }

  std::string record(const Type &type, const Value &value, const Value *after,
                     const std::string &hint, const std::string &path) {
    std::vector<std::string> items;
    addMembers(type, value, after, hint, path, false, items);
    return fmt::format("{{{}}}", fmt::join(items, ", "));
  }

  /// In a union, positions name the first member alone: those of an anonymous one are designated as
  /// if they were the union's own (`isDesignated`).
  void addMembers(const Type &type, const Value &value, const Value *after, const std::string &hint,
                  const std::string &path, bool isDesignated, std::vector<std::string> &items) {
    // C++ has no designators for the members of an anonymous member beside others.
    const bool positional = !isDesignated && type.kind == TypeKind::Struct &&
                            std::any_of(type.fields.begin(), type.fields.end(),
                                        [](const Field &field) { return field.name.empty(); });
    for (std::size_t i = 0; i < value.parts().size(); ++i) {
      const Field &field = model::fieldOf(type, value, i);
      if (subject_[field.type].size == 0)
        continue;
      const Value *then = after && i < after->parts().size() ? &after->parts()[i] : nullptr;
      if (field.name.empty() && !positional) {
        addMembers(subject_[field.type], value.parts()[i], then, hint, path, true, items);
        continue;
      }
      const std::string text =
          initialiser(field.type, value.parts()[i], then, hint + camelCase(field.name),
                      memberOf(types_, path, field), field.bitWidth);
      items.push_back(field.name.empty() ? text
                      : positional       ? fmt::format("/*{}=*/{}", field.name, text)
                                         : fmt::format(".{} = {}", types_.member(field), text));
    }
  }

  /// A pointer that is set when the object it points into is there.
  struct Late {
    std::string path;
    TypeId type;
    model::Inside place;
  };

  const Dialect &dialect_;
  const CxxTypes &types_;
  const ExportNames &names_;
  const Subject &subject_;
  const model::KeptTest &test_;
  std::set<std::string> &taken_;
  std::set<std::uint32_t> aliased_; // objects that other pointers of the test refer to
  std::set<std::uint32_t> targets_; // those, and what pointers refer to afterwards
  std::vector<Late> late_;
  Calls calls_;
  ClassLiterals literals_;
  Arguments out_;
};

/// The member of `id` that starts at `offset` and has the type `wanted`, as a path after its
/// object.
std::optional<std::string> memberAt(const CxxTypes &types, TypeId id, std::uint64_t offset,
                                    TypeId wanted) {
  const Subject &subject = types.subject();
  if (offset == 0 && id == wanted)
    return "";
  const Type &type = subject[id];
  if (type.kind == TypeKind::Array) {
    const std::uint64_t size = subject[type.element].size;
    if (size == 0 || offset / size >= type.count)
      return {};
    const auto rest = memberAt(types, type.element, offset % size, wanted);
    return rest ? std::optional(fmt::format("[{}]{}", offset / size, *rest)) : std::nullopt;
  }
  if (type.kind != TypeKind::Struct && type.kind != TypeKind::Union)
    return {};
  for (const Field &field : type.fields) {
    if (field.bitWidth || field.offsetBits / 8 > offset ||
        offset >= field.offsetBits / 8 + subject[field.type].size)
      continue;
    if (auto rest = memberAt(types, field.type, offset - field.offsetBits / 8, wanted))
      return field.name.empty() ? *rest : fmt::format(".{}{}", types.member(field), *rest);
  }
  return {};
}

} // namespace

std::string LocalObject::at(std::uint64_t index) const {
  if (form == Form::Pointer && count == 1)
    return fmt::format("(*{})", name);
  return form == Form::Variable ? name : fmt::format("{}[{}]", name, index);
}

std::string LocalObject::address() const {
  if (form == Form::Heap)
    return name + ".get()";
  return form == Form::Variable ? "&" + name : name;
}

std::string memberOf(const CxxTypes &types, const std::string &path, const Field &field) {
  if (field.name.empty())
    return path;
  if (path.starts_with("(*") && path.ends_with(')'))
    return fmt::format("{}->{}", path.substr(2, path.size() - 3), types.member(field));
  return fmt::format("{}.{}", path, types.member(field));
}

Arguments makeArguments(const Dialect &dialect, const CxxTypes &types, const ExportNames &names,
                        const model::KeptTest &test, std::set<std::string> &takenNames) {
  return Builder(dialect, types, names, test, takenNames).build();
}

std::optional<std::string> placeInside(const CxxTypes &types, const LocalObject &object,
                                       std::uint64_t offset, TypeId pointee) {
  const Subject &subject = types.subject();
  const std::uint64_t size = subject[object.element].size;
  if (size == 0)
    return {};
  if (object.element == pointee && offset == object.count * size) {
    if (object.form == LocalObject::Form::Heap)
      return object.name + ".get()";
    return object.form == LocalObject::Form::Variable
               ? fmt::format("&{} + 1", object.name)
               : fmt::format("{} + {}", object.name, object.count);
  }
  if (offset / size >= object.count)
    return {};
  const auto member = memberAt(types, object.element, offset % size, pointee);
  return member ? std::optional("&" + object.at(offset / size) + *member) : std::nullopt;
}

std::string freshName(const std::string &name, std::set<std::string> &takenNames) {
  std::string fresh = name;
  while (!takenNames.insert(fresh).second)
    fresh += '_';
  return fresh;
}

bool isText(std::string_view bytes) {
  const std::size_t end = bytes.find('\0');
  if (end == std::string_view::npos || bytes.find_first_not_of('\0', end) != std::string_view::npos)
    return false;
  return std::all_of(bytes.begin(), bytes.begin() + std::ptrdiff_t(end), [](char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t' || c == '\r';
  });
}

std::uint64_t elementCount(const Subject &subject, TypeId element, const Value &object) {
  if (!object.parts().empty())
    return object.parts().size();
  return object.bytes().size() / std::max<std::uint64_t>(1, subject[element].size);
}

} // namespace emit
