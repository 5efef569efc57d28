#include "frontend/unit_reader.h"

#include "frontend/call_reader.h"
#include "frontend/class_access.h"
#include "frontend/conditions_reader.h"
#include "frontend/constant_tables.h"
#include "frontend/cxx_names.h"
#include "frontend/drivability.h"
#include "frontend/flags.h"
#include "frontend/implicit_callables.h"
#include "frontend/length_pairs.h"
#include "frontend/library_makers.h"
#include "frontend/mentions_reader.h"
#include "frontend/pure_reader.h"
#include "frontend/template_instances.h"
#include "frontend/type_reader.h"
#include "frontend/variadic.h"
#include "model/completions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

namespace frontend {
namespace {

constexpr std::uint64_t largestSaved = 16 << 20; // bytes

class UnitReader {
public:
  UnitReader(clang::Sema &sema, model::UnitId unit, Reading &reading)
      : sema_(sema), context_(sema.getASTContext()), sources_(context_.getSourceManager()),
        unit_(unit), reading_(reading), types_(sema, reading.subject),
        calls_(sema, reading.subject, types_), instances_(sema, reading.makesInstances) {}

  void run() {
    noteOurHeaders();
    if (reading_.subject[unit_].isOurs)
      return readSymbols(context_, unit_, types_, reading_.symbols);
    readDeclarations(*context_.getTranslationUnitDecl());
    if (isCxx())
      addLibraryMakers();
    if (reading_.makesInstances) // all else is known
      return;
    readSymbols(context_, unit_, types_, reading_.symbols);
    if (!isCxx())
      noteUndeclared();
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
      if (record && record->isThisDeclarationADefinition() && !record->isLambda())
        readImplicit(*record);
    }
  }

  /// What makes objects of the class without a text of its own.
  void readImplicit(const clang::CXXRecordDecl &declared) {
    const clang::CXXRecordDecl *record = instances_.of(declared);
    if (!record || !isAccessible(*record) || record->isAnonymousStructOrUnion() ||
        typeName(context_, context_.getTypeDeclType(record)).empty() || !calls_.isOpaque(*record))
      return;
    const std::string name = qualifiedName(declared);
    for (model::Function &function :
         implicitCallables(sema_, calls_, types_, *record, name, startOf(declared)))
      if (reading_.seenDefinitions.insert("implicit " + function.name).second)
        add(std::move(function), "", "");
  }

  /// For what parameters want of the library.
  void addLibraryMakers() {
    model::Function start;
    start.unit = unit_;
    start.file = reading_.subject[unit_].path;
    start.result = types_.read(context_.VoidTy);
    for (std::size_t i = 0; i < calls_.wantedOfLibrary().size(); ++i) // one may want another
      for (model::Function &function :
           libraryMakers(sema_, calls_, types_, *calls_.wantedOfLibrary()[i], start))
        if (reading_.seenDefinitions.insert("implicit " + function.name).second)
          add(std::move(function), "", "");
  }

  void add(model::Function function, std::string graphName, std::string parameters) {
    reading_.subject.functions.push_back(std::move(function));
    reading_.functionNames.push_back(std::move(graphName));
    reading_.parameterTexts.push_back(std::move(parameters));
  }

  /// Where the text of a declaration stands: at its outermost macro expansion.
  clang::SourceLocation place(const clang::Decl &declared) const {
    return sources_.getExpansionLoc(declared.getLocation());
  }

  bool isSystem(const clang::Decl &declared) const {
    return declared.getLocation().isInvalid() || sources_.isInSystemHeader(place(declared));
  }

  /// Whether a header declares it, as its first or once more; or the source is one.
  bool isInHeader(const clang::FunctionDecl &declared) const {
    return isHeader(reading_.subject[unit_].path) ||
           llvm::any_of(declared.redecls(), [&](const clang::FunctionDecl *each) {
             return each->getLocation().isValid() && !sources_.isInMainFile(place(*each));
           });
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
    const std::string place = placeKey(declared);
    const bool isNew = reading_.seenDefinitions.insert(place).second;
    const bool hasInstance = instances_.of(declared);
    const auto waiting = reading_.withoutInstance.find(place);
    if (!isNew && (!hasInstance || waiting == reading_.withoutInstance.end()))
      return;
    model::Function function = describe(declared);
    if (!isNew) {
      reading_.subject.functions[waiting->second] = std::move(function);
      reading_.withoutInstance.erase(waiting);
      return;
    }
    if (!hasInstance)
      reading_.withoutInstance.emplace(place, reading_.subject.functions.size());
    add(std::move(function), graphName, isCxx() ? parametersText(declared) : "");
  }

