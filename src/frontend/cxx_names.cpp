#include "frontend/cxx_names.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/QualTypeNames.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <regex>

namespace frontend {
namespace {

std::string withoutUnnamedSpaces(std::string text) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  for (std::size_t at; (at = text.find(unnamed)) != std::string::npos;)
    text.erase(at, unnamed.size());
  return text;
}

/// Whether a template of the library has this last argument by itself, given the first.
bool isDefault(const std::string &last, const std::string &first) {
  if (last.starts_with("std::allocator<"))
    return true;
  for (const char *name : {"less", "hash", "equal_to", "default_delete", "char_traits"})
    if (last == fmt::format("std::{}<{}>", name, first))
      return true;
  return false;
}

/// The end of the template argument that begins here.
std::size_t argumentEnd(std::string_view text, std::size_t at) {
  for (int depth = 0; at < text.size(); ++at) {
    const char here = text[at];
    if (depth == 0 && (here == ',' || here == '>'))
      return at;
    depth += here == '<' || here == '(' || here == '[';
    depth -= here == '>' || here == ')' || here == ']';
  }
  return at;
}

/// Templates of the library without the arguments that they have by themselves.
std::string withoutDefaults(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    result += text[at++];
    if (result.back() != '<')
      continue;
    std::vector<std::string> arguments;
    for (bool goesOn = true; goesOn && at < text.size();) {
      const std::size_t end = argumentEnd(text, at);
      const std::string_view argument = text.substr(at, end - at);
      arguments.push_back(withoutDefaults(
          argument.substr(std::min(argument.size(), argument.find_first_not_of(' ')))));
      goesOn = end < text.size() && text[end] == ',';
      at = end + 1;
    }
    static const std::regex library("(^|[^\\w:])std::[\\w:]+<$"),
        character("std::basic_(\\w+)<char>$");
    if (std::regex_search(result, library))
      while (arguments.size() > 1 && isDefault(arguments.back(), arguments.front()))
        arguments.pop_back();
    result += fmt::format("{}>", fmt::join(arguments, ", "));
    result = std::regex_replace(result, character, "std::$1");
  }
  return result;
}

/// What everybody writes for classes of the library.
std::string withLibraryNames(const std::string &text) {
  static const std::regex global("(^|[^\\w>])::std::");
  return text.find("::std::") == std::string::npos
             ? text
             : withoutDefaults(std::regex_replace(text, global, "$1std::"));
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

namespace {

/// Clang leaves the namespaces of types in a pack out. The name of such an instance; none: it is
/// no such type.
std::optional<std::string> packedName(const clang::ASTContext &context, clang::QualType type) {
  const auto *made =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!made || !made->getDeclContext()->isFileContext() ||
      llvm::none_of(made->getTemplateArgs().asArray(), [](const clang::TemplateArgument &argument) {
        return argument.getKind() == clang::TemplateArgument::Pack;
      }))
    return std::nullopt;
  const std::string arguments = argumentsText(context, made->getTemplateArgs().asArray());
  const std::string library = libraryName(*made);
  return arguments.empty()
             ? ""
             : fmt::format("{}::{}{}", type.isConstQualified() ? "const " : "",
                           library.empty() ? qualifiedName(*made) : library, arguments);
}

} // namespace

