#pragma once

namespace emit {

/// pincer_files.h: `pincer::fileWith` and `pincer::contentsOf`, for tests of what takes a FILE *.
extern const char *const filesHeader;

} // namespace emit
