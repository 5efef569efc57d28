#include "execute/observation.h"

#include "abi/channel.h"
#include "execute/encode.h"

#include <cstring>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

// The target reports raw memory: the bytes and addresses of the test's objects, the result and
// changed globals, and some texts. Types give it meaning here. A pointer is told by where it
// points: into an object of the test, to text that was copied out, or elsewhere. Arguments are read
// along the shape that the test gave them: a pointer that still refers to its own object is shown
// as that object with its new contents.

namespace execute {

using model::Subject;
using model::Type;
using model::TypeId;
using model::TypeKind;
using model::Value;
using Bytes = std::span<const std::byte>;

namespace {

struct Block {
  std::uint64_t address = 0;
  Bytes bytes;
  bool freed = false;
};

struct Memory {
  std::vector<Block> objects;
  std::vector<std::optional<Block>> results; // of the steps, then of the observers
  std::vector<std::pair<std::uint32_t, Block>> globals;
  std::map<std::uint64_t, std::string> texts;
  std::map<std::uint64_t, Bytes> rooms; // by address
};

/// Takes records off the front of what was written, as long as there are bytes.
class Cursor {
public:
  explicit Cursor(Bytes bytes) : rest_(bytes) {}

  template <class T> bool take(T &record) {
    const auto bytes = takeBytes(sizeof(T));
    if (!bytes)
      return false;
    std::memcpy(&record, bytes->data(), sizeof(T));
    return true;
  }

