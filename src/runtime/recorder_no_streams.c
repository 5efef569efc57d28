/* For targets whose tables have no streams. A file of its own: where a constant is defined, the
 * compiler takes it for what it is there, weak or not. */
#include "abi/streams.h"

__attribute__((weak)) PincerStream pincer_streams[1];
__attribute__((weak)) const uint32_t pincer_stream_count = 0;
__attribute__((weak)) PincerVariable pincer_variables[1];
__attribute__((weak)) const uint32_t pincer_variable_count = 0;
