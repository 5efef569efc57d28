#pragma once

#include "model/inputs.h"
#include "model/subject.h"
#include "model/test_case.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace model {

/// Gives the objects behind pointers as many elements as the lengths beside them say, where that is
/// at most `most`; what is added is as simple as can be. (The opposite of repairLengths.)
void growToLengths(const Subject &subject, TestCase &test, std::uint64_t most);

/// Adds a NUL to every text that lost its own, up to `most` characters; longer ones lose their
/// last.
void terminateTexts(const Subject &subject, TestCase &test, std::uint64_t most);

/// Whether an input is an element of an object that a pointer owns, so that there could be more.
bool isElement(const Input &input);
/// Puts other bytes in the place of `size`, from such an element on. Lengths that said how many
/// elements there were say how many there are.
void replaceElements(const Subject &subject, TestCase &test, const Input &input, std::size_t size,
                     std::string_view bytes);
/// Puts copies of an element of an object that a pointer owns behind it. Lengths that said how many
/// there were say how many there are. False: the input is no such element, or none that can be told
/// from its neighbours (the NUL of a text).
bool repeatElement(const Subject &subject, TestCase &test, const Input &input, std::size_t copies);
/// Removes elements, from this one on.
bool removeElements(const Subject &subject, TestCase &test, const Input &input, std::size_t count);

} // namespace model
