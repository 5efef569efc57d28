#pragma once

#include "emit/dialects/dialect.h"
#include "emit/google_test/cxx_types.h"
#include "emit/google_test/export_names.h"
#include "model/test_case.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace emit {

/// An expression as the argument of a macro, to which commas between < and > would end it.
std::string inMacro(const std::string &expression);

/// An expression to which a member or an operator can be appended.
std::string primary(const std::string &expression);

/// An expression beside an operator that compares.
std::string operand(const std::string &expression);

/// The call of a constructor as a statement of its own, which declares nothing.
std::string asStatement(const std::string &call);

/// "stack" for a Stack, or for a pointer to one.
std::string variableFor(const CxxTypes &types, model::TypeId type);

/// Writes the calls of one test and names the variables that hold their results. The things
/// referred to must outlive it.
class Calls {
public:
  /// The variables take none of the `takenNames`, and join them.
  Calls(const Dialect &dialect, const CxxTypes &types, const ExportNames &names,
        const model::TestCase &test, std::set<std::string> &takenNames);

  /// Puts what earlier steps left where a step's arguments ask for it; to be done step by step.
  /// Returns statements that must come before the call.
  std::vector<std::string> fillIn(const model::Step &step, std::vector<std::string> &arguments);

  /// The call as an expression.
  std::string call(const model::Step &step, const std::vector<std::string> &arguments) const;

  /// The call as a statement; a variable holds its result if something later uses that.
  std::vector<std::string> statements(const model::Step &step,
                                      const std::vector<std::string> &arguments) const;

  /// Whether a variable holds its result.
  bool isHeld(const model::Step &step) const;

private:
  /// What a step left.
  struct Slot {
    /// Owner: a std::unique_ptr or std::shared_ptr. Value: no pointer at all.
    enum class Form { Object, Reference, Pointer, Owner, Value } form = Form::Value;
    std::string name;
    std::size_t lastUse = 0;     // by a step or an observer, counted from 1; 0: nothing uses it
    bool livesOn = false;        // an object of the test's that lives to its end, used or not
    bool isGiven = false;        // to somebody who owns it from then on
    bool isDereferenced = false; // so it can't be null
    bool hasAddressTaken = false;

    std::string object() const; // as an lvalue
    std::string pointer() const;
  };

  model::SlotId rootOf(model::SlotId slot) const;
  void noteUses(const model::Step &step, std::size_t number);
  void nameResult(const model::Step &step);
  std::string fromSlot(const model::Parameter &parameter, model::FromSlot from,
                       std::vector<std::string> &before);
  static std::string memberOf(const std::string &object, const std::string &member);
  bool isHiddenByOther(const model::Function &function) const;
  std::string methodCall(const model::Function &function, std::vector<std::string> arguments) const;
  std::string ownerName(const model::Function &function) const;
  std::string initialised(const model::Function &function,
                          const std::vector<std::string> &arguments) const;

  const Dialect &dialect_;
  const CxxTypes &types_;
  const ExportNames &names_;
  const model::Subject &subject_;
  std::set<std::string> &taken_;
  std::map<model::SlotId, Slot> slots_;
  std::map<model::SlotId, model::SlotId> upcasts_; // by what they make
  std::set<model::SlotId> variables_; // memory that the test has to the end: no callee frees it
  std::size_t step_ = 0;              // under way, counted from 1
};

} // namespace emit
