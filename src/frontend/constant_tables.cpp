#include "frontend/constant_tables.h"

#include <algorithm>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>

// A const object is never written after it is made, but what it leads to may be, members may be
// mutable, and what it is made from may differ from call to call. So three things must be seen: its
// type holds values only (through containers of the standard library, which hand their constness
// down to their elements), its initialiser mentions constants only, and no code of the subject runs
// in between: constructors are the library's or the compiler's own, and so are the comparisons of
// keys. Whoever is not sure says no: that costs a process per test.

namespace frontend {
namespace {

/// Class templates of the standard library that are as constant as their arguments are, and whose
/// constructors look at nothing but what they are given.
bool isValueTemplate(const clang::CXXRecordDecl &record) {
  static const llvm::StringSet<> names = {"basic_string",
                                          "basic_string_view",
                                          "vector",
                                          "array",
                                          "deque",
                                          "list",
                                          "forward_list",
                                          "map",
                                          "multimap",
                                          "set",
                                          "multiset",
                                          "unordered_map",
                                          "unordered_set",
                                          "unordered_multimap",
                                          "unordered_multiset",
                                          "pair",
                                          "tuple",
                                          "optional",
                                          "variant",
                                          "bitset",
                                          "complex",
                                          "basic_regex",
                                          "initializer_list",
                                          "allocator",
                                          "less",
                                          "greater",
                                          "equal_to",
                                          "hash",
                                          "char_traits",
                                          "regex_traits"};
  return record.isInStdNamespace() && record.getIdentifier() && names.contains(record.getName());
}

bool ordersKeys(const clang::CXXRecordDecl &record) {
  return record.getName().contains("map") || record.getName().contains("set");
}

bool copiesByItself(const clang::CXXRecordDecl &record) {
  return !record.hasUserDeclaredDestructor() &&
         std::none_of(record.ctor_begin(), record.ctor_end(), [](const auto *constructor) {
           return constructor->isCopyOrMoveConstructor() && constructor->isUserProvided();
         });
}

/// Whether objects of a type, if const, stay as they are, and all that can be reached through them
/// too; and whether they are copied without any code of the subject.
class ConstantTypes {
public:
  explicit ConstantTypes(const clang::ASTContext &context) : context_(context) {}

  bool holdsValues(clang::QualType type) {
    type = context_.getCanonicalType(type);
    if (type.isVolatileQualified() || type->isReferenceType() || type->isAtomicType())
      return false;
    if (const auto *array = context_.getAsArrayType(type))
      return holdsValues(array->getElementType());
    if (type->isPointerType()) {
      const clang::QualType target = type->getPointeeType();
      return target->isFunctionType() || (target.isConstQualified() && holdsValues(target));
    }
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (!record)
      return type->isArithmeticType() || type->isEnumeralType() || type->isNullPtrType();
    if (!open_.insert(record).second)
      return true; // a list: its other members decide
    const bool holds =
        isValueTemplate(*record) ? argumentsHoldValues(*record) : membersHoldValues(*record);
    open_.erase(record);
    return holds;
  }

private:
  bool argumentsHoldValues(const clang::CXXRecordDecl &record) {
    const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
    if (!instance)
      return false;
    const llvm::ArrayRef<clang::TemplateArgument> arguments = instance->getTemplateArgs().asArray();
    const std::size_t mapped = record.getName().contains("map") ? 1 : arguments.size();
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (!holdsValues(arguments[i]) ||
          (ordersKeys(record) && i != mapped && isOfSubject(arguments[i])))
        return false;
    return true;
  }

  bool holdsValues(const clang::TemplateArgument &argument) {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      return std::all_of(argument.pack_begin(), argument.pack_end(),
                         [&](const auto &part) { return holdsValues(part); });
    return argument.getKind() != clang::TemplateArgument::Type ||
           argument.getAsType()->isVoidType() || holdsValues(argument.getAsType());
  }

  /// Keys are compared and hashed while a table is made, by operators that anybody may write.
  static bool isOfSubject(const clang::TemplateArgument &argument) {
    if (argument.getKind() != clang::TemplateArgument::Type)
      return false;
    const clang::CXXRecordDecl *record = argument.getAsType()->getAsCXXRecordDecl();
    if (!record || !record->isInStdNamespace())
      return record != nullptr;
    const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    return instance && std::any_of(instance->getTemplateArgs().asArray().begin(),
                                   instance->getTemplateArgs().asArray().end(), isOfSubject);
  }

  bool membersHoldValues(const clang::CXXRecordDecl &record) {
    if (!record.hasDefinition() || record.isDependentType() || !copiesByItself(record))
      return false;
    return std::all_of(record.bases_begin(), record.bases_end(),
                       [&](const auto &base) { return holdsValues(base.getType()); }) &&
           std::all_of(record.field_begin(), record.field_end(), [&](const auto *field) {
             return !field->isMutable() && holdsValues(field->getType());
           });
  }

  const clang::ASTContext &context_;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> open_; // types that are being looked at
};

/// Whether code that makes an object gives the same whenever it runs.
class ConstantCode {
public:
  explicit ConstantCode(const clang::ASTContext &context) : context_(context), types_(context) {}

