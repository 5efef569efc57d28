#include "ir/mark.h"

#include "ir/branch_graph.h"
#include "ir/checks.h"
#include "ir/constant_arguments.h"
#include "ir/coverage_regions.h"
#include "ir/fresh_locals.h"
#include "ir/markers.h"
#include "ir/matching.h"
#include "ir/normalise.h"
#include "ir/sites.h"
#include "support/file_system.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <set>

namespace ir {
namespace {

/// "max<int>" is an instance of "max".
llvm::StringRef withoutTemplateArguments(llvm::StringRef name) {
  const std::size_t open = name.find('<');
  const bool isInstance =
      name.ends_with(">") && open != llvm::StringRef::npos && !name.starts_with("operator");
  return isInstance ? name.take_front(open) : name;
}

/// As the text of the program would call it: in C++ with its namespaces and classes.
std::string sourceName(const llvm::Function &function) {
  const llvm::DISubprogram *subprogram = function.getSubprogram();
  if (!subprogram)
    return function.getName().str();
  std::string name = withoutTemplateArguments(subprogram->getName()).str();
  for (const llvm::DIScope *scope = subprogram->getScope();
       scope && llvm::isa<llvm::DINamespace, llvm::DICompositeType>(scope);
       scope = scope->getScope())
    if (!scope->getName().empty())
      name = withoutTemplateArguments(scope->getName()).str() + "::" + name;
  return name;
}

support::Status save(llvm::Module &module, const std::filesystem::path &path) {
  std::string problem;
  llvm::raw_string_ostream problemOut(problem);
  if (llvm::verifyModule(module, &problemOut))
    return support::Error{
        fmt::format("{}: marking made invalid bitcode: {}", path.string(), problem)};
  std::string bitcode;
  llvm::raw_string_ostream out(bitcode);
  llvm::WriteBitcodeToFile(module, out);
  return support::writeFile(path, out.str());
}

class Marker {
public:
  explicit Marker(const MarkOptions &options) : options_(options) {}

  support::Status markUnit(const BitcodeUnit &unit) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseIRFile(unit.bitcode.string(), diagnostic, context);
    if (!module)
      return support::Error{
          fmt::format("{}: {}", unit.bitcode.string(), diagnostic.getMessage().str())};
    if (llvm::GlobalVariable *kept = module->getGlobalVariable(keptFunctions, true)) {
      llvm::removeFromUsedLists(*module, [&](llvm::Constant *used) { return used == kept; });
      kept->eraseFromParent();
    }
    for (model::Check &check :
         markChecks(*module, static_cast<std::uint32_t>(program_.checks.size())))
      program_.checks.push_back(std::move(check));
    const auto regions = decodeRegions(*module);
    if (!regions)
      return regions.error();
    // Matching needs the instrumentation, and every function as clang emitted it.
    for (llvm::Function &function : *module)
      if (const auto hash = profileNameHash(function))
        if (const auto found = regions->find(*hash); found != regions->end())
          markFunction(unit.unit, function, userRegions(unit, function, found->second));
    if (llvm::Function *goal = module->getFunction(options_.goal); goal && !goal->isDeclaration())
      markGoal(unit.unit, *goal);
    stripInstrumentation(*module);
    if (unit.asksForFreshLocals)
      askForFreshLocals(*module);
    if (unit.asksWhatIsSymbolic)
      sayWhichArgumentsAreConstant(*module);
    program_.calls.add(unit.unit, *module);
    graph_.add(unit.unit, *module);
    normalise(*module);
    return save(*module, unit.output);
  }

  MarkedProgram finish() {
    for (const auto &[name, body] : options_.optionalBodies)
      if (!starts_.contains(body.start))
        addAbsent(name, body);
    const auto places = sites_.finish(options_.root, program_.branches.sites);
    for (model::Branch &branch : program_.branches.branches)
      if (branch.site)
        branch.site = places[branch.site.index];
    if (goal_)
      program_.goal = places[*goal_];
    program_.graph = graph_.finish(program_.branches.branches.size());
    return std::move(program_);
  }

private:
  FunctionRegions userRegions(const BitcodeUnit &unit, const llvm::Function &function,
                              const FunctionRegions &all) {
    FunctionRegions users;
    users.expressions = all.expressions;
    starts_.insert(all.starts.begin(), all.starts.end());
    // Of a function that a macro defines, clang says where its text stands, not where it is used.
    const auto macro = unit.macroFunctions.find(function.getName().str());
    for (BranchRegion region : all.branches) {
      if (macro != unit.macroFunctions.end())
        region.expansions.insert(region.expansions.begin(), macro->second.begin(),
                                 macro->second.end());
      const auto &shown = region.expansions.empty() ? region.range : region.expansions.front();
      if (!options_.isUserFile || options_.isUserFile(shown.file))
        users.branches.push_back(region);
    }
    return users;
  }

