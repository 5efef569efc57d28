#include "frontend/unit_reader.h"

#include "frontend/drivability.h"
#include "frontend/length_pairs.h"
#include "frontend/mentions_reader.h"
#include "frontend/type_reader.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace frontend {
namespace {

class UnitReader {
public:
  UnitReader(clang::ASTContext &context, model::UnitId unit, Reading &reading)
      : context_(context), sources_(context.getSourceManager()), unit_(unit), reading_(reading),
        types_(context, reading.subject) {}

  void run() {
    noteOurHeaders();
    if (reading_.subject[unit_].isOurs)
      return readSymbols(context_, unit_, types_, reading_.symbols);
    for (const clang::Decl *declared : context_.getTranslationUnitDecl()->decls()) {
      if (isSystem(*declared))
        continue;
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared))
        readFunction(*function);
      else if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
        readVariable(*variable);
    }
    readSymbols(context_, unit_, types_, reading_.symbols);
  }

private:
  void noteOurHeaders() {
    if (reading_.ourHeaders.empty())
      return;
    for (auto file = sources_.fileinfo_begin(); file != sources_.fileinfo_end(); ++file)
      if (file->first.getName().starts_with(reading_.ourHeaders + "/"))
        reading_.subject.units[unit_.index].includesOurs = true;
  }

  /// Where the text of a declaration stands: at its outermost macro expansion.
  clang::SourceLocation place(const clang::Decl &declared) const {
    return sources_.getExpansionLoc(declared.getLocation());
  }

  bool isSystem(const clang::Decl &declared) const {
    return declared.getLocation().isInvalid() || sources_.isInSystemHeader(place(declared));
  }

  std::string fileOf(const clang::Decl &declared) const {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(place(declared)));
    if (!file)
      return reading_.subject[unit_].path;
    llvm::SmallString<256> path(file->getName());
    llvm::sys::fs::make_absolute(reading_.subject[unit_].directory, path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    return path.str().str();
  }

  /// The same for the same text in every unit, and for no other definition.
  std::string placeKey(const clang::NamedDecl &declared) const {
    return fmt::format(
        "{}:{}:{}:{}", fileOf(declared), sources_.getExpansionLineNumber(declared.getLocation()),
        sources_.getExpansionColumnNumber(declared.getLocation()), declared.getNameAsString());
  }

  void readFunction(const clang::FunctionDecl &declared) {
    if (!declared.doesThisDeclarationHaveABody())
      return;
    const std::string graphName = frontend::graphName(declared, unit_.index);
    reading_.constants.add(graphName, readMentions(context_, *declared.getBody(), unit_.index));
    // A header's function is in every unit that includes it.
    if (!reading_.seenDefinitions.insert(placeKey(declared)).second)
      return;
    model::Function function = describe(declared);
    reading_.subject.functions.push_back(std::move(function));
    reading_.functionNames.push_back(graphName);
  }

  model::Function describe(const clang::FunctionDecl &declared) {
    model::Function function;
    function.name = declared.getNameAsString();
    function.unit = unit_;
    function.file = fileOf(declared);
    function.line = sources_.getExpansionLineNumber(declared.getLocation());
    function.isStatic = !declared.isExternallyVisible();
    function.isInlineDefinition = !function.isStatic && declared.isInlined() &&
                                  !declared.isInlineDefinitionExternallyVisible();
    function.result = types_.read(declared.getReturnType());
    std::vector<Named> named;
    for (const clang::ParmVarDecl *parameter : declared.parameters()) {
      const model::TypeId type = types_.read(parameter->getType());
      const std::string name = parameter->getNameAsString();
      function.parameters.push_back(
          {name, type, parameter->getType().isRestrictQualified(), boundOf(*parameter)});
      named.push_back({name, type, parameter->getOriginalType()->isArrayType()});
    }
    function.lengthPairs = parameterPairs(reading_.subject, named);
    for (const clang::Decl *local : declared.decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(local))
        function.hasStaticLocals |=
            variable->isStaticLocal() && !variable->getType().isConstQualified();
    function.undrivable = whyUndrivable(reading_.subject, function, declared.isVariadic());
    return function;
  }

  /// The 3 of `int a[3]`.
  std::uint64_t boundOf(const clang::ParmVarDecl &parameter) const {
    const auto *array = context_.getAsConstantArrayType(parameter.getOriginalType());
    return array ? array->getSize().getLimitedValue() : 0;
  }

  void readVariable(const clang::VarDecl &declared) {
    if (declared.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly ||
        declared.getTLSKind() != clang::VarDecl::TLS_None ||
        declared.getStorageClass() == clang::SC_Register)
      return;
    const std::string graphName = frontend::graphName(declared, unit_.index);
    if (const clang::Expr *initializer = declared.getAnyInitializer())
      reading_.constants.add(graphName, readMentions(context_, *initializer, unit_.index));
    // `int x; int x = 1;` define one variable; a static of a header is one in every unit.
    if (!reading_.seenDefinitions.insert(graphName).second)
      return;
    const clang::QualType type = declared.getMostRecentDecl()->getType();
    model::Global global;
    global.name = declared.getNameAsString();
    global.unit = unit_;
    global.type = types_.read(type);
    global.isStatic = !declared.isExternallyVisible();
    global.isConst = context_.getCanonicalType(type).isConstQualified();
    reading_.subject.globals.push_back(std::move(global));
  }

  clang::ASTContext &context_;
  const clang::SourceManager &sources_;
  model::UnitId unit_;
  Reading &reading_;
  TypeReader types_;
};

} // namespace

void readUnit(clang::ASTContext &context, model::UnitId unit, Reading &reading) {
  UnitReader(context, unit, reading).run();
}

} // namespace frontend
