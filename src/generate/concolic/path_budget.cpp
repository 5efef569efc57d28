#include "generate/concolic/path_budget.h"

#include "generate/concolic/concolic_generator.h"

namespace generate {

namespace {

/// So much is left when some were given up, so that it does not happen for each run.
constexpr double kept = 0.75;

} // namespace

void PathBudget::add(const std::shared_ptr<Path> &path) {
  paths_.push_back({path, path->bytes()});
  bytes_ += paths_.back().bytes;
  if (bytes_ > most_)
    forgetFreed();
  if (bytes_ <= most_)
    return;
  const auto enough = static_cast<std::uint64_t>(kept * static_cast<double>(most_));
  for (const bool news : {false, true})
    giveUp(news, enough);
  for (ConcolicGenerator *generator : generators_)
    generator->letGo();
}

/// Those of which no flip is left.
void PathBudget::forgetFreed() {
  std::erase_if(paths_, [&](const Held &held) {
    const bool isFreed = held.path.expired();
    bytes_ -= isFreed ? held.bytes : 0;
    return isFreed;
  });
}

/// Of runs that did something new, or of the others; the last one stays in any case.
void PathBudget::giveUp(bool news, std::uint64_t enough) {
  std::deque<Held> left;
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    const auto path = paths_[i].path.lock();
    if (bytes_ > enough && i + 1 < paths_.size() && path && path->isNews() == news) {
      path->giveUp();
      bytes_ -= paths_[i].bytes;
      ++givenUp_;
    } else {
      left.push_back(std::move(paths_[i]));
    }
  }
  paths_ = std::move(left);
}

} // namespace generate