  /// The flags are for those who compile the unit later.
  void noteUndeclared() {
    for (const std::string &function : calledUndeclared(context_))
      if (const auto mark = model::markOfUndeclared(function))
        reading_.subject.units[unit_.index].flags.push_back(*mark);
  }

  void noteMacro(const clang::FunctionDecl &declared) {
    const clang::SourceLocation body = declared.getBody()->getBeginLoc();
    if (body.isMacroID() && !declared.isTemplated())
      reading_.subject.units[unit_.index].macroFunctions[symbolOf(declared)] =
          expansionsOf(context_, body, reading_.subject[unit_].directory);
  }

  /// What is known of everything that stands there.
  model::Function startOf(const clang::Decl &declared) {
    model::Function function;
    function.unit = unit_;
    function.file = fileOf(declared);
    function.line = sources_.getExpansionLineNumber(declared.getLocation());
    function.result = types_.read(context_.VoidTy);
    return function;
  }

  model::Function describe(const clang::FunctionDecl &declared) {
    model::Function function = startOf(declared);
    function.isStatic = !declared.isExternallyVisible();
    function.isOfLibrary = isSystem(*declared.getFirstDecl());
    function.isPublic = isInHeader(declared);
    function.mainParameters = mainParameters(declared);
    if (!isCxx()) {
      function.name = declared.getNameAsString();
      describeCall(declared, function);
      return function;
    }
    function.name = function.callee = qualifiedName(declared);
    function.optionalBody = readOptionalBody(context_, declared, reading_.subject[unit_].directory);
    const clang::FunctionDecl *called = instances_.of(declared);
    if (!called) {
      function.undrivable = "it is a template nobody instantiates";
      return function;
    }
    if (called != &declared && called->getReturnType()->isUndeducedType()) // its body tells
      sema_.InstantiateFunctionDefinition(declared.getLocation(),
                                          const_cast<clang::FunctionDecl *>(called), true, true);
    function.symbol = symbolOf(*called);
    function.undrivable = whyNotCalled(*called);
    if (!function.undrivable)
      describeCxxCall(*called, function);
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

  /// What keeps tests from calling it, whatever it takes.
  static std::optional<std::string> whyNotCalled(const clang::FunctionDecl &declared) {
    if (declared.isConsteval())
      return "it is only evaluated by the compiler";
    if (llvm::isa<clang::CXXDestructorDecl>(declared))
      return "objects of its class call it at their end";
    if (declared.getReturnType()->isUndeducedType())
      return "what it returns is known only where it is called";
    if (const auto *befriender = befrienderOf(declared); befriender && !isAccessible(*befriender))
      return "it is private";
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&declared);
    if (!method)
      return std::nullopt;
    if (!isAccessible(*method))
      return "it is private";
    if (llvm::isa<clang::CXXConstructorDecl>(method) && method->getParent()->isAbstract())
      return "its class is abstract: only constructors of derived classes call it";
    if (llvm::isa<clang::CXXConstructorDecl>(method) && isForDerived(*method->getParent()))
      return "its class relies on the class derived from it, whose constructors call it";
    if (method->isExplicitObjectMemberFunction())
      return "it takes its object as an explicit parameter";
    return std::nullopt;
  }

  /// The class that a friend is defined in; null: it is none.
  static const clang::CXXRecordDecl *befrienderOf(const clang::FunctionDecl &declared) {
    return declared.getFriendObjectKind() == clang::Decl::FOK_None
               ? nullptr
               : llvm::dyn_cast<clang::CXXRecordDecl>(declared.getLexicalDeclContext());
  }

