#pragma once

#include "execute/executor.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// The subject of zoo.c, written by hand as frontend/ would make it, and values for its tests.
namespace zoo {

struct Types {
  model::TypeId nothing, integer, character, longLong, floating, longDouble, text, integerPointer,
      pair, node, nodePointer, bits, buffer, names, namesPointer, row, rows;
};

model::Subject makeSubject(Types &types);
model::FunctionId find(const model::Subject &subject, const std::string &name);

model::Value scalar(std::int32_t number);
model::Value floating(double number);
model::Value bytes(std::string memory);
model::Value parts(std::vector<model::Value> values);
model::Value null();
model::Value object(std::string memory);
model::Value object(std::vector<model::Value> elements);
model::Value string(const std::string &text); // with its NUL
model::Value inside(std::uint32_t object, std::uint64_t offset);
model::Value textElsewhere(std::string text);
model::Value elsewhere();
std::string ints(const std::vector<std::int32_t> &numbers);

/// The target, built beside the tests: "plain", "sanitized", or "wide" (a large coverage map).
std::filesystem::path program(const std::string &variant);

} // namespace zoo
