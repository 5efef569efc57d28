#include "frontend/variadic.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringExtras.h>

// What a variadic function reads behind its named parameters only these can tell it: a format, a
// count, a null pointer at the end. A wrong guess reads what nobody passed. So a test does what
// callers do: what decides stays as it is written there, and the rest are inputs.

namespace frontend {
namespace {

/// The last named parameter, if it is a format as printf has it.
bool isFormat(const clang::FunctionDecl &declared, unsigned parameter) {
  for (const auto *attribute : declared.specific_attrs<clang::FormatAttr>()) {
    const llvm::StringRef kind = attribute->getType()->getName();
    if (attribute->getFormatIdx() == static_cast<int>(parameter) + 1 &&
        attribute->getFirstArg() != 0 &&
        (kind == "printf" || kind == "__printf__" || kind == "gnu_printf"))
      return true;
  }
  return false;
}

/// Calls in an order that does not change.
class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  explicit Visitor(const clang::FunctionDecl &callee) : callee_(callee) {}
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == callee_.getCanonicalDecl())
      calls.push_back(call);
    return true;
  }
  std::vector<const clang::CallExpr *> calls;

private:
  const clang::FunctionDecl &callee_;
};

/// Whether a parameter goes on to a function of the library that prints by a format.
class Forwarding : public clang::RecursiveASTVisitor<Forwarding> {
public:
  explicit Forwarding(const clang::ParmVarDecl &format) : format_(format) {}
  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getDeclName().isIdentifier() || !callee->getName().starts_with("v") ||
        !callee->getName().contains("printf"))
      return true;
    for (const clang::Expr *argument : call->arguments())
      if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(argument->IgnoreParenImpCasts()))
        found |= named->getDecl() == &format_;
    return true;
  }
  bool found = false;

private:
  const clang::ParmVarDecl &format_;
};

class Variadic {
public:
  Variadic(const clang::ASTContext &context, TypeReader &types, const clang::FunctionDecl &declared,
           model::Function &function)
      : context_(context), types_(types), declared_(declared), function_(function) {}

  bool describe() {
    if (declared_.getNumParams() == 0)
      return false;
    const unsigned last = declared_.getNumParams() - 1;
    Forwarding forwarding(*declared_.getParamDecl(last));
    forwarding.TraverseStmt(declared_.getBody());
    if (isFormat(declared_, last) || forwarding.found)
      return asFormat(last);
    Visitor visitor(declared_);
    visitor.TraverseDecl(context_.getTranslationUnitDecl());
    return std::any_of(visitor.calls.begin(), visitor.calls.end(),
                       [&](const clang::CallExpr *call) { return asIn(*call); });
  }

private:
  bool asFormat(unsigned last) {
    const std::string name = "text";
    passNamed(last, "\"%s\"");
    pass(name, context_.getPointerType(context_.CharTy.withConst()));
    return true;
  }

  /// The named parameters, of which the last one is no input if it is fixed.
  void passNamed(unsigned last, const std::string &fixed) {
    for (unsigned i = 0; i < last; ++i)
      texts_.push_back(fmt::format("{{{}}}", i));
    texts_.push_back(fixed.empty() ? fmt::format("{{{}}}", last) : fixed);
    if (!fixed.empty())
      function_.parameters.pop_back();
    function_.lengthPairs.clear();
    settle();
  }

  void pass(std::string name, clang::QualType type) {
    texts_.push_back(fmt::format("{{{}}}", function_.parameters.size()));
    function_.parameters.push_back({std::move(name), types_.read(type)});
    settle();
  }

  void settle() { function_.fixedArguments = fmt::format("{}", fmt::join(texts_, ", ")); }

  /// As this call has it, if what decides how much is read is written there.
  bool asIn(const clang::CallExpr &call) {
    const unsigned named = declared_.getNumParams();
    if (call.getNumArgs() <= named)
      return false;
    const bool endsWithNull = isNull(*call.getArg(call.getNumArgs() - 1));
    const unsigned last = named - 1;
    const auto decisive = literalOf(*call.getArg(last));
    if (!endsWithNull && !decisive)
      return false;
    for (unsigned i = named; i < call.getNumArgs() - (endsWithNull ? 1 : 0); ++i)
      if (!canBeInput(call.getArg(i)->getType()))
        return false;
    passNamed(last, endsWithNull ? "" : *decisive);
    for (unsigned i = named; i < call.getNumArgs() - (endsWithNull ? 1 : 0); ++i)
      pass("argument" + std::to_string(i + 1), call.getArg(i)->getType().getUnqualifiedType());
    if (endsWithNull)
      texts_.emplace_back("(char *)0");
    settle();
    return true;
  }

  bool isNull(const clang::Expr &argument) const {
    clang::Expr::EvalResult result;
    return argument.getType()->isPointerType() && argument.EvaluateAsRValue(result, context_) &&
           result.Val.isLValue() && result.Val.isNullPointer();
  }

  /// A number, or a pointer to numbers.
  static bool canBeInput(clang::QualType type) {
    return type->isArithmeticType() || type->isEnumeralType() ||
           (type->isPointerType() && type->getPointeeType()->isArithmeticType());
  }

  /// The text of a string or number that is written there.
  std::optional<std::string> literalOf(const clang::Expr &argument) const {
    const clang::Expr &plain = *argument.IgnoreParenImpCasts();
    if (!llvm::isa<clang::StringLiteral, clang::IntegerLiteral>(plain))
      return std::nullopt;
    if (const auto *number = llvm::dyn_cast<clang::IntegerLiteral>(&plain))
      return llvm::toString(number->getValue(), 10, /*Signed=*/false);
    std::string text;
    llvm::raw_string_ostream out(text);
    plain.printPretty(out, nullptr, context_.getPrintingPolicy());
    return text;
  }

  const clang::ASTContext &context_;
  TypeReader &types_;
  const clang::FunctionDecl &declared_;
  model::Function &function_;
  std::vector<std::string> texts_; // of the arguments
};

} // namespace

bool describeVariadic(const clang::ASTContext &context, TypeReader &types,
                      const clang::FunctionDecl &declared, model::Function &function) {
  if (!Variadic(context, types, declared, function).describe())
    return false;
  std::string type = declared.getType().getCanonicalType().getUnqualifiedType().getAsString();
  function.overload = type.substr(type.find('(') + 1);
  function.overload.pop_back();
  return true;
}

} // namespace frontend
