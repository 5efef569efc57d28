#include "frontend/pure_reader.h"

#include "frontend/cxx_names.h"

#include <algorithm>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

namespace frontend {

using model::PureFunction;
using model::PureNumber;

namespace {

constexpr llvm::StringLiteral pureMark = "pincer:pure", partitionMark = "pincer:partition:";

struct Annotations {
  bool isPure = false;
  std::string partitions;
};

Annotations annotationsOf(const clang::FunctionDecl &declared) {
  Annotations found;
  for (const auto *attribute : declared.specific_attrs<clang::AnnotateAttr>()) {
    llvm::StringRef text = attribute->getAnnotation();
    found.isPure = found.isPure || text == pureMark;
    if (text.consume_front(partitionMark)) {
      found.isPure =
          true; // whoever says how it behaves says that it is a function of its arguments
      found.partitions += (found.partitions.empty() ? "" : ", ") + text.str();
    }
  }
  return found;
}

class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  Visitor(const clang::ASTContext &context, model::UnitId unit) : context_(context), unit_(unit) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
        function && seen_.insert(function->getCanonicalDecl()).second)
      read(*function->getMostRecentDecl());
    return true;
  }

  /// In the order of the declarations.
  std::vector<PureFunction> take() {
    const clang::SourceManager &sources = context_.getSourceManager();
    std::stable_sort(found_.begin(), found_.end(), [&](const auto &a, const auto &b) {
      return sources.isBeforeInTranslationUnit(a.first, b.first);
    });
    std::vector<PureFunction> pures;
    for (auto &[place, pure] : found_)
      pures.push_back(std::move(pure));
    return pures;
  }

private:
  void read(const clang::FunctionDecl &declared) {
    const Annotations annotations = annotationsOf(declared);
    // What the compiler knows by itself becomes an operation or has a substitute.
    const bool isConst = declared.hasAttr<clang::ConstAttr>() && !declared.isDefined() &&
                         declared.getBuiltinID() == 0;
    if (!annotations.isPure && !isConst)
      return;
    PureFunction pure;
    pure.unit = unit_;
    pure.isAnnotated = annotations.isPure;
    pure.partitions = annotations.partitions;
    pure.isStatic = !declared.isExternallyVisible();
    const bool isCxx = context_.getLangOpts().CPlusPlus;
    pure.name = pure.callee = isCxx ? qualifiedName(declared) : declared.getNameAsString();
    pure.refused = whyNot(declared);
    if (!pure.refused)
      describe(declared, pure);
    if (pure.isAnnotated || !pure.refused)
      found_.emplace_back(declared.getCanonicalDecl()->getLocation(), std::move(pure));
  }

  std::optional<std::string> whyNot(const clang::FunctionDecl &declared) const {
    if (declared.isTemplated() || declared.isFunctionTemplateSpecialization())
      return "it is a template";
    if (declared.isCXXClassMember())
      return "it is a member of a class";
    if (declared.isVariadic())
      return "it takes any number of arguments";
    if (!declared.hasPrototype())
      return "its declaration does not say what it takes";
    if (declared.hasAttr<clang::AsmLabelAttr>())
      return "its symbol is not its name";
    return std::nullopt;
  }

  void describe(const clang::FunctionDecl &declared, PureFunction &pure) const {
    const bool isCxx = context_.getLangOpts().CPlusPlus;
    pure.symbol = isCxx ? symbolOf(declared) : declared.getNameAsString();
    if (isCxx)
      pure.overload = pointerTypeName(context_, declared);
    if (isCxx && pure.overload.empty())
      pure.refused = "its type has a part without a name";
    if (const auto result = number(declared.getReturnType()))
      pure.result = *result;
    else
      pure.refused = "it gives back no number of at most 64 bits";
    for (const clang::ParmVarDecl *parameter : declared.parameters()) {
      const auto taken = number(parameter->getType());
      if (!taken) {
        pure.refused = fmt::format("its parameter '{}' is no number of at most 64 bits",
                                   parameter->getNameAsString());
        return;
      }
      pure.parameters.push_back(*taken);
      pure.parameters.back().name = parameter->getNameAsString();
    }
    if (pure.parameters.empty())
      pure.refused = "it takes nothing that could change";
  }

  std::optional<PureNumber> number(clang::QualType type) const {
    type = context_.getCanonicalType(type).getUnqualifiedType();
    const auto width = [&] { return static_cast<std::uint32_t>(context_.getTypeSize(type)); };
    if (type->isBooleanType())
      return PureNumber{.width = 1};
    if (type->isIntegralOrEnumerationType() && !type->isBitIntType() && width() <= 64)
      return PureNumber{.width = width(), .isSigned = type->isSignedIntegerOrEnumerationType()};
    if (type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
        type->isSpecificBuiltinType(clang::BuiltinType::Double))
      return PureNumber{.width = width(), .isSigned = true, .isFloat = true};
    return std::nullopt;
  }

  const clang::ASTContext &context_;
  model::UnitId unit_;
  std::vector<std::pair<clang::SourceLocation, PureFunction>> found_;
  std::set<const clang::Decl *> seen_; // only asked, never iterated
};

} // namespace

void readPures(clang::ASTContext &context, model::UnitId unit, std::vector<PureFunction> &pures) {
  Visitor visitor(context, unit);
  visitor.TraverseAST(context);
  for (PureFunction &pure : visitor.take())
    pures.push_back(std::move(pure));
}

void settlePures(model::Subject &subject, const std::set<std::string> &definedSymbols) {
  std::vector<PureFunction> settled;
  for (PureFunction &pure : subject.pures) {
    if (!pure.isAnnotated && definedSymbols.contains(pure.symbol))
      continue;
    const auto same = std::find_if(settled.begin(), settled.end(), [&](const PureFunction &other) {
      return other.name == pure.name && other.symbol == pure.symbol &&
             (!pure.isStatic || other.unit == pure.unit);
    });
    if (same == settled.end())
      settled.push_back(std::move(pure));
    else if (same->partitions.empty())
      same->partitions = pure.partitions;
  }
  subject.pures = std::move(settled);
}

} // namespace frontend
