#include "frontend/merge_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

// Each unit brings its own copy of the types it saw, with cycles through pointers (a list node
// points to itself), so neither names nor recursive comparison can tell which are equal: two units
// may know `struct node` differently, or one of them only its tag. This is the equivalence of
// states of an automaton: a type is a state, its element and fields are the edges. Moore's
// refinement starts with the classes that differ in their own text and splits a class as long as
// its members lead to different classes; what is never split is equal.

namespace frontend {
namespace {

using model::Type;
using model::TypeId;

/// Everything about a type but what it refers to.
std::string ownText(const Type &type) {
  std::string text =
      fmt::format("{}|{}|{}|{}{}{}{}{}{}{}{}|{}|{}|{}", static_cast<int>(type.kind), type.spelling,
                  type.qualified, type.isScoped, type.hasTag, type.isSigned, type.isChar,
                  type.pointeeIsConst, type.isSystem, type.isVariadic,
                  static_cast<int>(type.literal), type.size, type.alignment, type.count);
  for (const model::Field &field : type.fields)
    text += fmt::format("|{}@{}:{}", field.name, field.offsetBits,
                        field.bitWidth ? static_cast<std::int64_t>(*field.bitWidth) : -1);
  for (const model::Enumerator &enumerator : type.enumerators)
    text += fmt::format("|{}={}", enumerator.name, enumerator.value);
  return text;
}

/// Numbers the keys by first occurrence; returns how many there are.
template <class Key>
std::size_t classify(const std::vector<Key> &keys, std::vector<std::size_t> &classes) {
  std::map<Key, std::size_t> numbers;
  classes.clear();
  for (const Key &key : keys)
    classes.push_back(numbers.try_emplace(key, numbers.size()).first->second);
  return numbers.size();
}

/// The class of the type itself and of all it refers to.
std::vector<std::size_t> edges(const Type &type, std::size_t own,
                               const std::vector<std::size_t> &classes) {
  std::vector<std::size_t> key{own, type.element ? classes[type.element.index] : classes.size()};
  for (const model::Field &field : type.fields)
    key.push_back(classes[field.type.index]);
  for (const TypeId parameter : type.parameters)
    key.push_back(classes[parameter.index]);
  return key;
}

std::vector<std::size_t> equivalenceClasses(const std::vector<Type> &types) {
  std::vector<std::string> texts;
  for (const Type &type : types)
    texts.push_back(ownText(type));
  std::vector<std::size_t> classes;
  std::size_t count = classify(texts, classes);
  for (;;) {
    std::vector<std::vector<std::size_t>> keys;
    for (std::size_t i = 0; i < types.size(); ++i)
      keys.push_back(edges(types[i], classes[i], classes));
    const std::size_t refined = classify(keys, classes);
    if (refined == count)
      return classes;
    count = refined;
  }
}

/// A class is one class, also where a unit has no more than its name.
void tellClasses(std::vector<Type> &types) {
  std::map<std::string, const Type *> known;
  const auto isClass = [](const Type &type) {
    return type.kind == model::TypeKind::Incomplete && !type.qualified.empty();
  };
  for (const Type &type : types)
    if (isClass(type) && (!type.bases.empty() || type.isAbstract))
      known.try_emplace(type.spelling + type.qualified, &type);
  for (Type &type : types)
    if (const auto found = known.find(type.spelling + type.qualified);
        isClass(type) && found != known.end()) {
      type.bases = found->second->bases;
      type.isAbstract = found->second->isAbstract;
    }
}

bool isTagOfC(const Type &type) { return type.hasTag && type.qualified.empty(); }

/// Objects that one source makes and others pass on: to these, the struct is an opaque tag.
void completeTags(std::vector<Type> &types, const std::vector<std::size_t> &ends) {
  const std::vector<std::size_t> classes = equivalenceClasses(types);
  std::map<std::string, std::set<std::size_t>> definitions; // by tag, a representative of each
  std::map<std::size_t, std::size_t> first;
  for (std::size_t i = 0; i < types.size(); ++i)
    if (isTagOfC(types[i]) && types[i].size > 0 && !types[i].isSystem)
      definitions[types[i].spelling].insert(first.try_emplace(classes[i], i).first->second);
  for (std::size_t unit = 0, i = 0; unit < ends.size(); ++unit)
    for (; i < ends[unit]; ++i) {
      Type &type = types[i];
      const auto found = definitions.find(type.spelling);
      if (type.kind != model::TypeKind::Incomplete || !isTagOfC(type) ||
          found == definitions.end() || found->second.size() != 1)
        continue;
      type = types[*found->second.begin()];
      type.opaqueIn = {model::UnitId(unit)};
    }
}

} // namespace

void mergeTypes(model::Subject &subject, const std::vector<std::size_t> &ends) {
  tellClasses(subject.types);
  completeTags(subject.types, ends);
  const std::vector<std::size_t> classes = equivalenceClasses(subject.types);
  const auto follow = [&](TypeId &id) {
    if (id)
      id = TypeId(classes[id.index]);
  };
  std::vector<Type> merged;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes[i] < merged.size()) {
      std::ranges::move(subject.types[i].opaqueIn, std::back_inserter(merged[classes[i]].opaqueIn));
      continue;
    }
    merged.push_back(std::move(subject.types[i]));
    for (TypeId &base : merged.back().bases)
      follow(base);
    follow(merged.back().element);
    for (model::Field &field : merged.back().fields)
      follow(field.type);
    for (TypeId &parameter : merged.back().parameters)
      follow(parameter);
  }
  subject.types = std::move(merged);
  for (model::Function &function : subject.functions) {
    follow(function.result);
    follow(function.owner);
    for (model::Parameter &parameter : function.parameters)
      follow(parameter.type);
  }
  for (model::Global &global : subject.globals)
    follow(global.type);
  for (model::Supply &supply : subject.supplies) {
    follow(supply.type);
    follow(supply.function);
  }
}

} // namespace frontend
