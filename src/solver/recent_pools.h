#pragma once

#include "expr/pool.h"

#include <list>

namespace solver {

/// Something remembered about each of the pools used last: a search goes back and forth between
/// runs. T is made from a pool.
template <class T> class RecentPools {
public:
  explicit RecentPools(std::size_t most = 8) : most_(most) {}

  /// What is known of this pool; made if there is nothing yet.
  T &operator[](const expr::Pool &pool) {
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry)
      if (entry->serial == pool.serial()) {
        entries_.splice(entries_.begin(), entries_, entry);
        return entries_.front().value;
      }
    if (entries_.size() == most_)
      entries_.pop_back();
    entries_.emplace_front(pool);
    return entries_.front().value;
  }

private:
  struct Entry {
    explicit Entry(const expr::Pool &pool) : serial(pool.serial()), value(pool) {}
    std::uint64_t serial;
    T value;
  };
  std::size_t most_;
  std::list<Entry> entries_; // the latest first
};

} // namespace solver
