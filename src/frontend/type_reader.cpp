#include "frontend/type_reader.h"

#include "frontend/class_access.h"
#include "frontend/cxx_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/RecordLayout.h>
#include <clang/AST/Type.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

namespace frontend {

using model::Type;
using model::TypeId;
using model::TypeKind;

TypeReader::TypeReader(clang::Sema &sema, model::Subject &subject)
    : sema_(sema), context_(sema.getASTContext()), subject_(subject),
      policy_(context_.getPrintingPolicy()) {
  policy_.SuppressScope = true;
  policy_.SuppressTagKeyword = false;
}

TypeId TypeReader::add(Type type) {
  subject_.types.push_back(std::move(type));
  return TypeId(subject_.types.size() - 1);
}

TypeId TypeReader::read(clang::QualType qualified) {
  const clang::QualType type = context_.getCanonicalType(qualified).getUnqualifiedType();
  if (const auto found = known_.find(type.getTypePtr()); found != known_.end())
    return found->second;
  // The id must be known before the parts are read: a struct may point to itself.
  // Until then it is a class of which nothing is known.
  const TypeId id = add({.kind = TypeKind::Incomplete});
  known_[type.getTypePtr()] = id;
  Type described = describe(type);
  subject_.types[id.index] = std::move(described);
  return id;
}

Type TypeReader::describe(clang::QualType type) {
  Type result;
  result.spelling = spell(type);
  result.kind = TypeKind::Unsupported;
  if (!type->isIncompleteType() && !type->isFunctionType() && !type->isVariableArrayType()) {
    result.size = context_.getTypeSizeInChars(type).getQuantity();
    result.alignment = context_.getTypeAlignInChars(type).getQuantity();
  }
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    describeBuiltin(*builtin, result);
  } else if (const auto *pointer = type->getAs<clang::PointerType>()) {
    describePointer(pointer->getPointeeType(), result);
  } else if (const auto *array = context_.getAsConstantArrayType(type)) {
    result.kind = TypeKind::Array;
    result.count = array->getSize().getZExtValue();
    result.element = read(array->getElementType());
  } else if (type->isIncompleteArrayType()) {
    result.kind = TypeKind::Incomplete;
  } else if (const auto *enumeration = type->getAs<clang::EnumType>()) {
    describeEnum(*enumeration->getDecl(), result);
  } else if (const auto *record = type->getAs<clang::RecordType>()) {
    describeRecord(*record->getDecl(), result);
  } else if (const auto *function = type->getAs<clang::FunctionType>()) {
    describeFunction(*function, result);
  }
  return result;
}

void TypeReader::describeBuiltin(const clang::BuiltinType &builtin, Type &type) {
  using Kind = clang::BuiltinType::Kind;
  switch (builtin.getKind()) {
  case Kind::Void:
    type.kind = TypeKind::Void;
    return;
  case Kind::Bool:
    type.kind = TypeKind::Bool;
    return;
  case Kind::Float:
  case Kind::Double:
  case Kind::LongDouble:
    type.kind = TypeKind::Float;
    return;
  case Kind::Char_S:
  case Kind::Char_U:
  case Kind::SChar:
  case Kind::UChar:
    type.isChar = true;
    break;
  case Kind::Short:
  case Kind::UShort:
  case Kind::Int:
  case Kind::UInt:
  case Kind::Long:
  case Kind::ULong:
  case Kind::LongLong:
  case Kind::ULongLong:
  case Kind::WChar_S:
  case Kind::WChar_U:
  case Kind::Char8:
  case Kind::Char16:
  case Kind::Char32:
  case Kind::Int128:
  case Kind::UInt128:
    break;
  default: // _Float16, __float128, fixed point...
    return;
  }
  type.kind = TypeKind::Integer;
  type.isSigned = builtin.isSignedInteger();
}

void TypeReader::describePointer(clang::QualType pointee, Type &type) {
  type.kind = TypeKind::Pointer;
  type.pointeeIsConst = pointee.isConstQualified();
  type.element = read(pointee);
}

void TypeReader::describeFunction(const clang::FunctionType &function, Type &type) {
  type.kind = TypeKind::Function;
  type.element = read(function.getReturnType());
  const auto *prototype = llvm::dyn_cast<clang::FunctionProtoType>(&function);
  if (!prototype) // K&R: callers may pass anything
    return;
  type.isVariadic = prototype->isVariadic();
  for (const clang::QualType parameter : prototype->param_types())
    type.parameters.push_back(read(parameter));
}

void TypeReader::describeEnum(const clang::EnumDecl &declared, Type &type) {
  describeName(declared, "enum", type);
  type.isScoped = declared.isScoped();
  const clang::EnumDecl *definition = declared.getDefinition();
  if (!definition) {
    type.kind = TypeKind::Incomplete;
    return;
  }
  type.kind = TypeKind::Enum;
  type.isSigned = definition->getIntegerType()->isSignedIntegerOrEnumerationType();
  for (const clang::EnumConstantDecl *constant : definition->enumerators())
    type.enumerators.push_back(
        {constant->getNameAsString(),
         static_cast<std::int64_t>(constant->getInitVal().extOrTrunc(64).getRawData()[0])});
}

