#include "frontend/declared_reader.h"

#include "frontend/cxx_names.h"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <map>

namespace frontend {

using model::Subject;
using model::Supply;
using model::Type;
using model::TypeKind;

namespace {

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(const clang::ASTContext &context, model::UnitId unit, TypeReader &types, Symbols &symbols)
      : context_(context), unit_(unit), types_(types), symbols_(symbols) {}

  /// Hands over what was used, in the order of the declarations.
  void finish(const clang::SourceManager &sources) {
    std::stable_sort(used_.begin(), used_.end(), [&](const auto &a, const auto &b) {
      return sources.isBeforeInTranslationUnit(a.first, b.first);
    });
    for (auto &[place, supply] : used_)
      symbols_.used.push_back(std::move(supply));
  }

  bool VisitFunctionDecl(clang::FunctionDecl *declared) {
    if (declared->isThisDeclarationADefinition() && isNamed(*declared))
      symbols_.defined.insert(nameOf(*declared));
    return true;
  }

  bool VisitVarDecl(clang::VarDecl *declared) {
    if (declared->hasGlobalStorage() && isNamed(*declared) &&
        declared->isThisDeclarationADefinition() != clang::VarDecl::DeclarationOnly)
      symbols_.defined.insert(nameOf(*declared));
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      use(*function);
    else if (auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      use(*variable);
    return true;
  }

  /// sizeof does not use what it measures.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }

private:
  /// Other units know it by a symbol of its own. In C++ what system headers bring and what belongs
  /// to classes and templates is left to the linker.
  template <class Declaration> bool isNamed(const Declaration &declared) const {
    if (!declared.isExternallyVisible())
      return false;
    if (!context_.getLangOpts().CPlusPlus)
      return true;
    const clang::SourceManager &sources = context_.getSourceManager();
    return !declared.isTemplated() && !declared.isCXXClassMember() &&
           declared.getTemplateSpecializationKind() == clang::TSK_Undeclared &&
           !sources.isInSystemHeader(sources.getExpansionLoc(declared.getLocation()));
  }

  std::string nameOf(const clang::NamedDecl &declared) const {
    return context_.getLangOpts().CPlusPlus ? symbolOf(declared) : declared.getNameAsString();
  }

  template <class Declaration> bool isPlain(const Declaration &declared) const {
    return isNamed(declared) && !declared.template hasAttr<clang::AsmLabelAttr>() &&
           !declared.template hasAttr<clang::WeakAttr>() &&
           !declared.template hasAttr<clang::WeakRefAttr>() &&
           !declared.template hasAttr<clang::AliasAttr>();
  }

  void use(const clang::FunctionDecl &declared) {
    if (declared.isDefined() || !isPlain(declared) ||
        !seen_.insert(declared.getCanonicalDecl()).second)
      return;
    // glibc's own declarations of builtins and the compiler's: the library defines them.
    if (declared.getIdentifier() && declared.getName().starts_with("__builtin_"))
      return;
    const unsigned builtin = declared.getBuiltinID();
    if (builtin != 0 && !declared.getASTContext().BuiltinInfo.isPredefinedLibFunction(builtin))
      return; // __sync_synchronize
    const clang::FunctionDecl &latest = *declared.getMostRecentDecl();
    Supply supply{.kind = Supply::Kind::Function, .name = nameOf(declared)};
    supply.unit = unit_;
    supply.function = types_.read(latest.getType());
    for (const clang::ParmVarDecl *parameter : latest.parameters())
      supply.parameters.push_back(parameter->getNameAsString());
    supply.isNoreturn = latest.isNoReturn();
    used_.emplace_back(declared.getCanonicalDecl()->getLocation(), std::move(supply));
  }

  void use(const clang::VarDecl &declared) {
    if (!declared.hasGlobalStorage() ||
        declared.hasDefinition() != clang::VarDecl::DeclarationOnly ||
        declared.getTLSKind() != clang::VarDecl::TLS_None || !isPlain(declared) ||
        !seen_.insert(declared.getCanonicalDecl()).second)
      return;
    const clang::QualType type = declared.getMostRecentDecl()->getType();
    Supply supply{.kind = Supply::Kind::Variable, .name = nameOf(declared)};
    supply.unit = unit_;
    supply.type = types_.readVariable(type, inventedBound);
    supply.hasInventedBound = type->isIncompleteArrayType();
    used_.emplace_back(declared.getCanonicalDecl()->getLocation(), std::move(supply));
  }

  const clang::ASTContext &context_;
  model::UnitId unit_;
  TypeReader &types_;
  Symbols &symbols_;
  std::vector<std::pair<clang::SourceLocation, Supply>> used_;
  std::set<const clang::Decl *> seen_; // only asked, never iterated
};

/// Clang declares such a function where it is called first.
class UndeclaredVisitor : public clang::RecursiveASTVisitor<UndeclaredVisitor> {
public:
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function && llvm::all_of(function->redecls(), [](const clang::FunctionDecl *each) {
          return each->isImplicit();
        }))
      names.insert(function->getNameAsString());
    return true;
  }

  std::set<std::string> names;
};

/// How much a declaration says: a type that is complete, a bound, the parameters.
int knowledge(const Subject &subject, const Supply &supply) {
  if (supply.kind == Supply::Kind::Variable)
    return subject[supply.type].size == 0 ? 0 : supply.hasInventedBound ? 1 : 2;
  return subject[supply.function].parameters.empty() ? 0 : 1;
}

} // namespace

void readSymbols(clang::ASTContext &context, model::UnitId unit, TypeReader &types,
                 Symbols &symbols) {
  Visitor visitor(context, unit, types, symbols);
  visitor.TraverseAST(context);
  visitor.finish(context.getSourceManager());
}

std::set<std::string> calledUndeclared(clang::ASTContext &context) {
  UndeclaredVisitor visitor;
  visitor.TraverseAST(context);
  return std::move(visitor.names);
}

std::vector<Supply> undefinedIn(const Subject &subject, const Symbols &symbols) {
  std::vector<Supply> supplies;
  std::map<std::string, std::size_t> known;
  for (const Supply &used : symbols.used) {
    if (symbols.defined.contains(used.name))
      continue;
    const auto [found, isNew] = known.try_emplace(used.name, supplies.size());
    if (isNew)
      supplies.push_back(used);
    else if (Supply &before = supplies[found->second];
             knowledge(subject, before) < knowledge(subject, used))
      before = used;
  }
  return supplies;
}

} // namespace frontend
