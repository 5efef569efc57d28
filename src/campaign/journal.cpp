#include "campaign/journal.h"

#include "model/json.h"
#include "support/file_system.h"
#include "support/hash.h"

#include <algorithm>
#include <fmt/format.h>

namespace campaign {

namespace fs = std::filesystem;
using support::Json;

namespace {

std::vector<model::TestCase> loadFrom(const fs::path &folder, const model::Subject &subject,
                                      std::size_t &stale) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto &entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".json")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<model::TestCase> tests;
  stale = 0;
  for (const fs::path &file : files) {
    const auto text = support::readFile(file);
    const Json json = text ? Json::parse(*text, nullptr, false) : Json();
    auto test = model::testFromJson(subject, json);
    if (test)
      tests.push_back(std::move(*test));
    else
      ++stale;
  }
  return tests;
}

support::Status saveIn(const fs::path &folder, const model::Subject &subject, const std::string &id,
                       const model::TestCase &test) {
  Json json = {{"tool", "pincer"}, {"id", id}};
  json.update(model::toJson(subject, test));
  return support::writeFile(folder / (id + ".json"), json.dump(1) + "\n");
}

} // namespace

Journal::Journal(fs::path outputFolder)
    : inputs_(outputFolder / "inputs"), unjudged_(outputFolder / ".pincer" / "unjudged"),
      state_(outputFolder / ".pincer" / "unfinished") {}

std::vector<model::TestCase> Journal::load(const model::Subject &subject,
                                           std::size_t &stale) const {
  return loadFrom(inputs_, subject, stale);
}

std::vector<model::TestCase> Journal::loadUnjudged(const model::Subject &subject) const {
  std::size_t stale = 0;
  return loadFrom(unjudged_, subject, stale);
}

support::Status Journal::save(const model::Subject &subject, const std::string &id,
                              const model::TestCase &test) const {
  return saveIn(inputs_, subject, id, test);
}

support::Status Journal::saveUnjudged(const model::Subject &subject, const std::string &id,
                                      const model::TestCase &test) const {
  return saveIn(unjudged_, subject, id, test);
}

bool Journal::lastRunFinished() const { return !fs::exists(state_); }

support::Status Journal::markStarted() const { return support::writeFile(state_, "\n"); }

support::Status Journal::markFinished() const {
  std::error_code error;
  fs::remove_all(unjudged_, error);
  fs::remove(state_, error);
  if (error)
    return support::Error{fmt::format("{}: {}", state_.string(), error.message())};
  return support::Done{};
}

std::string testId(const model::Subject &subject, const model::TestCase &test) {
  Json json = model::toJson(subject, test);
  json["file"] = fs::path(subject[test.function()].file).filename().string();
  return fmt::format("{}-{}", subject[test.function()].name, support::shortHash(json.dump()));
}

} // namespace campaign
