#include "frontend/cxx_names.h"

#include <clang/AST/Mangle.h>
#include <clang/AST/QualTypeNames.h>
#include <llvm/Support/raw_ostream.h>

namespace frontend {
namespace {

std::string withoutUnnamedSpaces(std::string text) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at; (at = text.find(unnamed)) != std::string::npos;)
    text.erase(at, unnamed.size());
  return text;
}

clang::PrintingPolicy policyOf(const clang::ASTContext &context) {
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  return policy;
}

} // namespace

std::string symbolOf(const clang::NamedDecl &declared) {
  return clang::ASTNameGenerator(declared.getASTContext()).getName(&declared);
}

std::string qualifiedName(const clang::NamedDecl &declared) {
  return withoutUnnamedSpaces(declared.getQualifiedNameAsString());
}

std::string typeName(const clang::ASTContext &context, clang::QualType type) {
  const std::string name = withoutUnnamedSpaces(clang::TypeName::getFullyQualifiedName(
      context.getCanonicalType(type), context, policyOf(context), /*WithGlobalNsPrefix=*/true));
  const bool isUnnamed = name.find("(unnamed") != std::string::npos ||
                         name.find("(anonymous") != std::string::npos ||
                         name.find("(lambda") != std::string::npos;
  return isUnnamed ? "" : name;
}

std::string pointerTypeName(const clang::ASTContext &context, const clang::FunctionDecl &declared) {
  auto &mutableContext = const_cast<clang::ASTContext &>(context); // makes types on demand
  clang::QualType plain = mutableContext.getFunctionTypeWithExceptionSpec(
      context.getCanonicalType(declared.getType()), {});
  // What is no part of the type's name in C++ can't be written into a cast.
  const auto *type = plain->castAs<clang::FunctionType>();
  plain = clang::QualType(
      mutableContext.adjustFunctionType(type, type->getExtInfo().withNoReturn(false)), 0);
  return typeName(context, context.getPointerType(plain));
}

std::string parametersText(const clang::FunctionDecl &declared) {
  clang::PrintingPolicy policy = policyOf(declared.getASTContext());
  policy.SuppressScope = true;
  std::string text;
  for (const clang::ParmVarDecl *parameter : declared.parameters())
    text += (text.empty() ? "" : ", ") + parameter->getType().getAsString(policy);
  return "(" + text + ")";
}

} // namespace frontend
