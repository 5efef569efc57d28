#include "model/contracts.h"

#include "model/sequences.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace model {
namespace {

/// Of an operator that compares two objects of one class, which it leaves as they are.
bool compares(const Subject &subject, const Function &function, std::string_view sign) {
  const std::string &name = function.callee.empty() ? function.name : function.callee;
  const auto isSeen = [&](const Parameter &parameter) {
    return parameter.pass == Pass::Object && subject[parameter.type].pointeeIsConst &&
           wantedBy(subject, parameter).has_value();
  };
  return !function.undrivable && name.ends_with("operator" + std::string(sign)) &&
         subject[function.result].kind == TypeKind::Bool && function.parameters.size() == 2 &&
         std::ranges::all_of(function.parameters, isSeen) &&
         wantedBy(subject, function.parameters[0]) == wantedBy(subject, function.parameters[1]);
}

bool canBeCopied(const Subject &subject, TypeId type) {
  return std::ranges::any_of(subject.functions, [&](const Function &function) {
    return !function.undrivable && function.form == CallForm::Constructor &&
           madeBy(subject, function) == type && function.parameters.size() == 1 &&
           function.parameters[0].pass == Pass::Object &&
           wantedBy(subject, function.parameters[0]) == type;
  });
}

} // namespace

std::string claim(const Function &contract, const std::string &owner,
                  const std::vector<std::string> &objects) {
  std::string text;
  for (std::size_t i = 0; i < contract.contract.size(); ++i) {
    if (contract.contract[i] != '$') {
      text += contract.contract[i];
      continue;
    }
    const char what = contract.contract[++i];
    text += what == 'T' ? owner : objects[static_cast<std::size_t>(what - '0')];
  }
  return text;
}

void addContracts(Subject &subject) {
  std::vector<Function> contracts;
  std::set<std::pair<TypeId, std::string>> known;
  const auto add = [&](const Function &function, std::size_t objects, std::string text) {
    const TypeId type = *wantedBy(subject, function.parameters[0]);
    if (!known.emplace(type, text).second)
      return;
    Function contract;
    contract.unit = function.unit;
    contract.file = function.file;
    contract.line = function.line;
    contract.isPublic = function.isPublic;
    contract.form = CallForm::Contract;
    contract.result = function.result;
    contract.contract = std::move(text);
    contract.isConst = true;
    for (std::size_t i = 0; i < objects; ++i) {
      contract.parameters.push_back(function.parameters[i]);
      contract.parameters.back().name = std::string(1, static_cast<char>('a' + i));
    }
    std::string owner = subject[type].qualified;
    if (owner.starts_with("::"))
      owner.erase(0, 2);
    contract.owner = type;
    contract.name = owner + ": " + claim(contract, owner, {"a", "b"});
    contracts.push_back(std::move(contract));
  };
  for (const Function &function : subject.functions) {
    if (compares(subject, function, "==")) {
      const TypeId type = *wantedBy(subject, function.parameters[0]);
      add(function, 1, "$0 == $0");
      if (canBeCopied(subject, type))
        add(function, 1, "$T($0) == $0");
    }
    if (compares(subject, function, "<")) {
      add(function, 1, "!($0 < $0)");
      add(function, 2, "!($0 < $1 && $1 < $0)");
    }
  }
  std::ranges::move(contracts, std::back_inserter(subject.functions));
}

} // namespace model