std::string typeName(const clang::ASTContext &context, clang::QualType type) {
  if (const auto packed = packedName(context, context.getCanonicalType(type)))
    return withLibraryNames(*packed);
  const std::string name = withoutUnnamedSpaces(clang::TypeName::getFullyQualifiedName(
      context.getCanonicalType(type), context, policyOf(context), /*WithGlobalNsPrefix=*/true));
  const bool isUnnamed = name.find("(unnamed") != std::string::npos ||
                         name.find("(anonymous") != std::string::npos ||
                         name.find("(lambda") != std::string::npos;
  return isUnnamed ? "" : withLibraryNames(name);
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

std::string memberTypeName(const clang::ASTContext &context, const clang::CXXMethodDecl &declared) {
  std::vector<clang::QualType> parameters;
  for (const clang::ParmVarDecl *parameter : declared.parameters())
    parameters.push_back(parameter->getType());
  const bool hasResult = !llvm::isa<clang::CXXConstructorDecl>(declared);
  return typeName(context, context.getPointerType(context.getFunctionType(
                               hasResult ? declared.getReturnType() : context.VoidTy, parameters,
                               clang::FunctionProtoType::ExtProtoInfo())));
}

namespace {

/// As one writes it, where a literal can have the type.
std::string constantText(const clang::ASTContext &context,
                         const clang::TemplateArgument &argument) {
  const clang::QualType type = argument.getIntegralType();
  const std::string digits = llvm::toString(argument.getAsIntegral(), 10);
  if (type->isBooleanType())
    return digits == "0" ? "false" : "true";
  if (const auto *builtin = type->getAs<clang::BuiltinType>(); builtin && digits[0] != '-')
    switch (builtin->getKind()) {
    case clang::BuiltinType::Int:
      return digits;
    case clang::BuiltinType::UInt:
      return digits + "u";
    case clang::BuiltinType::Long:
      return digits + "l";
    case clang::BuiltinType::ULong:
      return digits + "ul";
    default:
      break;
    }
  return "(" + typeName(context, type) + ")" + digits;
}

/// None if it can't be written.
std::optional<std::string> argumentText(const clang::ASTContext &context,
                                        const clang::TemplateArgument &argument) {
  std::string text;
  switch (argument.getKind()) {
  case clang::TemplateArgument::Type:
    text = typeName(context, argument.getAsType());
    return text.empty() ? std::nullopt : std::optional(text);
  case clang::TemplateArgument::Integral:
    return constantText(context, argument);
  case clang::TemplateArgument::Template:
    if (const auto *pattern = argument.getAsTemplate().getAsTemplateDecl())
      return "::" + qualifiedName(*pattern);
    return std::nullopt;
  case clang::TemplateArgument::Pack:
    for (const clang::TemplateArgument &part : argument.pack_elements()) {
      const auto next = argumentText(context, part);
      if (!next)
        return std::nullopt;
      text += (text.empty() ? "" : ", ") + *next;
    }
    return text;
  default:
    return std::nullopt;
  }
}

} // namespace

std::string argumentsText(const clang::ASTContext &context,
                          llvm::ArrayRef<clang::TemplateArgument> arguments) {
  std::string text;
  for (const clang::TemplateArgument &argument : arguments) {
    const auto next = argumentText(context, argument);
    if (!next)
      return {};
    text += (text.empty() || next->empty() ? "" : ", ") + *next;
  }
  return "<" + text + ">";
}

std::string libraryName(const clang::RecordDecl &declared) {
  std::string name = declared.getNameAsString();
  const clang::DeclContext *around = declared.getDeclContext();
  for (; !around->isTranslationUnit(); around = around->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(around);
    if (!space)
      return {};
    if (!space->isInline())
      name = space->getNameAsString() + "::" + name;
  }
  return name.starts_with("std::") ? name : "";
}

std::string parametersText(const clang::FunctionDecl &declared) {
  clang::PrintingPolicy policy = policyOf(declared.getASTContext());
  policy.SuppressScope = true;
  std::string text;
  for (const clang::ParmVarDecl *parameter : declared.parameters())
    text += (text.empty() ? "" : ", ") + parameter->getType().getAsString(policy);
  text = "(" + text + ")";
  if (const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(&declared)) {
    text += method->isConst() ? " const" : "";
    text += method->getRefQualifier() == clang::RQ_LValue   ? " &"
            : method->getRefQualifier() == clang::RQ_RValue ? " &&"
                                                            : "";
  }
  return text;
}

} // namespace frontend
