#pragma once

#include "frontend/type_reader.h"

#include <optional>

namespace frontend {

/// Knows which classes of C++'s library tests write as literals, and adds the types that stand for
/// them (model::Literal). What it is made with must outlive it.
class LiteralReader {
public:
  LiteralReader(const clang::ASTContext &context, model::Subject &subject, TypeReader &types)
      : context_(context), subject_(subject), types_(types) {}

  /// What stands for a value of this type in a test; none: it is no such class, or has parts that
  /// tests can't make.
  std::optional<model::TypeId> read(clang::QualType type);
  /// The same, or else the type itself.
  model::TypeId readValue(clang::QualType type);

private:
  using Arguments = llvm::ArrayRef<clang::TemplateArgument>;

  std::optional<model::TypeId> describe(const clang::CXXRecordDecl &declared);
  std::optional<model::Type> describeTemplate(const std::string &name, Arguments arguments);
  std::optional<model::Type> range(Arguments arguments, std::size_t elementTypes);
  std::optional<model::Type> tuple(Arguments parts);
  std::optional<model::Type> array(Arguments arguments);
  std::optional<model::Type> variant(Arguments alternatives);
  std::optional<model::Type> optional(Arguments argument);
  std::optional<model::Type> scalar(clang::QualType type);
  model::Type callable(const clang::FunctionProtoType &called);
  model::Type text(model::Literal literal);
  model::Type sequence(model::Literal literal, model::TypeId element);
  /// The types of all of them, if tests can make each.
  std::optional<std::vector<model::TypeId>> parts(Arguments arguments);
  bool isMade(model::TypeId type) const;

  const clang::ASTContext &context_;
  model::Subject &subject_;
  TypeReader &types_;
  llvm::DenseMap<const clang::Type *, std::optional<model::TypeId>> known_; // never iterated
};

} // namespace frontend
