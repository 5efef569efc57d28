#include "frontend/literal_reader.h"

#include "frontend/cxx_names.h"

#include <algorithm>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <map>
#include <set>

// A test holds a std::vector<std::string> as what C would have in its place: a struct of a pointer
// and a length, whose elements are such structs again. The thunk makes the real one of it
// (pincer_literals.h has the same layouts, as C++ lays them out).

namespace frontend {

using model::Literal;
using model::Type;
using model::TypeId;
using model::TypeKind;

namespace {

constexpr std::uint64_t mostElements = 32; // of a std::array: each is written out

/// By name: how many of its arguments are types of an element (the two of a map are a pair).
const std::map<std::string, std::size_t> &ranges() {
  static const std::map<std::string, std::size_t> table = {
      {"std::vector", 1},
      {"std::list", 1},
      {"std::deque", 1},
      {"std::forward_list", 1},
      {"std::set", 1},
      {"std::multiset", 1},
      {"std::unordered_set", 1},
      {"std::unordered_multiset", 1},
      {"std::initializer_list", 1},
      {"std::span", 1},
      {"std::map", 2},
      {"std::multimap", 2},
      {"std::unordered_map", 2},
      {"std::unordered_multimap", 2},
  };
  return table;
}

/// Those of characters.
const std::map<std::string, Literal> &texts() {
  static const std::map<std::string, Literal> table = {
      {"std::basic_string", Literal::Text},
      {"std::basic_string_view", Literal::Text},
      {"std::basic_istream", Literal::InputStream},
      {"std::basic_iostream", Literal::InputStream},
      {"std::basic_istringstream", Literal::InputStream},
      {"std::basic_stringstream", Literal::InputStream},
      {"std::basic_ostream", Literal::OutputStream},
      {"std::basic_ostringstream", Literal::OutputStream},
  };
  return table;
}

bool isType(const clang::TemplateArgument &argument) {
  return argument.getKind() == clang::TemplateArgument::Type;
}

/// Whether what is no std::allocator allocates: tests can't know what that needs.
bool hasOwnAllocator(llvm::ArrayRef<clang::TemplateArgument> arguments) {
  const clang::TemplateArgument &last = arguments.back();
  const auto *record = isType(last) ? last.getAsType()->getAsCXXRecordDecl() : nullptr;
  return record && record->getName().ends_with_insensitive("allocator") &&
         libraryName(*record) != "std::allocator";
}

/// A smart pointer to one value that C could have too.
bool isPlainPointer(const std::string &name, llvm::ArrayRef<clang::TemplateArgument> arguments) {
  if (name != "std::unique_ptr" && name != "std::shared_ptr")
    return false;
  const clang::QualType held = arguments[0].getAsType();
  if (held->isArrayType() || held->isVoidType() || held.isConstQualified())
    return false;
  const auto *deleter =
      arguments.size() > 1 ? arguments[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  return arguments.size() == 1 || (deleter && libraryName(*deleter) == "std::default_delete");
}

/// As C lays out a struct.
class StructMaker {
public:
  StructMaker(const model::Subject &subject, Literal literal) : subject_(subject) {
    type_.kind = TypeKind::Struct;
    type_.literal = literal;
  }
  StructMaker &add(std::string name, TypeId id) {
    const Type &field = subject_[id];
    const std::uint64_t alignment = std::max<std::uint64_t>(1, field.alignment);
    const std::uint64_t at = (type_.size + alignment - 1) / alignment * alignment;
    type_.fields.push_back({std::move(name), id, at * 8, {}});
    type_.size = at + field.size;
    type_.alignment = std::max(type_.alignment, alignment);
    return *this;
  }
  Type finish() {
    type_.size = (type_.size + type_.alignment - 1) / type_.alignment * type_.alignment;
    return std::move(type_);
  }

private:
  const model::Subject &subject_;
  Type type_;
};

} // namespace

std::optional<TypeId> LiteralReader::read(clang::QualType qualified) {
  const clang::QualType type = context_.getCanonicalType(qualified).getUnqualifiedType();
  const auto *record = type->getAsCXXRecordDecl();
  if (!record || libraryName(*record).empty())
    return std::nullopt;
  if (const auto found = known_.find(type.getTypePtr()); found != known_.end())
    return found->second;
  known_[type.getTypePtr()] = std::nullopt; // while its parts are read
  const auto id = describe(*record);
  known_[type.getTypePtr()] = id;
  return id;
}

TypeId LiteralReader::readValue(clang::QualType type) {
  const auto literal = read(type);
  return literal ? *literal : types_.read(type);
}

std::optional<TypeId> LiteralReader::describe(const clang::CXXRecordDecl &declared) {
  const std::string name = libraryName(declared);
  std::optional<Type> type;
  if (name == "std::filesystem::path")
    type = text(Literal::Text);
  else if (const auto *made = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&declared))
    type = describeTemplate(name, made->getTemplateArgs().asArray());
  if (!type)
    return std::nullopt;
  type->qualified = typeName(context_, context_.getTypeDeclType(&declared));
  type->spelling = type->qualified;
  type->isSystem = true;
  if (type->qualified.empty())
    return std::nullopt;
  return types_.add(std::move(*type));
}

std::optional<Type> LiteralReader::describeTemplate(const std::string &name, Arguments arguments) {
  if (hasOwnAllocator(arguments))
    return std::nullopt;
  if (const auto found = texts().find(name); found != texts().end()) {
    if (arguments[0].getAsType()->isSpecificBuiltinType(clang::BuiltinType::Char_S))
      return text(found->second);
    return name == "std::basic_string" && arguments[0].getAsType()->isIntegerType()
               ? std::optional(sequence(Literal::Range, types_.read(arguments[0].getAsType())))
               : std::nullopt;
  }
  if (const auto found = ranges().find(name); found != ranges().end())
    return range(arguments, found->second);
  if (name == "std::pair")
    return tuple(arguments);
  if (name == "std::tuple")
    return tuple(arguments[0].getPackAsArray());
  if (name == "std::complex")
    return tuple({arguments[0], arguments[0]});
  if (name == "std::array")
    return array(arguments);
  if (name == "std::variant")
    return variant(arguments[0].getPackAsArray());
  if (name == "std::optional" || isPlainPointer(name, arguments))
    return optional(arguments.take_front());
  if (name == "std::bitset")
    return arguments[0].getAsIntegral().getZExtValue() <= 64 ? scalar(context_.UnsignedLongLongTy)
                                                             : std::nullopt;
  if (name == "std::chrono::duration")
    return scalar(arguments[0].getAsType());
  if (name == "std::chrono::time_point")
    if (const auto duration = read(arguments[1].getAsType()))
      return subject_[*duration];
  if (name == "std::function")
    if (const auto *called = arguments[0].getAsType()->getAs<clang::FunctionProtoType>())
      return callable(*called);
  return std::nullopt;
}

/// A pointer to a function that C has, too. If it takes what only C++ has, it takes nothing: what
/// stands for it in a test looks at no argument anyway.
Type LiteralReader::callable(const clang::FunctionProtoType &called) {
  const bool isOfC = llvm::all_of(called.param_types(), [](clang::QualType parameter) {
    return parameter->isArithmeticType() || parameter->isEnumeralType() ||
           parameter->isPointerType();
  });
  const clang::QualType function =
      isOfC ? clang::QualType(&called, 0)
            : context_.getFunctionType(called.getReturnType(), {},
                                       clang::FunctionProtoType::ExtProtoInfo());
  Type pointer = subject_[types_.read(context_.getPointerType(function))];
  pointer.literal = Literal::Callable;
  return pointer;
}

std::optional<Type> LiteralReader::optional(Arguments argument) {
  const auto value = parts(argument);
  return value ? std::optional(StructMaker(subject_, Literal::Optional)
                                   .add("has", types_.read(context_.BoolTy))
                                   .add("value", value->front())
                                   .finish())
               : std::nullopt;
}

/// As many parts as elements.
std::optional<Type> LiteralReader::array(Arguments arguments) {
  const std::uint64_t count = arguments[1].getAsIntegral().getLimitedValue();
  if (count == 0 || count > mostElements)
    return std::nullopt;
  return tuple(std::vector<clang::TemplateArgument>(count, arguments[0]));
}

std::optional<Type> LiteralReader::variant(Arguments alternatives) {
  const auto types = parts(alternatives);
  if (!types)
    return std::nullopt;
  StructMaker maker(subject_, Literal::Variant);
  maker.add("index", types_.read(context_.UnsignedLongTy));
  for (std::size_t i = 0; i < types->size(); ++i)
    maker.add("alternative" + std::to_string(i), (*types)[i]);
  return maker.finish();
}

std::optional<Type> LiteralReader::range(Arguments arguments, std::size_t elementTypes) {
  // A span of a fixed extent is no length that tests choose.
  if (arguments.size() == 2 && arguments[1].getKind() == clang::TemplateArgument::Integral &&
      !arguments[1].getAsIntegral().isAllOnes())
    return std::nullopt;
  if (elementTypes == 1) {
    const auto element = parts(arguments.take_front());
    return element ? std::optional(sequence(Literal::Range, element->front())) : std::nullopt;
  }
  auto pair = tuple(arguments.take_front(2));
  if (!pair)
    return std::nullopt;
  pair->spelling = pair->qualified = "std::pair" + argumentsText(context_, arguments.take_front(2));
  pair->isSystem = true;
  return sequence(Literal::Range, types_.add(std::move(*pair)));
}

std::optional<Type> LiteralReader::tuple(Arguments arguments) {
  const auto types = parts(arguments);
  if (!types)
    return std::nullopt;
  StructMaker maker(subject_, Literal::Tuple);
  for (std::size_t i = 0; i < types->size(); ++i)
    maker.add(arguments.size() != 2 ? "part" + std::to_string(i)
              : i == 0              ? "first"
                                    : "second",
              (*types)[i]);
  return maker.finish();
}

std::optional<Type> LiteralReader::scalar(clang::QualType type) {
  Type number = subject_[types_.read(type)];
  if (number.kind != TypeKind::Integer && number.kind != TypeKind::Float)
    return std::nullopt;
  number.literal = Literal::Scalar;
  return number;
}

Type LiteralReader::text(Literal literal) {
  return sequence(literal, types_.read(context_.CharTy));
}

Type LiteralReader::sequence(Literal literal, TypeId element) {
  Type pointer = subject_[types_.read(context_.VoidPtrTy)];
  pointer.spelling = "const " + subject_[element].spelling + " *";
  pointer.element = element;
  pointer.pointeeIsConst = true;
  const TypeId data = types_.add(std::move(pointer));
  const TypeId size = types_.read(context_.UnsignedLongTy);
  Type type = StructMaker(subject_, literal).add("data", data).add("size", size).finish();
  type.lengthPairs = {{0, 1}};
  return type;
}

std::optional<std::vector<TypeId>> LiteralReader::parts(Arguments arguments) {
  std::vector<TypeId> types;
  for (const clang::TemplateArgument &argument : arguments) {
    if (!isType(argument) || argument.getAsType()->isReferenceType())
      return std::nullopt;
    const TypeId type = readValue(argument.getAsType());
    if (!isMade(type))
      return std::nullopt;
    types.push_back(type);
  }
  return types;
}

bool LiteralReader::isMade(TypeId id) const {
  const Type &type = subject_[id];
  switch (type.kind) {
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Float:
    return true;
  case TypeKind::Pointer: {
    const TypeKind pointee = subject_[type.element].kind;
    return type.literal != Literal::None ||
           (pointee != TypeKind::Incomplete && pointee != TypeKind::Function &&
            pointee != TypeKind::Unsupported);
  }
  case TypeKind::Array:
    return isMade(type.element);
  case TypeKind::Struct:
    // A list in braces can't hold what can't be copied.
    if (type.qualified.starts_with("std::unique_ptr<"))
      return false;
    return type.literal != Literal::InputStream && type.literal != Literal::OutputStream &&
           type.size > 0 && std::ranges::all_of(type.fields, [&](const model::Field &field) {
             return isMade(field.type);
           });
  default:
    return false;
  }
}

} // namespace frontend
