#include "ir/dynamic_symbols.h"

#include <fmt/format.h>
#include <llvm/Object/ELFObjectFile.h>

namespace ir {

support::Result<std::vector<std::string>> dynamicSymbols(const std::filesystem::path &program) {
  const auto failed = [&](llvm::Error error) {
    return support::Error{
        fmt::format("{}: {}", program.string(), llvm::toString(std::move(error)))};
  };
  auto file = llvm::object::ObjectFile::createObjectFile(program.string());
  if (!file)
    return failed(file.takeError());
  std::vector<std::string> names;
  const auto *elf = llvm::dyn_cast<llvm::object::ELFObjectFileBase>(file->getBinary());
  if (!elf)
    return names;
  for (const llvm::object::ELFSymbolRef symbol : elf->getDynamicSymbolIterators()) {
    auto flags = symbol.getFlags();
    if (!flags)
      return failed(flags.takeError());
    auto name = symbol.getName();
    if (!name)
      return failed(name.takeError());
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) == 0)
      names.push_back(name->str());
  }
  return names;
}

} // namespace ir
