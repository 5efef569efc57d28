#pragma once

#include "model/subject.h"

#include <string>

namespace model {

// A source may define a `read` or a `strlen` of its own. In a program with our driver or with
// GoogleTest in it, these would call the source's. So such definitions get other symbols; what the
// sources call is still their own. A pragma does it where a header declares the name. Elsewhere gcc
// wants a macro, and so do names that generated files use themselves (`pincer_...`).

/// Whether generated code may use the name for something of its own.
bool isOurName(const std::string &name);

/// What stands before the text of each source, and what follows it.
std::string renamingBefore(const Subject &subject);
std::string renamingAfter(const Subject &subject);

/// How code behind a source names what it defines.
std::string nameBehind(const Subject &subject, const std::string &name);

} // namespace model
