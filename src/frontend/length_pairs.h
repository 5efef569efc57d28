#pragma once

#include "model/subject.h"

#include <span>
#include <string>
#include <vector>

namespace frontend {

/// A parameter, a field or a variable, as far as its role can be guessed from it.
struct Named {
  std::string name;
  model::TypeId type;
  bool writtenAsArray = false; // `int a[]`: surely not a single object
};

/// Which parameters are lengths of which others, by names and neighbourhood. Sorted by pointer;
/// each pointer at most once.
std::vector<model::LengthPair> parameterPairs(const model::Subject &subject,
                                              std::span<const Named> parameters);

/// The same for the fields of a struct, where a pointer may have a count and a capacity.
std::vector<model::LengthPair> fieldPairs(const model::Subject &subject,
                                          std::span<const model::Field> fields);

} // namespace frontend
