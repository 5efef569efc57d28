#pragma once

#include "expr/lines.h"
#include "solver/meter.h"
#include "solver/recent_pools.h"
#include "solver/slice.h"
#include "support/result.h"

#include <filesystem>
#include <memory>
#include <vector>

// Queries of one path as a text file: lines of terms (expr/lines.h), and between them
//   now 3 97           input 3 has this value in the run, from here on
//   ask 5 9 12 unsat   can these terms hold together? and what the answer was

namespace solver {

/// Writes every query that comes below slicing into a folder, one file for each path (more, if
/// it is come back to after many others): for measuring and for looking into what went wrong.
/// Without a folder it only passes them on.
class QueryLog : public Layer {
public:
  QueryLog(Layer &next, std::filesystem::path folder) : next_(next), folder_(std::move(folder)) {}
  Answer solve(Slice &slice) override;

private:
  struct Path {
    explicit Path(const expr::Pool &pool) : lines(pool) {}
    expr::LineWriter lines;
    Assignment now; // what was said of inputs
    std::filesystem::path file;
  };

  Layer &next_;
  std::filesystem::path folder_;
  unsigned files_ = 0;
  RecentPools<Path> paths_{64};
};

/// What such a file says.
struct RecordedPath {
  std::unique_ptr<expr::Pool> pool;
  std::vector<Query> queries;
  std::vector<std::string> answers; // by query
};
support::Result<RecordedPath> readQueries(const std::filesystem::path &file);

} // namespace solver
