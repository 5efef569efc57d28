#include "solver/query_file.h"

#include "support/file_system.h"

#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace solver {

namespace {

const char *nameOf(const Answer &answer) {
  if (std::holds_alternative<Sat>(answer))
    return "sat";
  return std::holds_alternative<Unsat>(answer) ? "unsat" : "unknown";
}

} // namespace

Answer QueryLog::solve(Slice &slice) {
  if (folder_.empty())
    return next_.solve(slice);
  Path &path = paths_[slice.pool];
  std::string text = path.lines.lines(slice.conditions);
  for (std::size_t i = 0; i < slice.start.size(); ++i) {
    const auto [known, isNew] = path.now.emplace(slice.tape.inputs()[i].number, slice.start[i]);
    if (isNew || known->second != slice.start[i])
      text += fmt::format("now {} {}\n", known->first, slice.start[i]);
    known->second = slice.start[i];
  }
  text += "ask";
  for (const expr::TermId condition : slice.conditions)
    text += fmt::format(" {}", path.lines.numberOf(condition));
  Answer answer = next_.solve(slice);
  text += fmt::format(" {}\n", nameOf(answer));
  if (path.file.empty())
    path.file = folder_ / fmt::format("path-{:06}.txt", ++files_);
  std::ofstream(path.file, std::ios::app) << text;
  return answer;
}

support::Result<RecordedPath> readQueries(const std::filesystem::path &file) {
  const auto text = support::readFile(file);
  if (!text)
    return text.error();
  RecordedPath path{std::make_unique<expr::Pool>(), {}, {}};
  expr::LineReader reader(*path.pool);
  std::vector<std::uint64_t> now;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    const auto wrong = [&](const std::string &why) {
      return support::Error{fmt::format("{}: {}", file.string(), why)};
    };
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "now") {
      std::uint32_t input = 0;
      std::uint64_t value = 0;
      if (!(words >> input >> value) || input > 10'000'000)
        return wrong("no value of an input: " + line);
      now.resize(std::max<std::size_t>(now.size(), input + 1));
      now[input] = value;
    } else if (first == "ask") {
      Query query{*path.pool, {}, now};
      std::string word;
      while (words >> word && std::isdigit(static_cast<unsigned char>(word[0]))) {
        const expr::TermId condition = reader.term(std::stoull(word));
        if (!condition || (*path.pool)[condition].width != 1)
          return wrong("no condition: " + line);
        query.conditions.push_back(condition);
      }
      path.queries.push_back(std::move(query));
      path.answers.push_back(word);
    } else if (const support::Status status = reader.read(line); !status) {
      return wrong(status.error().message);
    }
  }
  return path;
}

} // namespace solver
