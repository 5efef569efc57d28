#include "backward/entry_state.h"

#include "backward/addresses.h"
#include "expr/evaluator.h"

#include <algorithm>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

// What is asked of the solver are conditions over reads at addresses. Which of its inputs are
// pointers, and to what, the types say, from the arguments on. Each is first wished to point to an
// object of its own; a wish that is part of a contradiction is dropped, and then the solution says
// whether the pointer is null, or leads into another object.

namespace backward {
namespace {

using expr::Operation;
using expr::TermId;
using model::Type;
using model::TypeId;
using model::TypeKind;

constexpr std::uint64_t firstObject = 0x4000'0000, betweenObjects = 0x10'0000;
constexpr unsigned mostTries = 24;

/// An address as something that is added to, a constant, and the rest.
struct Sum {
  std::vector<std::uint32_t> inputs;
  std::uint64_t constant = 0;
  bool hasRest = false;
};

void addTo(Sum &sum, const expr::Pool &pool, TermId id) {
  const expr::Term term = pool[id];
  if (term.operation == Operation::Add) {
    addTo(sum, pool, term.a);
    addTo(sum, pool, term.b);
  } else if (term.operation == Operation::Input) {
    sum.inputs.push_back(std::uint32_t(term.value));
  } else if (term.operation == Operation::Constant) {
    sum.constant += term.value;
  } else {
    sum.hasRest = true;
  }
}

/// The type of the pointer that lies so far behind the beginning of a value; none: no pointer does.
TypeId pointerAt(const model::Subject &subject, TypeId id, std::uint64_t offset) {
  const Type &type = subject[id];
  if (type.kind == TypeKind::Pointer)
    return offset == 0 ? id : TypeId();
  if (type.kind == TypeKind::Array && type.element && subject[type.element].size > 0)
    return pointerAt(subject, type.element, offset % subject[type.element].size);
  if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union)
    for (const model::Field &field : type.fields)
      if (const std::uint64_t at = field.offsetBits / 8;
          !field.bitWidth && at <= offset &&
          offset < at + std::max<std::uint64_t>(1, subject[field.type].size))
        if (const TypeId found = pointerAt(subject, field.type, offset - at))
          return found;
  return {};
}

class EntrySolver {
public:
  EntrySolver(Places &places, std::span<const TermId> conditions, const llvm::Function &thunk,
              const model::Subject &subject, model::FunctionId function)
      : places_(places), pool_(places.pool()), conditions_(conditions.begin(), conditions.end()),
        thunk_(thunk), subject_(subject), function_(subject[function]) {}

  std::optional<EntryState> solve(solver::Solver &solver) {
    collect();
    for (const std::uint32_t input : inputs_)
      classify(input);
    std::ranges::copy(addressFacts(places_, conditions_, thunk_.getParent()->getDataLayout()),
                      std::back_inserter(conditions_));
    for (unsigned tries = 0; tries < mostTries; ++tries) {
      solver::Query query{pool_, conditions_, {}, solver::Effort::Full};
      std::vector<std::uint32_t> wishes;
      for (const auto &[input, base] : bases_)
        if (base.isWished) {
          query.conditions.push_back(
              pool_.equal(pool_.input(64, input), pool_.constant(64, base.address)));
          wishes.push_back(input);
        }
      const solver::Answer answer = solver.solve(query);
      if (const auto *sat = std::get_if<solver::Sat>(&answer))
        return stateOf(sat->assignment);
      const auto *unsat = std::get_if<solver::Unsat>(&answer);
      if (!unsat || !dropWish(unsat->core, wishes))
        return std::nullopt;
    }
    return std::nullopt;
  }

private:
  struct Base { // an input that is a pointer
    std::uint64_t address = 0;
    TypeId element; // what it points to; none: it is the list of arguments
    bool isFixed = false, isWished = true;
  };

  /// Of those in a contradiction, the last one: the others stay where they are.
  bool dropWish(const std::vector<std::size_t> &core, const std::vector<std::uint32_t> &wishes) {
    for (auto index = core.rbegin(); index != core.rend() && *index >= conditions_.size(); ++index)
      if (Base &base = bases_.at(wishes[*index - conditions_.size()]); !base.isFixed) {
        base.isWished = false;
        return true;
      }
    return false;
  }

  /// All inputs that matter, those in addresses included. What an address depends on has smaller
  /// numbers than what lies there.
  void collect() {
    std::vector<TermId> work = conditions_;
    while (!work.empty()) {
      const TermId next = work.back();
      work.pop_back();
      for (const std::uint32_t input : expr::inputsIn(pool_, next))
        if (inputs_.insert(input).second && places_[input].kind == Place::Kind::Memory)
          work.push_back(places_[input].address);
    }
  }

  void addBase(std::uint32_t input, TypeId element, bool isFixed) {
    bases_[input] = {firstObject + betweenObjects * bases_.size(), element, isFixed};
  }

