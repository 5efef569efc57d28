#include "frontend/mentions_reader.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

// Constants are read from the syntax tree, so macros are expanded and `sizeof` is a number. Both a
// constant expression as a whole and its parts count: of `FLAG_A | FLAG_B` all three values may be
// what the program waits for, and the 5 of `x > 5` is 5.0 if x is a double. Only the operand of a
// sign does not count by itself. Left out is what reaches no condition: the texts and lines that
// assert() passes on, printf's formats, the function's own name, operands that are not evaluated.

namespace frontend {
namespace {

class Walk {
public:
  Walk(const clang::ASTContext &context, std::size_t unit) : context_(context), unit_(unit) {}

  void visit(const clang::Stmt *code) {
    if (!code)
      return;
    if (const auto *expression = llvm::dyn_cast<clang::Expr>(code)) {
      visitExpression(*expression);
      return;
    }
    if (const auto *declarations = llvm::dyn_cast<clang::DeclStmt>(code))
      for (const clang::Decl *declared : declarations->decls())
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
          noteArraySize(*variable);
    visitChildren(*code);
  }

  Mentions take() { return std::move(mentions_); }

private:
  void visitChildren(const clang::Stmt &code) {
    for (const clang::Stmt *child : code.children())
      visit(child);
  }

  void visitExpression(const clang::Expr &expression) {
    if (llvm::isa<clang::ImplicitValueInitExpr, clang::PredefinedExpr>(expression))
      return;
    if (const auto *selection = llvm::dyn_cast<clang::GenericSelectionExpr>(&expression))
      return visit(selection->getResultExpr());
    if (const auto *choice = llvm::dyn_cast<clang::ChooseExpr>(&expression))
      return visit(choice->getChosenSubExpr());
    if (const auto *text = llvm::dyn_cast<clang::StringLiteral>(&expression))
      return noteText(*text);
    // In the text of a template much is not known yet; its instances are read as well.
    const bool isKnown = !expression.getType().isNull() && !expression.isInstantiationDependent();
    if (isKnown)
      noteValue(expression);
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&expression))
      return noteReference(*reference->getDecl());
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&expression))
      noteReference(*member->getMemberDecl());
    if (const auto *made = llvm::dyn_cast<clang::CXXConstructExpr>(&expression))
      noteReference(*made->getConstructor());
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&expression))
      return visitCall(*call);
    if (isSignedLiteral(expression) || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression))
      return;
    visitChildren(expression);
  }

  /// -1 is a number, and no sign that 1 matters.
  static bool isSignedLiteral(const clang::Expr &expression) {
    const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(&expression);
    if (!sign || (sign->getOpcode() != clang::UO_Minus && sign->getOpcode() != clang::UO_Plus))
      return false;
    return llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral>(
        sign->getSubExpr()->IgnoreParenImpCasts());
  }

  void noteValue(const clang::Expr &expression) {
    if (expression.isValueDependent())
      return;
    const clang::QualType type = expression.getType();
    if (type->isIntegralOrEnumerationType()) {
      clang::Expr::EvalResult result;
      if (expression.EvaluateAsInt(result, context_))
        mentions_.integers.push_back(result.Val.getInt().extOrTrunc(64).getSExtValue());
    } else if (type->isRealFloatingType()) {
      llvm::APFloat value(0.0);
      if (expression.EvaluateAsFloat(value, context_))
        noteFloat(value);
    }
  }

  void noteFloat(llvm::APFloat value) {
    bool losesInfo = false;
    value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    if (!value.isNaN())
      mentions_.floats.push_back(value.convertToDouble());
  }

  void noteText(const clang::StringLiteral &text) {
    if (text.getCharByteWidth() == 1)
      mentions_.strings.push_back(text.getString().str());
  }

  void noteReference(const clang::ValueDecl &declared) {
    const bool isFunction = llvm::isa<clang::FunctionDecl>(declared);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declared);
    if (isFunction || (variable && variable->isFileVarDecl()))
      mentions_.definitions.push_back(graphName(declared, unit_));
  }

  /// `char buffer[16]` makes 16 a length that matters.
  void noteArraySize(const clang::VarDecl &variable) {
    if (const auto *array = context_.getAsConstantArrayType(variable.getType()))
      mentions_.integers.push_back(array->getSize().zextOrTrunc(64).getSExtValue());
  }

  void visitCall(const clang::CallExpr &call) {
    const clang::FunctionDecl *callee = call.getDirectCallee();
    if (callee && callee->isNoReturn() && isSystem(*callee))
      return;
    visit(call.getCallee());
    const unsigned format = callee ? printfFormat(*callee) : 0; // counted from one
    for (unsigned i = 0; i < call.getNumArgs(); ++i)
      if (i + 1 != format)
        visit(call.getArg(i));
  }

  static unsigned printfFormat(const clang::FunctionDecl &callee) {
    for (const auto *attribute : callee.specific_attrs<clang::FormatAttr>())
      if (attribute->getType()->getName().contains("printf"))
        return attribute->getFormatIdx();
    return 0;
  }

  bool isSystem(const clang::Decl &declared) const {
    const clang::SourceManager &sources = context_.getSourceManager();
    return declared.getLocation().isInvalid() ||
           sources.isInSystemHeader(sources.getExpansionLoc(declared.getLocation()));
  }

  const clang::ASTContext &context_;
  std::size_t unit_;
  Mentions mentions_;
};

} // namespace

std::string graphName(const clang::NamedDecl &declared, std::size_t unit) {
  const std::string name = declared.getASTContext().getLangOpts().CPlusPlus
                               ? declared.getQualifiedNameAsString()
                               : declared.getNameAsString();
  return declared.isExternallyVisible() ? name : fmt::format("{}:{}", unit, name);
}

Mentions readMentions(const clang::ASTContext &context, const clang::Stmt &code, std::size_t unit) {
  Walk walk(context, unit);
  walk.visit(&code);
  return walk.take();
}

} // namespace frontend