  std::optional<Bytes> takeBytes(std::uint64_t size) {
    if (size > rest_.size() || PINCER_PADDED(size) > rest_.size())
      return std::nullopt;
    const Bytes taken = rest_.first(size);
    rest_ = rest_.subspan(PINCER_PADDED(size));
    return taken;
  }

private:
  Bytes rest_;
};

bool readBlock(Cursor &cursor, const Subject &subject, Memory &memory) {
  PincerBlock header;
  if (!cursor.take(header))
    return false;
  const auto bytes = cursor.takeBytes(header.stored);
  if (!bytes)
    return false;
  const Block block{header.address, *bytes, header.freed != 0};
  switch (header.space) {
  case PINCER_IN_OBJECT:
    if (header.index != memory.objects.size())
      return false;
    memory.objects.push_back(block);
    return true;
  case PINCER_IN_RESULT:
    if (header.index >= memory.results.size())
      return false;
    memory.results[header.index] = block;
    return true;
  case PINCER_IN_GLOBAL:
    if (header.index >= subject.globals.size() ||
        block.bytes.size() < subject[subject.globals[header.index].type].size)
      return false;
    if (!memory.globals.empty() && header.index <= memory.globals.back().first)
      return false;
    memory.globals.emplace_back(header.index, block);
    return true;
  case PINCER_IN_ROOM: // the latest come first
    memory.rooms.emplace(header.address, *bytes);
    return true;
  default:
    return false;
  }
}

std::optional<Memory> readMemory(const Subject &subject, std::size_t results, Bytes written) {
  Cursor cursor(written);
  PincerObservation header;
  if (!cursor.take(header))
    return std::nullopt;
  Memory memory;
  memory.results.resize(results);
  for (std::uint32_t i = 0; i < header.blockCount; ++i)
    if (!readBlock(cursor, subject, memory))
      return std::nullopt;
  for (std::uint32_t i = 0; i < header.textCount; ++i) {
    PincerText text;
    if (!cursor.take(text) || text.length >= PINCER_TEXT_LIMIT)
      return std::nullopt;
    const auto bytes = cursor.takeBytes(text.length);
    if (!bytes)
      return std::nullopt;
    memory.texts[text.address] =
        std::string(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  }
  return memory;
}

class Reader {
public:
  Reader(const Subject &subject, const model::TestCase &test, const Memory &memory)
      : subject_(subject), memory_(memory),
        rootCount_(model::argumentCount(test) + test.supplied.size()) {
    for (const model::Step &step : test.steps)
      for (const Value &argument : step.arguments)
        number(argument);
    for (const model::Supplied &each : test.supplied)
      number(each.value);
  }

  bool hasAllObjects() const { return memory_.objects.size() == rootCount_ + numbers_.size(); }

  /// The value of the type at an offset of some bytes; `shape` is what the test put there, if it
  /// did. Sets failed() if bytes are missing.
  Value read(TypeId id, Bytes bytes, std::uint64_t offset, const Value *shape);
  bool failed() const { return failed_; }

private:
  void number(const Value &value);
  std::string readBytes(std::uint64_t size, Bytes bytes, std::uint64_t offset);
  Value readPointer(const Type &type, Bytes bytes, std::uint64_t offset, const Value *shape);
  Value readFields(const Type &type, Bytes bytes, std::uint64_t offset, const Value *shape);
  std::optional<Value> readElements(const Type &literal, Bytes bytes, std::uint64_t offset);
  Value readField(const model::Field &field, Bytes bytes, std::uint64_t offset, const Value *shape);
  Value readObject(const model::Object &shape, TypeId element, Bytes bytes);
  Value translate(const Type &type, std::uint64_t address) const;
  void clearPadding(TypeId id, std::string &bytes) const;

  const Subject &subject_;
  const Memory &memory_;
  std::size_t rootCount_;                                    // arguments and what is supplied
  std::unordered_map<const Value *, std::uint32_t> numbers_; // only looked up
  bool failed_ = false;
};

void Reader::number(const Value &value) {
  if (value.is<model::Object>())
    numbers_.emplace(&value, static_cast<std::uint32_t>(numbers_.size()));
  for (const Value &part : value.parts())
    number(part);
}

/// An x87 long double has ten bytes of value and six of chance.
void Reader::clearPadding(TypeId id, std::string &bytes) const {
  const Type *type = &subject_[id];
  while (type->kind == TypeKind::Array)
    type = &subject_[type->element];
  if (type->kind != TypeKind::Float || type->size != 16 || type->spelling != "long double")
    return;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (i % 16 >= 10)
      bytes[i] = '\0';
}

std::string Reader::readBytes(std::uint64_t size, Bytes bytes, std::uint64_t offset) {
  std::string read;
  if (offset > bytes.size() || size > bytes.size() - offset)
    failed_ = true;
  else
    read.assign(reinterpret_cast<const char *>(bytes.data()) + offset, size);
  return read;
}

Value Reader::translate(const Type &type, std::uint64_t address) const {
  if (address == 0)
    return model::Null{};
  for (std::size_t i = rootCount_; i < memory_.objects.size(); ++i) {
    const Block &object = memory_.objects[i];
    if (object.freed || address < object.address || address - object.address > object.bytes.size())
      continue;
    return model::Inside{static_cast<std::uint32_t>(i - rootCount_), address - object.address};
  }
  const auto text = memory_.texts.find(address);
  if (text != memory_.texts.end() && pointsToCharacters(subject_, type))
    return model::Text{text->second};
  return model::Other{};
}

Value Reader::readObject(const model::Object &shape, TypeId element, Bytes bytes) {
  model::Object object;
  if (shape.parts.empty()) {
    if (bytes.size() != shape.bytes.size())
      failed_ = true;
    object.bytes.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    clearPadding(element, object.bytes);
    return object;
  }
  for (std::size_t i = 0; i < shape.parts.size() && !failed_; ++i)
    object.parts.push_back(read(element, bytes, i * subject_[element].size, &shape.parts[i]));
  return object;
}

Value Reader::readPointer(const Type &type, Bytes bytes, std::uint64_t offset, const Value *shape) {
  const std::string raw = readBytes(type.size, bytes, offset);
  std::uint64_t address = 0;
  if (failed_ || raw.size() > sizeof address) {
    failed_ = true;
    return {};
  }
  std::memcpy(&address, raw.data(), raw.size());
  if (const auto *own = shape ? shape->find<model::Object>() : nullptr) {
    const Block &object = memory_.objects[rootCount_ + numbers_.at(shape)];
    if (!object.freed && object.address == address)
      return readObject(*own, type.element, object.bytes);
  }
  if (shape && shape->is<model::FromSlot>()) // where the object lies differs from run to run
    return *shape;
  // Where the callback lies is not told; a pointer that is not null is taken to be unchanged.
  if (shape && shape->is<model::Callback>() && address != 0)
    return *shape;
  return translate(type, address);
}

Value Reader::readFields(const Type &type, Bytes bytes, std::uint64_t offset, const Value *shape) {
  const auto partOf = [&](std::size_t i) {
    return shape && i < shape->parts().size() ? &shape->parts()[i] : nullptr;
  };
  if (type.kind == TypeKind::Union) {
    // It is read as the field that the test gave it.
    model::UnionPart value{shape ? shape->as<model::UnionPart>().field : 0, {}};
    if (!type.fields.empty() && !failed_)
      value.part.push_back(readField(type.fields[value.field], bytes, offset, partOf(0)));
    return value;
  }
  model::Parts value;
  for (std::size_t i = 0; i < type.fields.size() && !failed_; ++i)
    value.parts.push_back(readField(type.fields[i], bytes, offset, partOf(i)));
  const bool isRange =
      type.literal != model::Literal::None && !type.lengthPairs.empty() && !failed_;
  if (auto elements = isRange ? readElements(type, bytes, offset) : std::nullopt)
    value.parts[0] = std::move(*elements);
  return value;
}

/// What a Range or a Text holds, if thunks left it in a room.
std::optional<Value> Reader::readElements(const Type &literal, Bytes bytes, std::uint64_t offset) {
  const std::string data = readBytes(subject_[literal.fields[0].type].size, bytes, offset);
  const std::string size = readBytes(subject_[literal.fields[1].type].size, bytes,
                                     offset + literal.fields[1].offsetBits / 8);
  std::uint64_t address = 0, length = 0;
  if (failed_ || data.size() > sizeof address || size.size() > sizeof length)
    return std::nullopt;
  std::memcpy(&address, data.data(), data.size());
  std::memcpy(&length, size.data(), size.size());
  const auto room = memory_.rooms.find(address);
  const TypeId element = subject_[literal.fields[0].type].element;
  const std::uint64_t one = subject_[element].size;
  if (room == memory_.rooms.end() || one == 0 || length > room->second.size() / one)
    return std::nullopt;
  model::Object object;
  if (model::isKeptAsBytes(subject_, element)) {
    object.bytes = readBytes(room->second.size(), room->second, 0);
    clearPadding(element, object.bytes);
    return object;
  }
  for (std::uint64_t i = 0; i < length && !failed_; ++i)
    object.parts.push_back(read(element, room->second, i * one, nullptr));
  return object;
}

Value Reader::readField(const model::Field &field, Bytes bytes, std::uint64_t offset,
                        const Value *shape) {
  const Type &type = subject_[field.type];
  if (!field.bitWidth)
    return read(field.type, bytes, offset + field.offsetBits / 8, shape);
  if (offset * 8 + field.offsetBits + *field.bitWidth > bytes.size() * 8) {
    failed_ = true;
    return {};
  }
  return model::Bytes{
      loadBits(bytes.subspan(offset), field.offsetBits, *field.bitWidth, type.size, type.isSigned)};
}

Value Reader::read(TypeId id, Bytes bytes, std::uint64_t offset, const Value *shape) {
  const Type &type = subject_[id];
  if (type.kind == TypeKind::Pointer)
    return readPointer(type, bytes, offset, shape);
  if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union)
    return readFields(type, bytes, offset, shape);
  // An array without a bound has the elements that the test gave it.
  const bool isFlexible = type.kind == TypeKind::Array && type.count == 0 && shape;
  if (type.kind != TypeKind::Array || model::isKeptAsBytes(subject_, id)) {
    std::string read = readBytes(isFlexible ? shape->bytes().size() : type.size, bytes, offset);
    clearPadding(id, read);
    return model::Bytes{std::move(read)};
  }
  const std::uint64_t count = isFlexible ? shape->parts().size() : type.count;
  model::Parts value;
  for (std::uint64_t i = 0; i < count && !failed_; ++i)
    value.parts.push_back(read(type.element, bytes, offset + i * subject_[type.element].size,
                               shape && i < shape->parts().size() ? &shape->parts()[i] : nullptr));
  return value;
}

} // namespace

std::optional<model::Observation> decodeObservation(const Subject &subject,
                                                    const model::TestCase &test, Bytes written) {
  const model::Function &function = subject[test.function()];
  const std::size_t last = test.steps.size() - 1;
  const auto memory = readMemory(subject, test.steps.size() + test.observers.size(), written);
  if (!memory)
    return std::nullopt;
  Reader reader(subject, test, *memory);
  if (!reader.hasAllObjects())
    return std::nullopt;
  const auto resultOf = [&](const model::Function &callee, std::size_t index) {
    const auto &block = memory->results[index];
    return callee.result && subject[callee.result].size > 0
               ? reader.read(callee.result, block ? block->bytes : Bytes(), 0, nullptr)
               : Value();
  };
  model::Observation observation;
  std::size_t firstArgument = 0; // of the last step
  for (std::size_t i = 0; i < last; ++i) {
    const model::Function &callee = subject[test.steps[i].callable];
    const bool hasScalar = callee.result && model::isScalar(subject[callee.result]);
    observation.earlier.push_back(hasScalar ? resultOf(callee, i) : Value());
    firstArgument += test.steps[i].arguments.size();
  }
  observation.result = resultOf(function, last);
  for (std::size_t i = 0; i < test.observers.size(); ++i)
    observation.observed.push_back(resultOf(subject[test.observers[i].callable], last + 1 + i));
  for (std::size_t i = 0; i < test.arguments().size(); ++i)
    observation.arguments.push_back(reader.read(function.parameters[i].type,
                                                memory->objects[firstArgument + i].bytes, 0,
                                                &test.arguments()[i]));
  const std::size_t arguments = model::argumentCount(test);
  const std::size_t roots = arguments + test.supplied.size();
  for (std::size_t i = 0; i < test.supplied.size(); ++i)
    observation.supplied.push_back(reader.read(subject[test.supplied[i].source].type,
                                               memory->objects[arguments + i].bytes, 0,
                                               &test.supplied[i].value));
  for (const auto &[index, block] : memory->globals)
    observation.globals.emplace_back(
        model::GlobalId(index), reader.read(subject.globals[index].type, block.bytes, 0, nullptr));
  for (std::size_t i = roots; i < memory->objects.size(); ++i)
    if (memory->objects[i].freed)
      observation.freed.push_back(static_cast<std::uint32_t>(i - roots));
  if (reader.failed())
    return std::nullopt;
  return observation;
}

} // namespace execute
