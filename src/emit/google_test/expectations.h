#pragma once

#include "emit/google_test/arguments.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace emit {

/// Writes the checks of one test. The things referred to must outlive it.
class Expectations {
public:
  Expectations(const Dialect &dialect, const CxxTypes &types,
               const std::vector<LocalObject> &objects, std::set<std::string> &takenNames)
      : dialect_(dialect), types_(types), objects_(objects), taken_(takenNames) {}

  /// A call of which nothing is expected.
  void statement(const std::string &call) { lines_.push_back(call + ";"); }

  /// An argument of an earlier call: nobody looked at it afterwards.
  void skip(const model::Value &argument) { skipObjects(argument); }

  /// The call and what it returns.
  void result(model::TypeId type, const model::Value &value, const std::string &call);

  /// What the objects of an argument hold after the call, where that differs from before.
  /// Arguments must come in the order of the parameters: objects are counted on the way.
  void argument(model::TypeId type, const model::Value &before, const model::Value &after);

  /// The same for what is passed by reference to a variable.
  void variable(const std::string &name, model::TypeId type, const model::Value &before,
                const model::Value &after);

  /// What was supplied, where it differs from before; in the order of the test, after the
  /// arguments.
  void supplied(const std::string &path, model::TypeId type, const model::Value &before,
                const model::Value &after) {
    change(path, type, before, after);
  }

  /// The whole value of an lvalue.
  void value(const std::string &path, model::TypeId type, const model::Value &value,
             std::optional<std::uint32_t> width = {});

  std::vector<std::string> lines() &&;

private:
  void scalar(const std::string &path, model::TypeId type, std::string_view bytes,
              std::optional<std::uint32_t> width);
  void pointer(const std::string &path, model::TypeId type, const model::Value &value);
  void classLiteral(const std::string &path, model::TypeId type, const model::Value &value);
  void range(const std::string &path, model::TypeId type, const model::Value &value);
  std::string lengthLiteral(model::TypeId type, const model::Value &value) const;
  bool canBeExpected(model::TypeId type) const;
  void tuple(const std::string &path, model::TypeId type, const model::Value &value);
  void elements(const std::string &path, model::TypeId element, std::string_view bytes);
  void characters(const std::string &path, model::TypeId element, std::string_view bytes);
  void change(const std::string &path, model::TypeId type, const model::Value &before,
              const model::Value &after, std::optional<std::uint32_t> width = {});
  void changeOfObject(model::TypeId element, const model::Value &before, const model::Value &after);
  void changedBytes(const std::string &path, model::TypeId element, std::string_view before,
                    std::string_view after);
  static std::string subscript(const std::string &path, std::uint64_t index);
  void skipObjects(const model::Value &value);
  std::size_t affordable(std::size_t elements);
  void add(std::string line);
  void addEqual(const std::string &expected, const std::string &actual);

  const Dialect &dialect_;
  const CxxTypes &types_;
  const std::vector<LocalObject> &objects_;
  std::set<std::string> &taken_;
  std::uint32_t nextObject_ = 0;
  std::vector<std::string> lines_;
  std::size_t leftOut_ = 0;
  static constexpr std::size_t mostElements = 256; // of all arrays of a test
  std::size_t elementsLeft_ = mostElements;
};

} // namespace emit
