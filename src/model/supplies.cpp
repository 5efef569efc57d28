#include "model/supplies.h"

#include "model/value_access.h"

#include <algorithm>
#include <map>
#include <set>

// A stub can change what its caller passes by reference, as the function it stands for would; but
// only small objects, one element of them: more than that is seldom looked at, and the length of an
// array is not known.

namespace model {
namespace {

constexpr std::uint64_t largestOutput = 256; // bytes

bool isRecord(const Type &type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
}

/// C can name the type behind the source (a struct without tag and typedef has no name).
bool hasName(const Type &type) { return type.spelling.find('(') == std::string::npos; }

bool canPassByValue(const Subject &subject, TypeId id) {
  const Type &type = subject[id];
  return isScalar(type) || type.kind == TypeKind::Pointer ||
         (isRecord(type) && hasName(type) && type.size > 0);
}

bool canBeWritten(const Subject &subject, TypeId parameter) {
  const Type &type = subject[parameter];
  if (type.kind != TypeKind::Pointer || type.pointeeIsConst)
    return false;
  const Type &pointee = subject[type.element];
  return pointee.size > 0 && pointee.size <= largestOutput && hasName(pointee) &&
         pointee.kind != TypeKind::Array && hasValues(subject, type.element);
}

class RecordMaker {
public:
  RecordMaker(Subject &subject, std::string spelling) : subject_(subject) {
    type_.kind = TypeKind::Struct;
    type_.spelling = std::move(spelling);
    type_.hasTag = true;
  }

  void add(const std::string &name, TypeId id) {
    const std::uint64_t alignment = std::max<std::uint64_t>(1, subject_[id].alignment);
    const std::uint64_t at = (type_.size + alignment - 1) / alignment * alignment;
    type_.fields.push_back({name, id, at * 8, {}});
    type_.size = at + subject_[id].size;
    type_.alignment = std::max(type_.alignment, alignment);
  }

  TypeId finish() {
    type_.size = (type_.size + type_.alignment - 1) / type_.alignment * type_.alignment;
    subject_.types.push_back(std::move(type_));
    return TypeId(subject_.types.size() - 1);
  }

private:
  Subject &subject_;
  Type type_;
};

TypeId boolType(Subject &subject) {
  const auto found = std::find_if(subject.types.begin(), subject.types.end(),
                                  [](const Type &type) { return type.kind == TypeKind::Bool; });
  if (found != subject.types.end())
    return TypeId(static_cast<std::size_t>(found - subject.types.begin()));
  subject.types.push_back({.kind = TypeKind::Bool, .spelling = "_Bool", .size = 1});
  return TypeId(subject.types.size() - 1);
}

/// Where a function type was met first.
struct Meeting {
  std::string name; // of the parameter or field that points to it
  UnitId unit;
};

/// Function types behind the pointers that values of some types can hold.
class FunctionTypes {
public:
  explicit FunctionTypes(const Subject &subject) : subject_(subject) {}

  void visit(TypeId id, const std::string &name, UnitId unit) {
    if (!id)
      return;
    const Type &type = subject_[id];
    if (type.kind == TypeKind::Function) {
      if (canBeStub(subject_, id))
        found_.try_emplace(id, Meeting{name, unit});
      return;
    }
    if (!seen_.insert(id).second)
      return;
    if (type.kind == TypeKind::Pointer && subject_[type.element].kind != TypeKind::Function &&
        !canPointToObject(subject_, id))
      return;
    if (type.kind == TypeKind::Pointer || type.kind == TypeKind::Array)
      visit(type.element, name, unit);
    for (const Field &field : type.fields)
      visit(field.type, field.name.empty() ? name : field.name, unit);
  }

