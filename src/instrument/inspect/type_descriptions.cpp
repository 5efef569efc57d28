#include "instrument/inspect/type_descriptions.h"

#include "abi/frames.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

// Types may contain themselves (by way of members, never of pointers: those are leaves here), so a
// description is announced before it is filled.

namespace instrument {

using llvm::Constant;
using llvm::DICompositeType;
using llvm::DIDerivedType;
using llvm::DIType;

namespace {

bool isQualifier(unsigned tag) {
  return tag == llvm::dwarf::DW_TAG_typedef || tag == llvm::dwarf::DW_TAG_const_type ||
         tag == llvm::dwarf::DW_TAG_volatile_type || tag == llvm::dwarf::DW_TAG_restrict_type ||
         tag == llvm::dwarf::DW_TAG_atomic_type || tag == llvm::dwarf::DW_TAG_member;
}

/// The type without qualifiers and other names.
const DIType *strip(const DIType *type) {
  while (const auto *derived = llvm::dyn_cast_or_null<DIDerivedType>(type)) {
    if (!isQualifier(derived->getTag()))
      break;
    type = derived->getBaseType();
  }
  return type;
}

std::string named(const char *kind, const DIType &type) {
  return type.getName().empty() ? kind : std::string(kind) + " " + type.getName().str();
}

/// The number of elements in one dimension; unknown ones count as none.
std::uint64_t elementsIn(const DICompositeType &array, unsigned dimension) {
  const auto *range = llvm::dyn_cast<llvm::DISubrange>(array.getElements()[dimension]);
  if (!range)
    return 0;
  if (const auto *count = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount());
      count && !count->isNegative())
    return count->getZExtValue();
  return 0;
}

std::string nameOf(const DIType *type) {
  if (!type)
    return "void";
  if (const auto *derived = llvm::dyn_cast<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type: {
      const std::string base = nameOf(derived->getBaseType());
      return base + (base.ends_with('*') ? "*" : " *");
    }
    case llvm::dwarf::DW_TAG_reference_type:
      return nameOf(derived->getBaseType()) + " &";
    case llvm::dwarf::DW_TAG_rvalue_reference_type:
      return nameOf(derived->getBaseType()) + " &&";
    case llvm::dwarf::DW_TAG_const_type:
      return "const " + nameOf(derived->getBaseType());
    case llvm::dwarf::DW_TAG_volatile_type:
      return "volatile " + nameOf(derived->getBaseType());
    case llvm::dwarf::DW_TAG_typedef:
      return derived->getName().str();
    default:
      return nameOf(derived->getBaseType());
    }
  }
  if (const auto *composite = llvm::dyn_cast<DICompositeType>(type)) {
    switch (composite->getTag()) {
    case llvm::dwarf::DW_TAG_structure_type:
    case llvm::dwarf::DW_TAG_class_type:
      return named("struct", *composite);
    case llvm::dwarf::DW_TAG_union_type:
      return named("union", *composite);
    case llvm::dwarf::DW_TAG_enumeration_type:
      return named("enum", *composite);
    case llvm::dwarf::DW_TAG_array_type: {
      std::string name = nameOf(composite->getBaseType());
      for (unsigned i = 0; i < composite->getElements().size(); ++i)
        name += "[" + std::to_string(elementsIn(*composite, i)) + "]";
      return name;
    }
    default:
      return composite->getName().str();
    }
  }
  return llvm::isa<llvm::DISubroutineType>(type) ? "function" : type->getName().str();
}

std::uint64_t encodingOf(const llvm::DIBasicType &type) {
  switch (type.getEncoding()) {
  case llvm::dwarf::DW_ATE_boolean:
    return PINCER_ENCODING_BOOL;
  case llvm::dwarf::DW_ATE_float:
    return PINCER_ENCODING_FLOAT;
  case llvm::dwarf::DW_ATE_signed:
    return PINCER_ENCODING_SIGNED;
  case llvm::dwarf::DW_ATE_unsigned:
    return PINCER_ENCODING_UNSIGNED;
  case llvm::dwarf::DW_ATE_signed_char:
  case llvm::dwarf::DW_ATE_unsigned_char:
  case llvm::dwarf::DW_ATE_UTF:
    return type.getSizeInBits() == 8 ? PINCER_ENCODING_CHARACTER : PINCER_ENCODING_UNSIGNED;
  default:
    return PINCER_ENCODING_OTHER;
  }
}

} // namespace

TypeDescriptions::TypeDescriptions(llvm::Module &module) : module_(module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, 0), *word = llvm::Type::getInt64Ty(context);
  infoType_ = llvm::StructType::get(context, {pointer, pointer, word, word, word});
  memberType_ = llvm::StructType::get(context, {pointer, pointer, word, word});
}

Constant *TypeDescriptions::number(std::uint64_t value) const {
  return llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), value);
}

llvm::GlobalVariable *TypeDescriptions::constant(Constant *value, const char *name) {
  auto *variable = new llvm::GlobalVariable(module_, value->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::PrivateLinkage, value, name);
  variable->setAlignment(llvm::Align(8));
  return variable;
}

