#pragma once

#include <string>
#include <utility>
#include <vector>

// Functions whose branches are asked about, by every way of asking.
namespace ir::testing {

struct BranchFunction {
  std::string name, condition, before = {}; // before: statements
  /// The condition is one marker, the function's last.
  bool isSimple() const;
};
/// int name(int a, int b) that returns whether its condition holds, about one per kind of
/// instruction.
extern const std::vector<BranchFunction> branchFunctions;
/// All of them, as C.
std::string branchFunctionsText();
/// Arguments to call them with.
std::vector<std::pair<int, int>> branchArguments();
/// What they return natively: by function, by arguments. Compiles in the folder, where the text is
/// `subject.c`.
std::vector<std::vector<int>> branchResults(const std::string &folder);

/// What no execution does, and a near twin that some execution does.
struct NeverAndTwin {
  std::string condition;   // the last one of both; its outcome true
  std::string never, twin; // C texts
};
extern const std::vector<NeverAndTwin> neversAndTwins;

} // namespace ir::testing
