/* C++'s standard streams, between programs that share a process. They are not made by including
 * <iostream> here: a subject without them is to run without them. */
#include "driver/driver.h"

#include <istream>
#include <ostream>

namespace std {
extern istream cin;
extern ostream cout, cerr, clog;
} // namespace std

/* The first word of an object that was made is its table of virtual functions. */
static bool isMade(const void *stream) { return *static_cast<void *const *>(stream) != nullptr; }

/* State, format and exceptions of a stream that nobody used. */
static void resetFormat(std::ios &stream) {
  stream.exceptions(std::ios_base::goodbit);
  stream.clear();
  std::ios fresh(nullptr);
  std::ostream *const tied = stream.tie();
  stream.copyfmt(fresh);
  stream.tie(tied);
}

void pincerResetStreams() {
  if (!isMade(&std::cin))
    return;
  for (std::ios *stream :
       std::initializer_list<std::ios *>{&std::cin, &std::cout, &std::cerr, &std::clog})
    resetFormat(*stream);
  std::cerr.setf(std::ios_base::unitbuf);
  std::cout.flush();
  std::cin.rdbuf()->pubseekpos(0, std::ios_base::in); /* with what was read ahead forgotten */
}