void TypeReader::describeRecord(const clang::RecordDecl &declared, Type &type) {
  describeName(declared, declared.isUnion() ? "union" : "struct", type);
  if (declared.getName() == "__va_list_tag") {
    type.spelling = "va_list";
    type.hasTag = false;
    return;
  }
  const clang::RecordDecl *definition = definitionOf(declared);
  if (definition && isStream(*definition)) {
    type.spelling = "FILE";
    type.hasTag = false;
    definition = nullptr;
  }
  if (!definition || !isPlain(*definition)) {
    describeClass(definition, type);
    return;
  }
  type.kind = definition->isUnion() ? TypeKind::Union : TypeKind::Struct;
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(definition);
  for (const clang::FieldDecl *field : definition->fields())
    // A bit-field without a name is padding.
    if (!field->isUnnamedBitField())
      type.fields.push_back(readField(*field, layout.getFieldOffset(field->getFieldIndex())));
}

/// Instances of templates that nothing has needed so far are there only when asked for.
const clang::RecordDecl *TypeReader::definitionOf(const clang::RecordDecl &declared) {
  if (const auto *record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declared);
      record && !record->hasDefinition())
    sema_.isCompleteType(record->getLocation(), context_.getTypeDeclType(record));
  return declared.getDefinition();
}

void TypeReader::describeClass(const clang::RecordDecl *definition, Type &type) {
  type.kind = TypeKind::Incomplete;
  type.size = 0;
  type.alignment = 1;
  const auto *record = llvm::dyn_cast_or_null<clang::CXXRecordDecl>(definition);
  if (!record)
    return;
  // Another unit's class of the same name is another class.
  if (!record->isExternallyVisible())
    type.spelling += " of " + mainFile();
  type.isAbstract = record->isAbstract();
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (base.getAccessSpecifier() == clang::AS_public)
      if (const TypeId id = read(base.getType()); subject_[id].kind == TypeKind::Incomplete)
        type.bases.push_back(id);
}

void TypeReader::describeName(const clang::TagDecl &declared, const char *keyword, Type &type) {
  type.hasTag = declared.getIdentifier() != nullptr;
  type.isSystem = isSystem(declared);
  if (!context_.getLangOpts().CPlusPlus)
    return;
  type.qualified = typeName(context_, context_.getTypeDeclType(&declared));
  const bool isTemplate = llvm::isa<clang::ClassTemplateSpecializationDecl>(declared);
  if (isTemplate || (!type.hasTag && !declared.getTypedefNameForAnonDecl()))
    return;
  std::string name =
      type.hasTag ? qualifiedName(declared) : qualifiedName(*declared.getTypedefNameForAnonDecl());
  for (std::size_t at; (at = name.find("::")) != std::string::npos;)
    name.replace(at, 2, "_");
  type.spelling = type.hasTag ? std::string(keyword) + " " + name : name;
}

/// Whether C could have the type too: its objects are made by filling in their fields.
bool TypeReader::isPlain(const clang::RecordDecl &definition) {
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(&definition);
  return !record || (record->isTriviallyCopyable() && record->isStandardLayout() &&
                     record->isAggregate() && record->getNumBases() == 0 && !isForDerived(*record));
}

model::Field TypeReader::readField(const clang::FieldDecl &field, std::uint64_t offsetBits) {
  model::Field result{field.getNameAsString(), readFieldType(field.getType()), offsetBits, {}};
  if (field.isBitField())
    result.bitWidth = field.getBitWidthValue(context_);
  return result;
}

TypeId TypeReader::readVariable(clang::QualType type, std::uint64_t bound) {
  const auto *open = context_.getAsIncompleteArrayType(type);
  if (!open || open->getElementType()->isIncompleteType())
    return read(type);
  return read(context_.getConstantArrayType(open->getElementType(), llvm::APInt(64, bound), nullptr,
                                            clang::ArraySizeModifier::Normal, 0));
}

TypeId TypeReader::readFieldType(clang::QualType type) {
  const auto *flexible = context_.getAsIncompleteArrayType(type);
  if (!flexible)
    return read(type);
  Type array;
  array.kind = TypeKind::Array;
  array.spelling = spell(context_.getCanonicalType(type).getUnqualifiedType());
  array.alignment = context_.getTypeAlignInChars(flexible->getElementType()).getQuantity();
  array.element = read(flexible->getElementType());
  return add(std::move(array));
}

std::string TypeReader::spell(clang::QualType type) const { return type.getAsString(policy_); }

std::string TypeReader::mainFile() const {
  const clang::SourceManager &sources = context_.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  return file ? file->getName().str() : "";
}

bool TypeReader::isSystem(const clang::Decl &declared) const {
  const clang::SourceManager &sources = context_.getSourceManager();
  return declared.getLocation().isInvalid() ||
         sources.isInSystemHeader(sources.getExpansionLoc(declared.getLocation()));
}

/// A FILE can only be made by the library, even where its header happens to show the fields.
bool TypeReader::isStream(const clang::RecordDecl &declared) const {
  const clang::QualType stream = context_.getFILEType();
  if (stream.isNull() || !isSystem(declared))
    return false;
  const auto *record = stream->getAs<clang::RecordType>();
  return record && record->getDecl()->getCanonicalDecl() == declared.getCanonicalDecl();
}

} // namespace frontend