  bool isConstantTable(const clang::VarDecl &variable) {
    const clang::Expr *initializer = variable.getInit();
    return variable.isStaticLocal() && variable.getTLSKind() == clang::VarDecl::TLS_None &&
           variable.getType().isConstQualified() && types_.holdsValues(variable.getType()) &&
           initializer && !initializer->isInstantiationDependent() && isConstant(*initializer);
  }

private:
  bool isConstant(const clang::Expr &code) {
    if (code.isInstantiationDependent())
      return false;
    if (code.getType()->isArithmeticType() && code.isEvaluatable(context_))
      return true;
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&code))
      return isConstant(*reference->getDecl());
    if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(&code))
      return lambda->capture_size() == 0; // made here, not called
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(&code);
        made && !isHarmless(*made->getConstructor()) &&
        !(made->getConstructor()->isConstexpr() && made->isEvaluatable(context_)))
      return false;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&code))
      return isHarmless(*call) && partsAreConstant(code);
    return isPlain(code) && partsAreConstant(code);
  }

  /// Kinds of expressions that are as constant as their parts.
  static bool isPlain(const clang::Expr &code) {
    return llvm::isa<clang::CXXConstructExpr, clang::InitListExpr, clang::ImplicitCastExpr,
                     clang::ExplicitCastExpr, clang::MaterializeTemporaryExpr,
                     clang::CXXBindTemporaryExpr, clang::ExprWithCleanups, clang::ConstantExpr,
                     clang::ParenExpr, clang::CXXStdInitializerListExpr, clang::StringLiteral,
                     clang::ImplicitValueInitExpr, clang::CXXNullPtrLiteralExpr,
                     clang::SubstNonTypeTemplateParmExpr, clang::ArrayInitLoopExpr,
                     clang::CXXDefaultArgExpr>(code);
  }

  bool partsAreConstant(const clang::Expr &code) {
    if (const auto *omitted = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&code))
      return isConstant(*omitted->getExpr());
    return std::all_of(code.child_begin(), code.child_end(), [&](const clang::Stmt *part) {
      const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(part);
      return expression && isConstant(*expression);
    });
  }

  bool isConstant(const clang::ValueDecl &named) {
    if (llvm::isa<clang::FunctionDecl, clang::EnumConstantDecl>(named))
      return true;
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&named);
    if (!variable || variable->getTLSKind() != clang::VarDecl::TLS_None ||
        !variable->getType().isConstQualified() || !types_.holdsValues(variable->getType()))
      return false;
    return variable->isUsableInConstantExpressions(context_) || variable->isFileVarDecl() ||
           isConstantTable(*variable);
  }

  /// Functions of the library that look at their arguments alone.
  bool isHarmless(const clang::CallExpr &call) const {
    static const llvm::StringSet<> names = {"make_pair", "make_tuple", "to_string", "max", "min"};
    const clang::FunctionDecl *callee = call.getDirectCallee();
    if (!callee)
      return false;
    if (const auto *conversion = llvm::dyn_cast<clang::CXXConversionDecl>(callee))
      return conversion->getParent()->isLambda(); // into a pointer to a function
    if (!callee->isInStdNamespace() || llvm::isa<clang::CXXMethodDecl>(callee))
      return false;
    return callee->getLiteralIdentifier() || callee->getOverloadedOperator() == clang::OO_Plus ||
           (callee->getIdentifier() && names.contains(callee->getName()));
  }

  bool isHarmless(const clang::CXXConstructorDecl &constructor) const {
    return isValueTemplate(*constructor.getParent()) || constructor.isTrivial() ||
           (!constructor.isUserProvided() && makesOnlyValues(*constructor.getParent()));
  }

  /// What the compiler writes for a class is as harmless as what it writes for its members.
  bool makesOnlyValues(const clang::CXXRecordDecl &record) const {
    const auto isMadeOfValues = [&](clang::QualType type) {
      const clang::CXXRecordDecl *part = context_.getBaseElementType(type)->getAsCXXRecordDecl();
      return !part || isValueTemplate(*part) ||
             (!part->hasUserDeclaredConstructor() && makesOnlyValues(*part));
    };
    return std::all_of(record.bases_begin(), record.bases_end(),
                       [&](const auto &base) { return isMadeOfValues(base.getType()); }) &&
           std::all_of(record.field_begin(), record.field_end(), [&](const auto *field) {
             return isMadeOfValues(field->getType()) && !field->hasInClassInitializer();
           });
  }

  const clang::ASTContext &context_;
  ConstantTypes types_;
};

void collect(const clang::Stmt *code, ConstantCode &constant,
             std::vector<const clang::VarDecl *> &tables) {
  if (!code)
    return;
  if (const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(code))
    for (const clang::Decl *declared : declarations->decls())
      if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
          variable && constant.isConstantTable(*variable))
        tables.push_back(variable);
  for (const clang::Stmt *child : code->children())
    collect(child, constant, tables);
}

} // namespace

std::vector<const clang::VarDecl *> constantTables(const clang::ASTContext &context,
                                                   const clang::FunctionDecl &function) {
  std::vector<const clang::VarDecl *> tables;
  ConstantCode constant(context);
  if (!function.isDependentContext())
    collect(function.getBody(), constant, tables);
  return tables;
}

} // namespace frontend
