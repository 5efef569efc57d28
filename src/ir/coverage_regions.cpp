#include "ir/coverage_regions.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/ProfileData/Coverage/CoverageMappingReader.h>
#include <llvm/ProfileData/InstrProf.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

// Clang writes one `__covrec_*` constant per function, <{ i64 name hash, i32 size, i64 structural
// hash, i64 hash of the file names, [size x i8] mapping }>, and one `__llvm_coverage_mapping` per
// module, { { i32, i32 size, i32, i32 version }, [size x i8] file names }. The two byte arrays are
// read by LLVM's own readers; what is ours is to find them in the IR and to turn its tree of
// virtual files (one per macro expansion) into chains of expansions.

namespace ir {
namespace {

namespace cov = llvm::coverage;

support::Error readerError(const llvm::Module &module, llvm::Error error) {
  return {fmt::format("{}: clang's coverage mapping can't be read: {}",
                      module.getModuleIdentifier(), llvm::toString(std::move(error)))};
}

std::uint64_t integerField(const llvm::ConstantStruct &record, unsigned index) {
  return llvm::cast<llvm::ConstantInt>(record.getOperand(index))->getZExtValue();
}

/// The raw bytes of an [n x i8] constant.
llvm::StringRef bytes(const llvm::Constant *constant) {
  const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant);
  return data ? data->getRawDataValues() : llvm::StringRef();
}

using FileTables = std::map<std::uint64_t, std::vector<std::string>>;

support::Result<FileTables> decodeFileNames(const llvm::Module &module) {
  FileTables tables;
  for (const llvm::GlobalVariable &global : module.globals()) {
    if (global.getSection() != "__llvm_covmap" || !global.hasInitializer())
      continue;
    const auto *whole = llvm::cast<llvm::ConstantStruct>(global.getInitializer());
    const auto *header = llvm::dyn_cast<llvm::ConstantStruct>(whole->getOperand(0));
    if (!header)
      continue;
    const auto version = static_cast<cov::CovMapVersion>(integerField(*header, 3));
    const llvm::StringRef blob = bytes(whole->getOperand(1));
    std::vector<std::string> names;
    if (auto error = cov::RawCoverageFilenamesReader(blob, names).read(version))
      return readerError(module, std::move(error));
    for (std::string &name : names)
      name = std::filesystem::path(name).lexically_normal().string();
    tables[llvm::IndexedInstrProf::ComputeHash(blob)] = std::move(names);
  }
  return tables;
}

model::SourceRange rangeOf(const cov::CounterMappingRegion &region,
                           llvm::ArrayRef<llvm::StringRef> files) {
  return {.file = files[region.FileID].str(),
          .line = region.LineStart,
          .column = region.ColumnStart,
          .endLine = region.LineEnd,
          .endColumn = region.ColumnEnd};
}

/// The places, outermost first, through which the text of virtual file `file` came into the
/// function.
std::vector<model::SourceRange>
expansionsOf(unsigned file, llvm::ArrayRef<const cov::CounterMappingRegion *> expansionTo,
             llvm::ArrayRef<llvm::StringRef> files) {
  std::vector<model::SourceRange> chain;
  for (std::size_t depth = 0; depth <= files.size() && expansionTo[file]; ++depth) {
    chain.push_back(rangeOf(*expansionTo[file], files));
    file = expansionTo[file]->FileID;
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

llvm::Expected<FunctionRegions> decodeFunction(llvm::StringRef mapping,
                                               const std::vector<std::string> &fileTable) {
  FunctionRegions function;
  std::vector<llvm::StringRef> files;
  std::vector<cov::CounterMappingRegion> regions;
  llvm::ArrayRef<std::string> table(fileTable);
  cov::RawCoverageMappingReader reader(mapping, table, files, function.expressions, regions);
  if (auto error = reader.read())
    return error;
  for (const cov::CounterMappingRegion &region : regions)
    if (region.Kind == cov::CounterMappingRegion::CodeRegion)
      function.starts.push_back({.file = files[region.FileID].str(),
                                 .line = region.LineStart,
                                 .column = region.ColumnStart,
                                 .endLine = region.LineStart,
                                 .endColumn = region.ColumnStart});
  std::vector<const cov::CounterMappingRegion *> expansionTo(files.size()); // by virtual file
  for (const cov::CounterMappingRegion &region : regions)
    if (region.Kind == cov::CounterMappingRegion::ExpansionRegion &&
        !expansionTo[region.ExpandedFileID])
      expansionTo[region.ExpandedFileID] = &region;
  std::map<std::pair<unsigned, model::SourceRange>, unsigned> occurrences;
  for (const cov::CounterMappingRegion &region : regions) {
    if (region.Kind != cov::CounterMappingRegion::BranchRegion)
      continue;
    const model::SourceRange range = rangeOf(region, files);
    function.branches.push_back({range, expansionsOf(region.FileID, expansionTo, files),
                                 region.Count, region.FalseCount,
                                 occurrences[{region.FileID, range}]++});
  }
  return function;
}

bool isProfileGlobal(const llvm::GlobalVariable &global) {
  const llvm::StringRef section = global.getSection(), name = global.getName();
  return section == "__llvm_covmap" || section == "__llvm_covfun" || name.starts_with("__profn_") ||
         name.starts_with("__profc_") || name.starts_with("__profd_") ||
         name.starts_with("__profvp_") || name.starts_with("__profbm_") ||
         name == "__llvm_coverage_names" || name == "__llvm_profile_filename" ||
         name == "__llvm_profile_raw_version";
}

} // namespace

support::Result<std::map<std::uint64_t, FunctionRegions>>
decodeRegions(const llvm::Module &module) {
  auto tables = decodeFileNames(module);
  if (!tables)
    return tables.error();
  std::map<std::uint64_t, FunctionRegions> functions;
  for (const llvm::GlobalVariable &global : module.globals()) {
    if (global.getSection() != "__llvm_covfun" || !global.hasInitializer())
      continue;
    const auto *record = llvm::cast<llvm::ConstantStruct>(global.getInitializer());
    const auto table = tables->find(integerField(*record, 3));
    if (table == tables->end())
      return support::Error{
          fmt::format("{}: a coverage record names unknown files", module.getModuleIdentifier())};
    auto function = decodeFunction(bytes(record->getOperand(4)), table->second);
    if (!function)
      return readerError(module, function.takeError());
    functions[integerField(*record, 0)] = std::move(*function);
  }
  return functions;
}

void stripInstrumentation(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
        if (llvm::isa<llvm::InstrProfInstBase>(instruction))
          instruction.eraseFromParent();
  for (llvm::Function &function : llvm::make_early_inc_range(module))
    if (function.getName().starts_with("llvm.instrprof.") && function.use_empty())
      function.eraseFromParent();

  llvm::removeFromUsedLists(module, [](llvm::Constant *constant) {
    const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(constant->stripPointerCasts());
    return global && isProfileGlobal(*global);
  });
  std::vector<llvm::GlobalVariable *> doomed;
  for (llvm::GlobalVariable &global : module.globals())
    if (isProfileGlobal(global))
      doomed.push_back(&global);
  for (llvm::GlobalVariable *global : doomed)
    global->dropAllReferences(); // they refer to each other
  for (llvm::GlobalVariable *global : doomed) {
    global->removeDeadConstantUsers();
    const llvm::Comdat *comdat = global->getComdat();
    const std::string comdatName = comdat ? comdat->getName().str() : std::string();
    assert(global->use_empty() && "profile data is used by nothing but profile data");
    global->eraseFromParent();
    if (comdat && comdat->getUsers().empty())
      module.getComdatSymbolTable().erase(comdatName);
  }
}

} // namespace ir