  void classify(std::uint32_t input) {
    const Place place = places_[input];
    if (place.kind == Place::Kind::Value && place.base == thunk_.getArg(0))
      return addBase(input, {}, true);
    if (place.kind != Place::Kind::Memory || place.base || place.version != 0)
      return;
    Sum sum;
    addTo(sum, pool_, place.address);
    for (const std::uint32_t added : sum.inputs) {
      if (const auto base = bases_.find(added); base != bases_.end())
        return classifyIn(input, base->second, sum);
      if (places_[added].kind == Place::Kind::Address && sum.inputs.size() == 1 && !sum.hasRest)
        return fixGlobal(input, places_[added], sum.constant);
    }
  }

  void classifyIn(std::uint32_t input, Base base, const Sum &sum) {
    if (places_[input].width != 64)
      return;
    if (!base.element) {
      if (const std::size_t i = sum.constant / 8; i < function_.parameters.size())
        addBase(input, function_.parameters[i].type, true);
      return;
    }
    const std::uint64_t size = sizeOf(base);
    if (size == 0 || subject_[base.element].kind == TypeKind::Void)
      return;
    if (const TypeId pointer = pointerAt(subject_, base.element, sum.constant % size))
      addBase(input, subject_[pointer].element, false);
  }

  /// At the start of a test it holds what the program begins with.
  void fixGlobal(std::uint32_t input, const Place &object, std::uint64_t offset) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(object.base);
    if (!global || !global->hasInitializer() || global->isThreadLocal())
      return;
    const llvm::DataLayout &layout = thunk_.getParent()->getDataLayout();
    const unsigned width = places_[input].width;
    const llvm::Constant *value = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant *>(global->getInitializer()),
        llvm::IntegerType::get(global->getContext(), width), llvm::APInt(64, offset), layout);
    if (const auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(value))
      conditions_.push_back(
          pool_.equal(pool_.input(width, input), pool_.constant(width, number->getZExtValue())));
  }

  std::optional<EntryState> stateOf(const solver::Assignment &assignment) {
    std::vector<std::uint64_t> values(places_.size());
    for (const auto &[input, value] : assignment)
      values[input] = value;
    // Where nothing is asked of a pointer, the wish is as good as any answer.
    for (const auto &[input, base] : bases_)
      if (base.isWished)
        values[input] = base.address;
    EntryState state;
    state.arguments.resize(function_.parameters.size());
    for (const auto &[input, base] : bases_)
      if (base.element && values[input] != 0) {
        state.objects.insert(values[input]);
        ends_.insert(values[input] + std::max<std::uint64_t>(1, sizeOf(base)) - 1);
      }
    joinNear(state.objects);
    expr::Evaluator evaluate(pool_, values);
    for (const std::uint32_t input : inputs_) {
      const Place &place = places_[input];
      if (place.kind != Place::Kind::Memory || place.base || place.version != 0)
        continue;
      const std::uint64_t address = evaluate(place.address);
      Sum sum;
      addTo(sum, pool_, place.address);
      const auto base = std::ranges::find_if(
          sum.inputs, [&](std::uint32_t each) { return bases_.contains(each); });
      if (base == sum.inputs.end())
        continue;
      if (!bases_.at(*base).element) {
        if (const std::uint64_t i = sum.constant / 8; i < state.arguments.size())
          state.arguments[i] = values[input];
        continue;
      }
      for (unsigned i = 0; i < place.part; ++i)
        state.bytes.try_emplace(address + i, std::uint8_t(values[input] >> (8 * i)));
    }
    for (const std::uint64_t last : ends_) // something is there, wherever a pointer leads
      state.bytes.try_emplace(last, std::uint8_t(0));
    return state;
  }

  std::uint64_t sizeOf(const Base &base) const {
    return base.isFixed ? subject_[base.element].size : model::pointeeSize(subject_, base.element);
  }

  /// What begins shortly behind another object lies in it.
  static void joinNear(std::set<std::uint64_t> &objects) {
    for (auto at = objects.begin(); at != objects.end();) {
      const auto next = std::next(at);
      if (next != objects.end() && *next - *at < betweenObjects / 2)
        objects.erase(next);
      else
        at = next;
    }
  }

  Places &places_;
  expr::Pool &pool_;
  std::vector<TermId> conditions_;
  const llvm::Function &thunk_;
  const model::Subject &subject_;
  const model::Function &function_;
  std::set<std::uint32_t> inputs_;
  std::map<std::uint32_t, Base> bases_;
  std::set<std::uint64_t> ends_; // last bytes of what pointers lead to
};

} // namespace

std::optional<EntryState> solveEntry(Places &places, std::span<const TermId> conditions,
                                     const llvm::Function &thunk, const model::Subject &subject,
                                     model::FunctionId function, solver::Solver &solver) {
  return EntrySolver(places, conditions, thunk, subject, function).solve(solver);
}

} // namespace backward
