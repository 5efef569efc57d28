#include "frontend/unit_reader.h"

#include "frontend/conditions_reader.h"
#include "frontend/constant_tables.h"
#include "frontend/cxx_names.h"
#include "frontend/drivability.h"
#include "frontend/length_pairs.h"
#include "frontend/mentions_reader.h"
#include "frontend/pure_reader.h"
#include "frontend/type_reader.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace frontend {
namespace {

constexpr std::uint64_t largestSaved = 16 << 20; // bytes

class UnitReader {
public:
  UnitReader(clang::ASTContext &context, model::UnitId unit, Reading &reading)
      : context_(context), sources_(context.getSourceManager()), unit_(unit), reading_(reading),
        types_(context, reading.subject) {}

  void run() {
    noteOurHeaders();
    if (reading_.subject[unit_].isOurs)
      return readSymbols(context_, unit_, types_, reading_.symbols);
    readDeclarations(*context_.getTranslationUnitDecl());
    readSymbols(context_, unit_, types_, reading_.symbols);
    readPures(context_, unit_, reading_.subject.pures);
  }

private:
  void noteOurHeaders() {
    if (reading_.ourHeaders.empty())
      return;
    for (auto file = sources_.fileinfo_begin(); file != sources_.fileinfo_end(); ++file)
      if (file->first.getName().starts_with(reading_.ourHeaders + "/"))
        reading_.subject.units[unit_.index].includesOurs = true;
  }

  bool isCxx() const { return context_.getLangOpts().CPlusPlus; }

