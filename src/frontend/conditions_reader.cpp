#include "frontend/conditions_reader.h"

#include <algorithm>
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

// Clang maps only functions that it emits. What it would say of the others is read off the tree
// here, by the rules of clang's own CoverageMappingGen: a branch per operand of && and ||, per
// condition of a statement or of ?:, per label of a switch, and per switch without a default.

namespace frontend {
namespace {

using Kind = model::Condition::Kind;

class Places {
public:
  Places(const clang::ASTContext &context, const std::string &directory)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()),
        directory_(directory) {}

  /// From one token to the end of another, both where they are spelled.
  model::SourceRange range(clang::SourceLocation first, clang::SourceLocation last) const {
    const auto [begin, end] = inOneFile(first, last);
    const clang::SourceLocation start = sources_.getSpellingLoc(begin);
    const clang::SourceLocation stop = sources_.getSpellingLoc(end);
    const unsigned length = clang::Lexer::MeasureTokenLength(stop, sources_, language_);
    return {.file = fileOf(start),
            .line = sources_.getSpellingLineNumber(start),
            .column = sources_.getSpellingColumnNumber(start),
            .endLine = sources_.getSpellingLineNumber(stop),
            .endColumn = sources_.getSpellingColumnNumber(stop) + length};
  }

  model::Expansions expansions(clang::SourceLocation first, clang::SourceLocation last) const {
    model::Expansions chain;
    clang::SourceLocation place = inOneFile(first, last).first;
    while (place.isMacroID()) {
      place = sources_.getImmediateExpansionRange(place).getBegin();
      chain.push_back(range(place, place));
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

private:
  using Ends = std::pair<clang::SourceLocation, clang::SourceLocation>;

  /// A condition may begin in one macro and end in another: then it stands where they are used.
  Ends inOneFile(clang::SourceLocation first, clang::SourceLocation last) const {
    if (sources_.getFileID(first) == sources_.getFileID(last))
      return {first, last};
    return {sources_.getExpansionLoc(first), sources_.getExpansionRange(last).getEnd()};
  }

  std::string fileOf(clang::SourceLocation spelled) const {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(spelled));
    if (!file) // a macro of the command line, or pasted together
      return {};
    llvm::SmallString<256> path(file->getName());
    llvm::sys::fs::make_absolute(directory_, path);
    llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
    return path.str().str();
  }

  const clang::SourceManager &sources_;
  const clang::LangOptions &language_;
  const std::string &directory_;
};

class ConditionsReader : public clang::RecursiveASTVisitor<ConditionsReader> {
public:
  ConditionsReader(const clang::ASTContext &context, const Places &places)
      : context_(context), places_(places) {}

  bool VisitIfStmt(clang::IfStmt *statement) {
    if (!statement->isConstexpr() && !statement->isConsteval())
      decide(statement->getCond());
    return true;
  }
  bool VisitWhileStmt(clang::WhileStmt *statement) { return decide(statement->getCond()); }
  bool VisitDoStmt(clang::DoStmt *statement) { return decide(statement->getCond()); }
  bool VisitForStmt(clang::ForStmt *statement) { return decide(statement->getCond()); }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt *statement) {
    add(Kind::Decision, statement->getColonLoc(), statement->getColonLoc(), false);
    return true;
  }
  bool VisitAbstractConditionalOperator(clang::AbstractConditionalOperator *expression) {
    return decide(expression->getCond());
  }
  bool VisitBinaryOperator(clang::BinaryOperator *expression) {
    if (expression->isLogicalOp()) {
      decide(expression->getLHS());
      decide(expression->getRHS());
    }
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt *statement) {
    const bool isConstant = isKnown(statement->getCond());
    bool hasDefault = false;
    for (const clang::SwitchCase *label = statement->getSwitchCaseList(); label;
         label = label->getNextSwitchCase()) {
      const bool isDefault = llvm::isa<clang::DefaultStmt>(label);
      hasDefault |= isDefault;
      add(isDefault ? Kind::Default : Kind::Case, label->getKeywordLoc(), lastOf(*label),
          isConstant);
    }
    if (!hasDefault)
      add(Kind::Default, statement->getCond()->getBeginLoc(), statement->getCond()->getEndLoc(),
          isConstant);
    return true;
  }

  /// Operands of sizeof and the like are never evaluated.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }

  std::vector<model::Condition> take() { return std::move(conditions_); }

private:
  /// && and || are no conditions themselves, their operands are.
  bool decide(const clang::Expr *condition) {
    if (!condition)
      return true;
    const clang::Expr *inner = condition->IgnoreParens();
    for (const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(inner);
         negation && negation->getOpcode() == clang::UO_LNot;
         negation = llvm::dyn_cast<clang::UnaryOperator>(inner))
      inner = negation->getSubExpr()->IgnoreParens();
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(inner);
    if (!binary || !binary->isLogicalOp())
      add(Kind::Decision, condition->getBeginLoc(), condition->getEndLoc(), isKnown(condition));
    return true;
  }

  bool isKnown(const clang::Expr *condition) const {
    clang::Expr::EvalResult result;
    return condition && !condition->isValueDependent() &&
           condition->EvaluateAsInt(result, context_);
  }

  static clang::SourceLocation lastOf(const clang::SwitchCase &label) {
    const auto *ranged = llvm::dyn_cast<clang::CaseStmt>(&label);
    return !ranged            ? label.getKeywordLoc()
           : ranged->getRHS() ? ranged->getRHS()->getEndLoc()
                              : ranged->getLHS()->getEndLoc();
  }

  void add(Kind kind, clang::SourceLocation first, clang::SourceLocation last, bool isConstant) {
    model::Condition condition{kind, places_.range(first, last), places_.expansions(first, last),
                               isConstant};
    if (!condition.range.file.empty())
      conditions_.push_back(std::move(condition));
  }

  const clang::ASTContext &context_;
  const Places &places_;
  std::vector<model::Condition> conditions_;
};

} // namespace

model::Expansions expansionsOf(const clang::ASTContext &context, clang::SourceLocation place,
                               const std::string &directory) {
  return Places(context, directory).expansions(place, place);
}

std::optional<model::OptionalBody> readOptionalBody(clang::ASTContext &context,
                                                    const clang::FunctionDecl &function,
                                                    const std::string &directory) {
  const bool mayBeLeftOut =
      function.isTemplated() || function.isInlined() || !function.isExternallyVisible();
  const clang::SourceLocation begin = function.getBody()->getBeginLoc();
  if (!mayBeLeftOut || function.isConsteval() ||
      context.getSourceManager().isMacroArgExpansion(begin))
    return std::nullopt;
  const Places places(context, directory);
  ConditionsReader reader(context, places);
  reader.TraverseStmt(function.getBody());
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function))
    for (const clang::CXXCtorInitializer *initializer : constructor->inits())
      if (initializer->isWritten())
        reader.TraverseStmt(initializer->getInit());
  const model::SourceRange first = places.range(begin, begin);
  const clang::SourceLocation end = function.getBody()->getEndLoc();
  return model::OptionalBody{{first.file, first.line, first.column, first.line, first.column},
                             places.range(end, end).line,
                             reader.take(),
                             function.isTemplated()
                                 ? "nothing in the sources instantiates this template"
                                 : "nothing in the sources calls this function at run time"};
}

} // namespace frontend
