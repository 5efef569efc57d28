#pragma once

#include "model/subject.h"
#include "model/test_case.h"

#include <cstdint>
#include <vector>

namespace model {

/// What is known of an object without looking at its contents.
struct ObjectInfo {
  TypeId element;         // what the pointer that owns it points to
  std::uint64_t size = 0; // bytes
};

/// The objects of a test by number.
class ObjectTable {
public:
  /// Enters an object and returns its number.
  std::uint32_t add(ObjectInfo info) {
    objects_.push_back(info);
    return static_cast<std::uint32_t>(objects_.size() - 1);
  }
  const ObjectInfo *find(std::uint32_t number) const {
    return number < objects_.size() ? &objects_[number] : nullptr;
  }
  std::size_t size() const { return objects_.size(); }
  void clear() { objects_.clear(); }

private:
  std::vector<ObjectInfo> objects_;
};

/// The objects of a test, in the order in which `Inside::object` numbers them: pre-order.
ObjectTable objectsOf(const Subject &subject, const TestCase &test);

// Adding or removing an object shifts the numbers of those behind it. So a change of shape is put
// between the two functions below. In between every object carries its number as a label
// (`Object::label`, the number plus one), pointers into objects refer to labels, and
// new objects may join the table to be referred to.

/// Labels the objects; `table` becomes the table of labels.
void labelObjects(const Subject &subject, TestCase &test, ObjectTable &table);
/// Gives the objects new numbers and takes the labels off. A pointer into an object that is gone,
/// or to a place that no longer fits its type, becomes null.
void numberObjects(const Subject &subject, TestCase &test);

/// Prepares an argument for a place in another, labelled test: its objects, and pointers among
/// them, become labels from `base` on. `first` is the number of its first object in its own test.
void labelForeign(Value &value, std::uint32_t first, std::uint32_t base);
/// Objects in a value.
std::uint32_t countObjects(const Value &value);

/// True if a pointer of this type may refer to the place `offset` bytes into the object: something
/// of the type it points to lies there. A pointer to void may refer to any byte; one to characters
/// only to objects of characters, which end in a NUL.
bool canPointInto(const Subject &subject, TypeId pointer, const ObjectInfo &object,
                  std::uint64_t offset);
/// Offsets in an object to which a pointer of this type may refer, at most `most`.
std::vector<std::uint64_t> placesInside(const Subject &subject, TypeId pointer,
                                        const ObjectInfo &object, std::size_t most);

/// True if every pointer into an object refers to an object of the test and to a place that fits.
bool insidesFit(const Subject &subject, const TestCase &test);

} // namespace model
