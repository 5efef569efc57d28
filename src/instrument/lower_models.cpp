// lower_models BITCODE OBJECT: makes the symbolic lowering of models once, when Pincer is built.

#include "instrument/symbolic.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fputs("usage: lower_models BITCODE OBJECT\n", stderr);
    return 2;
  }
  const auto lowered = instrument::lowerSymbolic(argv[1], argv[2], {});
  if (!lowered)
    std::fprintf(stderr, "%s\n", lowered.error().message.c_str());
  return lowered ? 0 : 1;
}
