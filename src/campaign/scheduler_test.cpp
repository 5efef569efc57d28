#include "campaign/scheduler.h"

#include <functional>
#include <gtest/gtest.h>
#include <memory>

namespace campaign {
namespace {

class FakeEngine : public Engine {
public:
  explicit FakeEngine(const char *name) : name_(name) {}
  const char *name() const override { return name_; }
  double promise() const override { return 1; }
  bool hasWork() const override { return left > 0; }
  support::Status work(Ticks) override { return support::Done{}; }

  std::uint64_t left = 1'000'000;

private:
  const char *name_;
};

/// Gives out slices until the engines had so many ticks; `gain` says what each slice brings.
void spend(Scheduler &scheduler, Ticks ticks,
           const std::function<std::uint64_t(Engine &, Ticks)> &gain) {
  while (ticks > 0) {
    const Scheduler::Slice slice = scheduler.next();
    if (!slice.engine)
      return;
    const Ticks used = std::min(slice.ticks, ticks);
    scheduler.note(slice, used, gain(*slice.engine, used));
    ticks -= used;
  }
}

TEST(Scheduler, WhoGainsNothingIsPaidAlike) {
  FakeEngine a("a"), b("b"), c("c");
  Scheduler scheduler;
  for (Engine *engine : {&a, &b, &c})
    scheduler.add(*engine);
  spend(scheduler, 3'000'000, [](Engine &, Ticks) { return 0; });
  for (const auto &[name, account] : scheduler.accounts())
    EXPECT_NEAR(1'000'000, static_cast<double>(account.ticks), 50'000) << name;
}

TEST(Scheduler, WhoGainsIsPaidMoreUntilItDriesUp) {
  FakeEngine lucky("lucky"), other("other");
  Scheduler scheduler;
  scheduler.add(lucky);
  scheduler.add(other);
  const auto gain = [&](Engine &engine, Ticks) { return &engine == &lucky ? 4u : 0u; };
  spend(scheduler, 1'000'000, gain);
  EXPECT_GT(scheduler.accounts()["lucky"].ticks, 3 * scheduler.accounts()["other"].ticks);
  const Ticks before = scheduler.accounts()["lucky"].ticks;
  spend(scheduler, 3'000'000, [](Engine &, Ticks) { return 0; });
  const auto accounts = scheduler.accounts();
  EXPECT_NEAR(static_cast<double>(accounts.at("lucky").ticks - before),
              static_cast<double>(accounts.at("other").ticks), 100'000);
}

/// A slow trickle of gains is worth less than what nobody has tried.
TEST(Scheduler, WhoGainsOnAndOnIsPaidAlmostAllAndOthersAreTried) {
  FakeEngine steady("steady"), other("other"), late("late");
  Scheduler scheduler;
  scheduler.add(steady);
  scheduler.add(other);
  const auto gain = [&](Engine &engine, Ticks) { return &engine == &steady ? 1u : 0u; };
  spend(scheduler, 2'000'000, gain);
  EXPECT_GT(scheduler.accounts()["steady"].ticks, 1'900'000u);
  EXPECT_GT(scheduler.accounts()["other"].ticks, 1'000u);
  scheduler.add(late);
  EXPECT_EQ(&late, scheduler.next().engine);
}

TEST(Scheduler, WhoHasNoWorkIsAskedAgainAndNobodyIsLeftOut) {
  FakeEngine a("a"), b("b");
  Scheduler scheduler;
  scheduler.add(a);
  scheduler.add(b);
  b.left = 0;
  spend(scheduler, 100'000, [](Engine &, Ticks) { return 0; });
  EXPECT_EQ(0u, scheduler.accounts()["b"].ticks);
  b.left = 1;
  spend(scheduler, 2'000'000, [](Engine &, Ticks) { return 0; });
  EXPECT_GT(scheduler.accounts()["b"].ticks, 0u);
  a.left = b.left = 0;
  EXPECT_EQ(nullptr, scheduler.next().engine);
  a.left = 1;
  EXPECT_EQ(&a, scheduler.next().engine);
}

} // namespace
} // namespace campaign