  const std::map<TypeId, Meeting> &found() const { return found_; }

private:
  const Subject &subject_;
  std::set<TypeId> seen_;
  std::map<TypeId, Meeting> found_;
};

} // namespace

bool canBeStub(const Subject &subject, TypeId id) {
  const Type &function = subject[id];
  const Type &result = subject[function.element];
  return (result.kind == TypeKind::Void ||
          (canPassByValue(subject, function.element) && hasValues(subject, function.element))) &&
         std::all_of(function.parameters.begin(), function.parameters.end(),
                     [&](TypeId parameter) { return canPassByValue(subject, parameter); });
}

bool canBeSupplied(const Subject &subject, TypeId id) {
  return subject[id].size > 0 && hasValues(subject, id);
}

void describeCalls(Subject &subject, Supply &supply, const std::string &word) {
  const Type function = subject[supply.function]; // a copy: types are added
  const TypeId boolean = boolType(subject);
  RecordMaker record(subject, "struct pincer_" + word + "_call");
  if (subject[function.element].kind != TypeKind::Void && !supply.isNoreturn)
    record.add("result", function.element);
  supply.written.clear();
  for (std::size_t i = 0; i < function.parameters.size() && !supply.isNoreturn; ++i) {
    if (!canBeWritten(subject, function.parameters[i]))
      continue;
    const bool hasName = i < supply.parameters.size() && !supply.parameters[i].empty();
    const std::string name = hasName ? supply.parameters[i] : std::to_string(i + 1);
    record.add("writes_" + name, boolean);
    record.add("out_" + name, subject[function.parameters[i]].element);
    supply.written.push_back(static_cast<std::uint32_t>(i));
  }
  supply.type = record.finish();
}

void addCallbacks(Subject &subject) {
  std::set<std::string> names;
  // What a callback gives back may hold pointers to further functions.
  for (bool grew = true; grew;) {
    grew = false;
    FunctionTypes types(subject);
    for (const Function &function : subject.functions)
      if (!function.undrivable)
        for (const Parameter &parameter : function.parameters)
          types.visit(parameter.type, parameter.name, function.unit);
    for (const Supply &supply : subject.supplies)
      types.visit(supply.type, supply.name, supply.unit);
    const auto found = types.found();
    for (const auto &[type, met] : found) {
      if (callbackFor(subject, type))
        continue;
      std::string word = met.name.empty() ? "function" : met.name;
      while (!names.insert(word).second)
        word += "_";
      Supply supply{.kind = Supply::Kind::Callback, .name = "pincer_callback_" + word};
      supply.unit = met.unit;
      supply.function = type;
      describeCalls(subject, supply, "callback_" + word);
      subject.supplies.push_back(std::move(supply));
      grew = true;
    }
  }
}

std::optional<SupplyId> callbackFor(const Subject &subject, TypeId function) {
  for (std::size_t i = 0; i < subject.supplies.size(); ++i)
    if (subject.supplies[i].kind == Supply::Kind::Callback &&
        subject.supplies[i].function == function)
      return SupplyId(i);
  return std::nullopt;
}

bool isAskedFor(const Subject &subject, SupplyId supply) {
  return !subject[subject[supply].unit].isOurs ||
         std::any_of(subject.functions.begin(), subject.functions.end(),
                     [&](const Function &function) {
                       return std::ranges::binary_search(function.facts.supplies, supply);
                     });
}

std::vector<SupplyId> withCallbacks(const Subject &subject, const Function &function,
                                    const std::vector<SupplyId> &supplies) {
  std::set<SupplyId> all(supplies.begin(), supplies.end());
  FunctionTypes types(subject);
  for (const Parameter &parameter : function.parameters)
    types.visit(parameter.type, "", function.unit);
  for (const SupplyId id : all)
    types.visit(subject[id].type, "", function.unit);
  for (std::size_t before = ~std::size_t{0}; before != all.size();) {
    before = all.size();
    const auto found = types.found();
    for (const auto &[type, met] : found)
      if (const auto callback = callbackFor(subject, type)) {
        all.insert(*callback);
        types.visit(subject[*callback].type, "", function.unit);
      }
  }
  return {all.begin(), all.end()};
}

} // namespace model