Constant *TypeDescriptions::text(const std::string &text) {
  Constant *&known = texts_[text];
  if (!known)
    known = constant(llvm::ConstantDataArray::getString(module_.getContext(), text), "pincer_text");
  return known;
}

Constant *TypeDescriptions::describe(const DIType *type) {
  if (const auto known = described_.find(type); known != described_.end())
    return known->second;
  llvm::GlobalVariable *variable =
      constant(llvm::ConstantAggregateZero::get(infoType_), "pincer_type");
  described_[type] = variable;
  variable->setInitializer(info(nameOf(type), shapeOf(type)));
  return variable;
}

Constant *TypeDescriptions::info(const std::string &name, const Shape &shape) {
  Constant *members =
      shape.members ? shape.members : llvm::Constant::getNullValue(infoType_->getElementType(1));
  return llvm::ConstantStruct::get(infoType_, {text(name), members, number(shape.size),
                                               number(shape.count), number(shape.encoding)});
}

TypeDescriptions::Shape TypeDescriptions::shapeOf(const DIType *type) {
  const DIType *stripped = strip(type);
  if (!stripped)
    return {};
  const std::uint64_t size = stripped->getSizeInBits() / 8;
  if (const auto *basic = llvm::dyn_cast<llvm::DIBasicType>(stripped))
    return {.encoding = encodingOf(*basic), .size = size};
  if (const auto *derived = llvm::dyn_cast<DIDerivedType>(stripped)) {
    const bool isPointer = derived->getTag() != llvm::dwarf::DW_TAG_ptr_to_member_type;
    return {.encoding = isPointer ? std::uint64_t(PINCER_ENCODING_POINTER)
                                  : std::uint64_t(PINCER_ENCODING_OTHER),
            .size = isPointer ? module_.getDataLayout().getPointerSize() : size};
  }
  const auto *composite = llvm::dyn_cast<DICompositeType>(stripped);
  if (!composite)
    return {};
  switch (composite->getTag()) {
  case llvm::dwarf::DW_TAG_enumeration_type: {
    const Shape base = shapeOf(composite->getBaseType());
    const bool isSigned = base.encoding == PINCER_ENCODING_SIGNED;
    return {.encoding = isSigned ? std::uint64_t(PINCER_ENCODING_SIGNED)
                                 : std::uint64_t(PINCER_ENCODING_UNSIGNED),
            .size = size};
  }
  case llvm::dwarf::DW_TAG_array_type:
    return arrayOf(*composite, 0);
  case llvm::dwarf::DW_TAG_structure_type:
  case llvm::dwarf::DW_TAG_class_type:
  case llvm::dwarf::DW_TAG_union_type:
    return structOf(*composite);
  default:
    return {.size = size};
  }
}

TypeDescriptions::Shape TypeDescriptions::structOf(const DICompositeType &whole) {
  std::vector<Constant *> members;
  for (const llvm::DINode *element : whole.getElements()) {
    const auto *part = llvm::dyn_cast<DIDerivedType>(element);
    const bool isBase = part && part->getTag() == llvm::dwarf::DW_TAG_inheritance;
    if (!part || part->isStaticMember() ||
        (!isBase && part->getTag() != llvm::dwarf::DW_TAG_member) ||
        (isBase && (part->getFlags() & llvm::DINode::FlagVirtual)))
      continue; // a virtual base lies elsewhere in each object
    members.push_back(member(isBase ? "" : part->getName().str(), describe(part->getBaseType()),
                             part->getOffsetInBits(),
                             part->isBitField() ? part->getSizeInBits() : 0));
  }
  return {.encoding = PINCER_ENCODING_STRUCT,
          .size = whole.getSizeInBits() / 8,
          .count = members.size(),
          .members = list(members)};
}

TypeDescriptions::Shape TypeDescriptions::arrayOf(const DICompositeType &array,
                                                  unsigned dimension) {
  const std::uint64_t count = elementsIn(array, dimension);
  if (dimension + 1 == array.getElements().size()) {
    const Shape element = shapeOf(array.getBaseType());
    return {.encoding = PINCER_ENCODING_ARRAY,
            .size = count * element.size,
            .count = count,
            .members = list({member("", describe(array.getBaseType()), 0, 0)})};
  }
  const Shape row = arrayOf(array, dimension + 1);
  Constant *rowInfo = constant(info(nameOf(array.getBaseType()) + "[]", row), "pincer_type");
  return {.encoding = PINCER_ENCODING_ARRAY,
          .size = count * row.size,
          .count = count,
          .members = list({member("", rowInfo, 0, 0)})};
}

Constant *TypeDescriptions::member(const std::string &name, Constant *type,
                                   std::uint64_t offsetBits, std::uint64_t bitFieldBits) {
  return llvm::ConstantStruct::get(memberType_,
                                   {text(name), type, number(offsetBits), number(bitFieldBits)});
}

Constant *TypeDescriptions::list(const std::vector<Constant *> &members) {
  auto *type = llvm::ArrayType::get(memberType_, members.size());
  return constant(llvm::ConstantArray::get(type, members), "pincer_members");
}

} // namespace instrument