  void describeCxxCall(const clang::FunctionDecl &called, model::Function &function) {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&called);
    const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&called);
    const bool hasObject = method && !method->isStatic() && !constructor;
    function.overload = hasObject || constructor ? memberTypeName(context_, *method)
                                                 : pointerTypeName(context_, called);
    if (function.overload.empty() || (method && ownerName(*method).empty())) {
      function.undrivable = "its type has a part without a name";
      return;
    }
    function.callee = calleeOf(called);
    function.isFriend = befrienderOf(called) != nullptr;
    if (constructor) {
      function.form = model::CallForm::Constructor;
      calls_.readMade(*method->getParent(), function);
    } else {
      calls_.readResult(called.getReturnType(), function);
    }
    if (hasObject) {
      function.form = model::CallForm::Method;
      function.isConst = method->isConst();
      function.owner = types_.read(context_.getTypeDeclType(method->getParent()));
      function.parameters.push_back(calls_.readObject(*method));
    }
    describeCxxParameters(called, function);
    function.undrivable = whyUndrivable(reading_.subject, function, called.isVariadic());
  }

  void describeCxxParameters(const clang::FunctionDecl &called, model::Function &function) {
    std::vector<Named> named;
    const std::size_t first = function.parameters.size();
    for (unsigned i = 0; i < called.getNumParams(); ++i) {
      const clang::ParmVarDecl *declared = called.getParamDecl(i);
      if (i + 1 < called.getNumParams())
        if (auto ends =
                calls_.readEnds(declared->getType(), called.getParamDecl(i + 1)->getType())) {
          named.push_back({ends->name, ends->type, false});
          function.parameters.push_back(std::move(*ends));
          ++i;
          continue;
        }
      model::Parameter parameter =
          calls_.readParameter(declared->getType(), declared->getNameAsString());
      parameter.count = boundOf(*declared);
      named.push_back({parameter.name, parameter.type, declared->getOriginalType()->isArrayType()});
      function.parameters.push_back(std::move(parameter));
    }
    const auto isPlain = [&](std::size_t i) {
      return function.parameters[first + i].pass == model::Pass::Plain;
    };
    for (const model::LengthPair &pair : parameterPairs(reading_.subject, named))
      if (isPlain(pair.pointer) && isPlain(pair.length))
        function.lengthPairs.push_back({static_cast<std::uint32_t>(first + pair.pointer),
                                        static_cast<std::uint32_t>(first + pair.length)});
  }

  std::string ownerName(const clang::CXXMethodDecl &method) const {
    return typeName(context_, context_.getTypeDeclType(method.getParent()));
  }

  /// How code behind the source names it; of what belongs to objects, behind the dot.
  std::string calleeOf(const clang::FunctionDecl &called) const {
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&called);
    if (llvm::isa<clang::CXXConstructorDecl>(called))
      return {};
    std::string arguments;
    if (const auto *given = called.getTemplateSpecializationArgs())
      arguments = argumentsText(context_, given->asArray());
    if (const auto *conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&called))
      return "operator " + typeName(context_, conversion->getConversionType());
    if (method && !method->isStatic())
      return called.getNameAsString() + arguments;
    if (befrienderOf(called))
      return called.getNameAsString();
    if (method)
      return ownerName(*method) + "::" + called.getNameAsString() + arguments;
    return qualifiedName(called) + arguments;
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
    const bool isUnknown =
        declared.isVariadic() && !describeVariadic(context_, types_, declared, function);
    function.undrivable = whyUndrivable(reading_.subject, function, isUnknown);
    if (isUnknown)
      *function.undrivable += ", and no call in its source says which";
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

  clang::Sema &sema_;
  clang::ASTContext &context_;
  const clang::SourceManager &sources_;
  model::UnitId unit_;
  Reading &reading_;
  TypeReader types_;
  CallReader calls_;
  TemplateInstances instances_;
};

} // namespace

void readUnit(clang::Sema &sema, model::UnitId unit, Reading &reading) {
  // From here on instances of templates are made that nobody asked for: if one can't be made, that
  // is no error of the unit's.
  clang::DiagnosticsEngine &diagnostics = sema.getDiagnostics();
  diagnostics.setSuppressAllDiagnostics(true);
  UnitReader(sema, unit, reading).run();
  diagnostics.setSuppressAllDiagnostics(false);
}

} // namespace frontend
