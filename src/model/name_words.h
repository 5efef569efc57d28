#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace model {

using Words = std::vector<std::string>;

/// "numItems2" and "num_items_2" become {num, items, 2}.
Words wordsOf(std::string_view name);

} // namespace model
