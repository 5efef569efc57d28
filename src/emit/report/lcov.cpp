#include "emit/report/lcov.h"

#include "emit/google_test/google_test.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

// Pincer knows which outcomes of conditions were taken, not which lines ran. So DA lines are given
// only where that is the same knowledge: for the lines of conditions, with the number of tests that
// evaluated one there. genhtml shows all other lines without a count.

namespace emit {

using model::Site;
using model::SiteId;
using model::Suite;

namespace {

/// A condition within its line: a macro puts several at one column.
using Place = std::tuple<std::uint32_t, model::SourceRange>;

struct SourceFile {
  std::map<std::uint32_t, std::map<Place, std::vector<SiteId>>> lines; // with their outcomes
  std::vector<model::FunctionId> functions;
};

Place placeOf(const Site &site) { return {site.shown().column, site.range}; }

bool counts(const model::Verdict &verdict) {
  return !std::holds_alternative<model::Infeasible>(verdict) &&
         !std::holds_alternative<model::Constant>(verdict);
}

std::map<std::string, SourceFile> filesOf(const Suite &suite) {
  std::map<std::string, SourceFile> files;
  for (std::size_t i = 0; i < suite.branches->sites.size(); ++i) {
    const Site &site = suite.branches->sites[i];
    if (counts(suite.verdicts[i]))
      files[site.shown().file].lines[site.shown().line][placeOf(site)].push_back(SiteId(i));
  }
  for (std::size_t i = 0; i < suite.subject->functions.size(); ++i)
    if (!suite.subject->functions[i].isImplicit)
      files[suite.subject->functions[i].file].functions.push_back(model::FunctionId(i));
  return files;
}

/// Numbers of tests.
struct Counts {
  std::vector<std::size_t> sites, functions;
  std::map<std::pair<std::string, std::uint32_t>, std::size_t> lines;
};

/// Adds one test.
class Counter {
public:
  explicit Counter(const Suite &suite) : suite_(suite) {
    counts.sites.resize(suite.branches->sites.size());
    counts.functions.resize(suite.subject->functions.size());
    for (std::size_t i = 0; i < suite.subject->functions.size(); ++i) {
      const model::Function &function = suite.subject->functions[i];
      functions_.try_emplace({function.file, function.name}, model::FunctionId(i));
    }
  }

  void add(const model::KeptTest &test) {
    std::set<std::pair<std::string, std::uint32_t>> lines;
    std::set<model::FunctionId> functions;
    for (const auto *steps : {&test.test.steps, &test.test.observers})
      for (const model::Step &step : *steps)
        functions.insert(step.callable);
    for (const SiteId id : test.covers) {
      const Site &site = (*suite_.branches)[id];
      ++counts.sites[id.index];
      lines.insert({site.shown().file, site.shown().line});
      const auto found = functions_.find({site.shown().file, site.function});
      if (found != functions_.end())
        functions.insert(found->second);
    }
    for (const auto &line : lines)
      ++counts.lines[line];
    for (const model::FunctionId id : functions)
      ++counts.functions[id.index];
  }

  Counts counts;

private:
  const Suite &suite_;
  std::map<std::pair<std::string, std::string>, model::FunctionId> functions_;
};

std::string functionRecords(const model::Subject &subject, const SourceFile &file,
                            const Counts &counts) {
  std::string text, hits;
  std::size_t hit = 0;
  for (const model::FunctionId id : file.functions) {
    text += fmt::format("FN:{},{}\n", subject[id].line, subject[id].name);
    hits += fmt::format("FNDA:{},{}\n", counts.functions[id.index], subject[id].name);
    hit += counts.functions[id.index] != 0;
  }
  return text + hits + fmt::format("FNF:{}\nFNH:{}\n", file.functions.size(), hit);
}

std::string branchRecords(const SourceFile &file, const Counts &counts) {
  std::string text;
  std::size_t found = 0, hit = 0;
  for (const auto &[line, conditions] : file.lines) {
    std::size_t block = 0;
    for (const auto &[place, outcomes] : conditions) {
      const bool evaluated = std::any_of(outcomes.begin(), outcomes.end(),
                                         [&](SiteId id) { return counts.sites[id.index] != 0; });
      for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const std::size_t taken = counts.sites[outcomes[i].index];
        text += fmt::format("BRDA:{},{},{},{}\n", line, block, i,
                            evaluated ? fmt::format("{}", taken) : "-");
        hit += taken != 0;
      }
      found += outcomes.size();
      ++block;
    }
  }
  return text + fmt::format("BRF:{}\nBRH:{}\n", found, hit);
}

std::string lineRecords(const std::string &path, const SourceFile &file, const Counts &counts) {
  std::string text;
  std::size_t hit = 0;
  for (const auto &[line, conditions] : file.lines) {
    const auto found = counts.lines.find({path, line});
    const std::size_t count = found == counts.lines.end() ? 0 : found->second;
    text += fmt::format("DA:{},{}\n", line, count);
    hit += count != 0;
  }
  return text + fmt::format("LF:{}\nLH:{}\n", file.lines.size(), hit);
}

} // namespace

File lcovTrace(const Suite &suite) {
  Counter counter(suite);
  for (const model::KeptTest &test : suite.tests)
    if (suite.isEmitted ? isRunByDefault(*suite.subject, test) : !test.needsUb)
      counter.add(test);
  std::string text = "TN:pincer\n";
  for (const auto &[path, file] : filesOf(suite))
    text += fmt::format(
        "SF:{}\n{}{}{}end_of_record\n", path, functionRecords(*suite.subject, file, counter.counts),
        branchRecords(file, counter.counts), lineRecords(path, file, counter.counts));
  return {"coverage.info", std::move(text)};
}

} // namespace emit
