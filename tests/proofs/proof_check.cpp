// proof_check DIR...: what the printer of obligations says of branches that `pincer test -o DIR`
// judged. No branch that a test covers may be called infeasible; then it ends with 1. What it says
// of open ones is counted, by reason.
#include "ir/mark.h"
#include "proof/prove.h"
#include "support/file_system.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds mostTime(25); // for one folder; what is left then is counted so

struct Count {
  std::map<std::string, unsigned> covered, open; // by what was said
  unsigned wrong = 0, unknown = 0;
  double seconds = 0;
};

/// Marks the units of a run again, as it did, to learn which branch is which.
support::Result<ir::MarkedProgram> markAgain(const fs::path &work, const fs::path &to) {
  std::vector<ir::BitcodeUnit> units;
  for (unsigned i = 0; fs::exists(work / fmt::format("unit{}.bc", i)); ++i)
    units.push_back(
        {work / fmt::format("unit{}.bc", i), model::UnitId(i), to / fmt::format("{}.bc", i)});
  ir::MarkOptions options;
  options.isUserFile = [&](const std::string &file) {
    return file.find("/.pincer/") == std::string::npos;
  };
  return ir::mark(units, options);
}

/// Without names and numbers, so that equal reasons are counted together.
std::string reasonOf(std::string why) {
  if (const auto colon = why.find(": "); colon != std::string::npos)
    why = why.substr(colon + 2);
  return why.substr(0, why.find('\n'));
}

void note(const fs::path &folder, const nlohmann::json &branch, const proof::SiteProof &proof,
          Count &count) {
  const auto *unproved = std::get_if<proof::Unproved>(&proof);
  const bool isCovered = branch["verdict"] == "covered";
  ++(isCovered ? count.covered : count.open)[unproved ? reasonOf(unproved->why) : "infeasible"];
  if (unproved)
    return;
  count.wrong += isCovered;
  std::printf("%s %s: %s in %s: '%s'\n", folder.c_str(), isCovered ? "WRONG" : "infeasible",
              branch["id"].get<std::string>().c_str(),
              branch["function"].get<std::string>().c_str(),
              branch["condition"].get<std::string>().c_str());
}

void check(const fs::path &folder, Count &count) {
  std::ifstream file(folder / "report.json");
  const nlohmann::json report = nlohmann::json::parse(file, nullptr, false);
  if (report.is_discarded())
    return;
  const fs::path scratch = fs::temp_directory_path() / fmt::format("proof_check-{}", getpid());
  fs::create_directories(scratch);
  const auto program = markAgain(folder / ".pincer", scratch);
  if (!program) {
    std::printf("%s: %s\n", folder.c_str(), program.error().message.c_str());
    return;
  }
  std::map<std::string, model::SiteId> sites;
  for (std::size_t i = 0; i < program->branches.sites.size(); ++i)
    sites[program->branches.sites[i].id] = model::SiteId(i);
  const auto start = std::chrono::steady_clock::now();
  const auto prover = proof::Prover::make(program->branches, [&](model::UnitId unit) {
    return scratch / fmt::format("{}.bc", unit.index);
  });
  for (const auto &branch : report["branches"]) {
    const auto found = sites.find(branch["id"].get<std::string>());
    if (branch["verdict"] == "constant")
      continue;
    if (found == sites.end()) {
      ++count.unknown;
      continue;
    }
    note(folder, branch,
         prover->prove(
             found->second,
             {.limits = {.work = 3'000'000, .time = std::chrono::seconds(4)},
              .scratch = scratch,
              .stop = [&] { return std::chrono::steady_clock::now() - start > mostTime; }}),
         count);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  count.seconds += took.count();
  fs::remove_all(scratch);
}

} // namespace

int main(int argc, char **argv) {
  Count count;
  for (int i = 1; i < argc; ++i)
    check(argv[i], count);
  for (const auto &[kind, reasons] :
       {std::pair("covered", count.covered), std::pair("open", count.open)})
    for (const auto &[reason, times] : reasons)
      std::printf("%-8s %6u  %s\n", kind, times, reason.c_str());
  std::printf("%u not found again, %.1f s in all, %u wrong\n", count.unknown, count.seconds,
              count.wrong);
  return count.wrong ? 1 : 0;
}
