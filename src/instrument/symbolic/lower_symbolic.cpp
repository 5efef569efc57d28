#include "instrument/symbolic/symbolic.h"

#include <fmt/format.h>

// lower_symbolic BITCODE OBJECT: the symbolic lowering at build time, for library/.
int main(int count, char **arguments) {
  if (count != 3) {
    fmt::print(stderr, "usage: lower_symbolic BITCODE OBJECT\n");
    return 2;
  }
  if (const auto lowered = instrument::lowerSymbolic(arguments[1], arguments[2]); !lowered) {
    fmt::print(stderr, "{}\n", lowered.error().message);
    return 1;
  }
}
