#include "ir/mark.h"

#include "ir/branch_graph.h"
#include "ir/checks.h"
#include "ir/constant_arguments.h"
#include "ir/coverage_regions.h"
#include "ir/fresh_locals.h"
#include "ir/goal_places.h"
#include "ir/markers.h"
#include "ir/matching.h"
#include "ir/normalise.h"
#include "ir/open_order.h"
#include "ir/refusable.h"
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
  explicit Marker(const MarkOptions &options)
      : options_(options), placeSites_(options.places.size()) {
    program_.places.resize(options.places.size());
  }

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
    const std::vector<PlaceCode> codes = findCode(*module, options_.places);
    for (std::size_t i = 0; i < codes.size(); ++i)
      markPlace(unit.unit, codes[i], i);
    stripInstrumentation(*module);
    if (unit.asksForFreshLocals)
      askForFreshLocals(*module);
    if (unit.asksWhatIsSymbolic)
      sayWhichArgumentsAreConstant(*module);
    program_.calls.add(unit.unit, *module);
    graph_.add(unit.unit, *module);
    normalise(*module);
    if (unit.isRefusable)
      markRefusable(*module);
    markOpenOrder(*module);
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
    for (std::size_t i = 0; i < placeSites_.size(); ++i)
      if (placeSites_[i])
        program_.places[i].site = places[*placeSites_[i]];
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
    const llvm::Instruction &entry = *function.getEntryBlock().getFirstInsertionPt();
    const BranchRegion region = lineOf(fileOf(entry, *subprogram), subprogram->getLine());
    goal_ = markAlways(unit, region, {&*function.getEntryBlock().getFirstInsertionPt()});
  }

  void markPlace(model::UnitId unit, const PlaceCode &code, std::size_t number) {
    const model::GoalPlace &place = options_.places[number];
    model::MarkedPlace &marked = program_.places[number];
    marked.linesWithCode.insert(code.linesWithCode.begin(), code.linesWithCode.end());
    if (code.starts.empty())
      return;
    const llvm::DISubprogram *subprogram = code.starts.front()->getFunction()->getSubprogram();
    const std::uint32_t line = place.function.empty() ? place.line : subprogram->getLine();
    BranchRegion region = lineOf(fileOf(*code.starts.front(), *subprogram), line);
    region.occurrence = static_cast<unsigned>(number) + 1; // two functions may share a line
    placeSites_[number] = markAlways(unit, region, code.starts);
  }

  /// The file whose text a place of the program stands in: a header's, inside of a function of it.
  static std::string fileOf(const llvm::Instruction &instruction,
                            const llvm::DISubprogram &subprogram) {
    const llvm::DILocation *location = instruction.getDebugLoc();
    const llvm::DIFile *file = location ? location->getFile() : subprogram.getFile();
    return (std::filesystem::path(file->getDirectory().str()) / file->getFilename().str())
        .lexically_normal()
        .string();
  }

  static BranchRegion lineOf(const std::string &file, std::uint32_t line) {
    BranchRegion region;
    region.range = {.file = file, .line = line, .column = 1, .endLine = line, .endColumn = 1000};
    return region;
  }

  /// Markers at these places whose conditions are true; all of them are one site.
  std::size_t markAlways(model::UnitId unit, const BranchRegion &region,
                         const std::vector<llvm::Instruction *> &starts) {
    std::optional<std::size_t> site;
    auto &branches = program_.branches.branches;
    for (llvm::Instruction *start : starts) {
      const llvm::Function &function = *start->getFunction();
      Matching place;
      place.branches.push_back({start, llvm::ConstantInt::getTrue(function.getContext()),
                                RegionOutcome{0, OutcomeKind::True}, std::nullopt});
      const auto first = static_cast<std::uint32_t>(branches.size());
      site = sites_.add(region, OutcomeKind::True, sourceName(function), true);
      for (const auto &slot : insertMarkers(*start->getModule(), place, first))
        branches.push_back({.site = slot ? model::SiteId(*site) : model::SiteId(),
                            .unit = unit,
                            .function = function.getName().str()});
    }
    return *site;
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
  std::set<model::SourceRange> starts_;                // of all code that the units hold
  std::optional<std::size_t> goal_;                    // by its provisional number
  std::vector<std::optional<std::size_t>> placeSites_; // likewise
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
