#pragma once

#include "model/suite.h"

#include <map>
#include <string>
#include <vector>

namespace emit {

/// How generated files call what they share: computed once per subject.
class ExportNames {
public:
  /// The subject must outlive this.
  explicit ExportNames(const model::Subject &subject);

  /// "triangle" of src/triangle.c; with folders in front where two sources share it.
  const std::string &stem(model::UnitId unit) const { return stems_[unit.index]; }
  /// "triangle_exports.c", or .cpp.
  std::string exportsFile(model::UnitId unit) const;
  /// "triangle_c": the namespace of what tests declare for this source.
  std::string space(model::UnitId unit) const;

  /// C++ can't call the function by its own name: it goes through a wrapper.
  bool needsWrapper(model::FunctionId function) const;
  /// What a test calls.
  std::string callee(model::FunctionId function) const;
  /// The same where the source is included: wrappers are left for what no plain call does.
  std::string realCallee(model::FunctionId function) const;
  bool needsWrapperThere(model::FunctionId function) const;
  /// What the wrapper calls.
  std::string calleeInC(model::FunctionId function) const;

  /// C++ can't name the variable: it goes through an accessor.
  bool needsAccessor(model::GlobalId global) const;
  std::string accessor(model::GlobalId global) const;

  /// An undefined variable or function as C++ calls it; where that is not its own name, `label`
  /// ties the two together.
  std::string supplied(model::SupplyId supply) const;
  std::string label(model::SupplyId supply) const;
  /// The function that tells a stub what its calls give back.
  std::string giver(model::SupplyId supply) const;

  /// What `main` is renamed to in this source.
  std::string programMain(model::UnitId unit) const;
  std::string reset(model::UnitId unit) const;
  bool hasWritableGlobals(model::UnitId unit) const;

private:
  std::string exported(const std::string &name, model::UnitId unit) const;

  const model::Subject &subject_;
  std::vector<std::string> stems_;
  std::map<std::string, int> uses_; // of names that wrappers and accessors are made from
};

} // namespace emit
