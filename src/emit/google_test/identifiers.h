#pragma once

#include <string>
#include <string_view>

namespace emit {

/// A keyword of C++20.
bool isKeyword(std::string_view name);

/// A macro, function or variable that the headers of a generated test bring along.
bool isTaken(std::string_view name);

/// Letters, digits and underscores, not starting with a digit.
bool isIdentifier(std::string_view name);

/// The name itself if a generated C++ file may declare it, or the name with an underscore.
std::string safeName(std::string_view name);

/// "parse_date" and "parseDate" become "ParseDate", "RED" becomes "Red"; what is neither letter nor
/// digit only separates words.
std::string camelCase(std::string_view name);

/// "parseDate" of "parse_date" and "ParseDate".
std::string camelBack(std::string_view name);

/// A name of the subject's, from the global namespace on, as the body of a test writes it.
std::string inTest(const std::string &name);

/// Every character that can't be in an identifier becomes an underscore.
std::string identifierFrom(std::string_view text);

} // namespace emit