  /// Also what stands inside namespaces, classes and templates.
  void readDeclarations(const clang::DeclContext &context) {
    for (const clang::Decl *declared : context.decls()) {
      if (isSystem(*declared))
        continue;
      if (const auto *befriended = llvm::dyn_cast<clang::FriendDecl>(declared))
        declared = befriended->getFriendDecl();
      if (const auto *pattern = llvm::dyn_cast_or_null<clang::TemplateDecl>(declared))
        declared = pattern->getTemplatedDecl();
      if (!declared)
        continue;
      const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(declared);
      if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared))
        readFunction(*function);
      else if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
        readVariable(*variable);
      else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(
                   declared) ||
               (record && record->isThisDeclarationADefinition() && !record->isLambda()))
        readDeclarations(*llvm::cast<clang::DeclContext>(declared));
    }
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
    if (!declared.doesThisDeclarationHaveABody() || !declared.getBody() || declared.isImplicit() ||
        declared.isDefaulted() || declared.isDeleted())
      return;
    const std::string graphName = frontend::graphName(declared, unit_.index);
    reading_.constants.add(graphName, readMentions(context_, *declared.getBody(), unit_.index));
    noteMacro(declared);
    for (const clang::VarDecl *table : constantTables(context_, declared))
      settle(*table);
    // A header's function is in every unit that includes it.
    if (!reading_.seenDefinitions.insert(placeKey(declared)).second)
      return;
    model::Function function = describe(declared);
    reading_.subject.functions.push_back(std::move(function));
    reading_.functionNames.push_back(graphName);
    reading_.parameterTexts.push_back(isCxx() ? parametersText(declared) : "");
  }

  void noteMacro(const clang::FunctionDecl &declared) {
    const clang::SourceLocation body = declared.getBody()->getBeginLoc();
    if (body.isMacroID() && !declared.isTemplated())
      reading_.subject.units[unit_.index].macroFunctions[symbolOf(declared)] =
          expansionsOf(context_, body, reading_.subject[unit_].directory);
  }

  model::Function describe(const clang::FunctionDecl &declared) {
    model::Function function;
    function.unit = unit_;
    function.file = fileOf(declared);
    function.line = sources_.getExpansionLineNumber(declared.getLocation());
    function.isStatic = !declared.isExternallyVisible();
    function.isOfLibrary = isSystem(*declared.getFirstDecl());
    function.mainParameters = mainParameters(declared);
    if (!isCxx()) {
      function.name = declared.getNameAsString();
      describeCall(declared, function);
      return function;
    }
    function.name = function.callee = qualifiedName(declared);
    function.optionalBody = readOptionalBody(context_, declared, reading_.subject[unit_].directory);
    function.result = types_.read(context_.VoidTy);
    function.undrivable = whyNotCalledYet(declared);
    if (function.undrivable)
      return function;
    function.symbol = symbolOf(declared);
    function.overload = pointerTypeName(context_, declared);
    if (function.overload.empty())
      function.undrivable = "its type has a part without a name";
    else
      describeCall(declared, function);
    return function;
  }

  /// "(int, char **)" of a main that returns int, as a declaration in front of it must repeat them.
  std::string mainParameters(const clang::FunctionDecl &declared) const {
    constexpr std::string_view result = "int ";
    if (declared.getDeclName().isEmpty() || qualifiedName(declared) != "main" ||
        !declared.isExternallyVisible() || (isCxx() && declared.isInExternCContext()))
      return "";
    const std::string type = declared.getType().getCanonicalType().getAsString();
    return type.starts_with("int (") ? type.substr(result.size()) : "";
  }

  /// What else than a call with values that C has too a test of the function would take.
  static std::optional<std::string> whyNotCalledYet(const clang::FunctionDecl &declared) {
    if (declared.isTemplated() || declared.isFunctionTemplateSpecialization())
      return "it is a template, and tests call no templates yet";
    if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&declared))
      return fmt::format("it is a member of '{}', and tests make no objects of classes yet",
                         method->getParent()->getNameAsString());
    if (declared.getFriendObjectKind() != clang::Decl::FOK_None)
      return "it is a friend that is defined inside a class";
    if (declared.isConsteval())
      return "it is only evaluated by the compiler";
    return std::nullopt;
  }

  void describeCall(const clang::FunctionDecl &declared, model::Function &function) {
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
    function.undrivable = whyUndrivable(reading_.subject, function, declared.isVariadic());
  }

  /// The 3 of `int a[3]`.
  std::uint64_t boundOf(const clang::ParmVarDecl &parameter) const {
    const auto *array = context_.getAsConstantArrayType(parameter.getOriginalType());
    return array ? array->getSize().getLimitedValue() : 0;
  }

  void readVariable(const clang::VarDecl &declared) {
    if (declared.isTemplated() || llvm::isa<clang::VarTemplateSpecializationDecl>(declared) ||
        declared.isThisDeclarationADefinition() == clang::VarDecl::DeclarationOnly ||
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
    global.name = isCxx() ? qualifiedName(declared) : declared.getNameAsString();
    global.unit = unit_;
    global.type = types_.read(type);
    if (isFixed(type))
      settle(declared);
    // Copies of a large table take more time and room than tests do: it stays as a test leaves it.
    if (reading_.subject[global.type].size > largestSaved)
      return;
    if (isCxx() && (!isPlainObject(global.type) || !isAccessible(declared)))
      return;
    if (!type->isPointerType() || declared.hasConstantInitialization())
      settle(declared); // else it leads to something made at the start, which nobody makes again
    global.isStatic = !declared.isExternallyVisible();
    global.isConst = context_.getCanonicalType(type).isConstQualified();
    reading_.subject.globals.push_back(std::move(global));
  }

  /// Whether the bytes of a variable of this type say what it holds.
  bool isPlainObject(model::TypeId id) const {
    const model::Type &type = reading_.subject[id];
    if (type.kind == model::TypeKind::Array)
      return isPlainObject(type.element);
    return type.size > 0 && type.kind != model::TypeKind::Unsupported;
  }

  /// Whether nothing changes once the program has started. What a pointer leads to may.
  bool isFixed(clang::QualType type) const {
    return !type->isReferenceType() && !type->isPointerType() &&
           type.isConstantStorage(context_, /*ExcludeCtor=*/true, /*ExcludeDtor=*/true);
  }

  void settle(const clang::VarDecl &declared) {
    reading_.subject.units[unit_.index].settledVariables.insert(symbolOf(declared));
  }

  static bool isAccessible(const clang::VarDecl &declared) {
    return declared.getAccess() == clang::AS_none || declared.getAccess() == clang::AS_public;
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