  void markFunction(model::UnitId unit, llvm::Function &function, const FunctionRegions &regions) {
    const Matching matching = matchRegions(function, regions, [&](std::size_t region) {
      return sites_.isLabel(regions.branches[region].range);
    });
    const std::string name = sourceName(function);
    auto &branches = program_.branches.branches;
    const auto first = static_cast<std::uint32_t>(branches.size());
    for (const auto &slot : insertMarkers(*function.getParent(), matching, first)) {
      model::Branch branch{.site = {}, .unit = unit, .function = function.getName().str()};
      if (slot)
        branch.site =
            model::SiteId(sites_.add(regions.branches[slot->region], slot->kind, name, true));
      branches.push_back(std::move(branch));
    }
    for (const ConstantRegion &constant : matching.constants)
      addConstant(regions.branches[constant.region], constant.isLabel, name);
    for (const auto &[region, reason] : matching.unmatched)
      program_.unmatched.push_back({regions.branches[region].range, name, reason});
  }

  /// A marker at the function's entry whose condition is true.
  void markGoal(model::UnitId unit, llvm::Function &function) {
    const llvm::DISubprogram *subprogram = function.getSubprogram();
    if (goal_ || !subprogram)
      return;
    const std::filesystem::path file =
        std::filesystem::path(subprogram->getDirectory().str()) / subprogram->getFilename().str();
    BranchRegion region;
    region.range = {.file = file.lexically_normal().string(),
                    .line = subprogram->getLine(),
                    .column = 1,
                    .endLine = subprogram->getLine(),
                    .endColumn = 1000};
    Matching entry;
    entry.branches.push_back({&*function.getEntryBlock().getFirstInsertionPt(),
                              llvm::ConstantInt::getTrue(function.getContext()),
                              RegionOutcome{0, OutcomeKind::True}, std::nullopt});
    auto &branches = program_.branches.branches;
    const auto first = static_cast<std::uint32_t>(branches.size());
    goal_ = sites_.add(region, OutcomeKind::True, sourceName(function), true);
    for (const auto &slot : insertMarkers(*function.getParent(), entry, first))
      branches.push_back({.site = slot ? model::SiteId(*goal_) : model::SiteId(),
                          .unit = unit,
                          .function = function.getName().str()});
  }

  void addConstant(const BranchRegion &region, bool isLabel, const std::string &function) {
    if (!isLabel) {
      sites_.add(region, OutcomeKind::True, function, false);
      sites_.add(region, OutcomeKind::False, function, false);
      return;
    }
    const bool isDefault = sites_.text(region.range).starts_with("default");
    sites_.add(region, isDefault ? OutcomeKind::Default : OutcomeKind::Case, function, false);
  }

  /// Nothing of it is in the program: its sites come from the text alone.
  void addAbsent(const std::string &name, const model::OptionalBody &body) {
    std::map<std::pair<model::Expansions, model::SourceRange>, unsigned> occurrences;
    for (const model::Condition &condition : body.conditions) {
      using Kind = model::Condition::Kind;
      BranchRegion region{condition.range,
                          condition.expansions,
                          {},
                          {},
                          occurrences[{condition.expansions, condition.range}]++};
      std::vector<OutcomeKind> outcomes = {OutcomeKind::True, OutcomeKind::False};
      if (condition.kind != Kind::Decision)
        outcomes = {condition.kind == Kind::Case ? OutcomeKind::Case : OutcomeKind::Default};
      for (const OutcomeKind outcome : outcomes)
        if (condition.constant)
          sites_.add(region, outcome, name, false);
        else
          sites_.addAbsent(region, outcome, name, body.absent);
    }
  }

  const MarkOptions &options_;
  SiteTable sites_;
  std::set<model::SourceRange> starts_; // of all code that the units hold
  std::optional<std::size_t> goal_;     // by its provisional number
  BranchGraphBuilder graph_;
  MarkedProgram program_;
};

} // namespace

support::Result<MarkedProgram> mark(std::span<const BitcodeUnit> units,
                                    const MarkOptions &options) {
  Marker marker(options);
  for (const BitcodeUnit &unit : units)
    if (auto marked = marker.markUnit(unit); !marked)
      return marked.error();
  return marker.finish();
}

} // namespace ir
