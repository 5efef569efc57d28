#pragma once

#include "model/subject.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace build {

/// A piece of a unit's file, and what it is there for; nothing: the source itself, or all of it.
struct UnitPart {
  std::string text;
  std::variant<std::monostate, model::FunctionId, model::PureId, model::GlobalId, model::SupplyId>
      owner = {};
};

/// The C or C++ file that is compiled in place of a unit: it includes the source and adds one thunk
/// per drivable function and one address function per global (abi/target.h), so that static
/// functions and variables are within reach, and the stubs (stubs.h) that are this unit's. A `main`
/// of the subject's is renamed to `programMain`.
std::vector<UnitPart> unitParts(const model::Subject &subject, model::UnitId unit);
std::string unitText(const model::Subject &subject, model::UnitId unit);

inline constexpr const char *programMain = "pincer_program_main";

/// Defined where a unit becomes code at once, without marked bitcode (ir/refusable.h): then its
/// text says that what tests can refuse goes through code of ours.
inline constexpr const char *isRouted = "PINCER_ROUTES_REFUSABLE";

/// The symbol of a function of the subject's.
std::string symbolOf(const model::Function &function);

/// What the thunk of a function is called.
std::string thunkName(model::FunctionId function);
/// The function that destroys what it made for a test (model::isOwner).
std::string destroyName(model::FunctionId function);

/// What stands before the definition of every thunk. What a thunk does with its arguments is our
/// business; checks of it would cost as much as those of a small function. (MemorySanitizer has to
/// see how arguments are passed.)
inline constexpr const char *unwatched = "__attribute__((no_sanitize(\"address\", \"undefined\")))";

/// How generated C passes on a value of this type. Enums travel as integers and pointers as void *,
/// since C converts both.
std::string argumentType(const model::Subject &subject, model::TypeId type);

/// The C file that ties the units' thunks into the tables of abi/target.h.
/// `slots` is the number of branches.
std::string tableText(const model::Subject &subject, std::uint32_t slots);

} // namespace build
