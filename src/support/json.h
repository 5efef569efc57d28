#pragma once

// The one JSON library, under one name. Objects keep the order in which they were filled, so files
// diff well.
#include <nlohmann/json.hpp>

namespace support {
using Json = nlohmann::ordered_json;
} // namespace support
