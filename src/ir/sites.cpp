#include "ir/sites.h"

#include "support/file_system.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <tuple>

namespace ir {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longestCondition = 120;

std::string fold(std::string_view text) {
  std::string folded;
  for (const char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c)))
      folded += c;
    else if (!folded.empty() && folded.back() != ' ')
      folded += ' ';
  }
  if (!folded.empty() && folded.back() == ' ')
    folded.pop_back();
  return folded;
}

std::string cut(std::string text) {
  if (text.size() <= longestCondition)
    return text;
  std::size_t end = longestCondition - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end; // not inside a UTF-8 character
  return text.substr(0, end) + "...";
}

bool startsWithWord(std::string_view text, std::string_view word) {
  if (!text.starts_with(word))
    return false;
  const char next = text.size() > word.size() ? text[word.size()] : ' ';
  return !std::isalnum(static_cast<unsigned char>(next)) && next != '_';
}

std::string outcomeText(OutcomeKind kind, const std::string &text) {
  switch (kind) {
  case OutcomeKind::True:
    return "true";
  case OutcomeKind::False:
    return "false";
  case OutcomeKind::Case:
    return cut(startsWithWord(text, "case") ? text : "case " + text);
  case OutcomeKind::Default:
    return "default";
  }
  return {};
}

std::string spell(const model::SourceRange &range) {
  return fmt::format("{}:{}:{}-{}:{}>", range.file, range.line, range.column, range.endLine,
                     range.endColumn);
}

fs::path commonFolder(const std::set<std::string> &files) {
  fs::path common;
  for (const std::string &file : files) {
    const fs::path folder = fs::path(file).parent_path();
    if (common.empty()) {
      common = folder;
      continue;
    }
    fs::path shared;
    for (auto a = common.begin(), b = folder.begin();
         a != common.end() && b != folder.end() && *a == *b; ++a, ++b)
      shared /= *a;
    common = shared;
  }
  return common;
}

std::string place(const model::SourceRange &range, const fs::path &root) {
  const fs::path relative = fs::path(range.file).lexically_relative(root);
  return fmt::format("{}:{}:{}", relative.empty() ? range.file : relative.generic_string(),
                     range.line, range.column);
}

} // namespace

const std::vector<std::string> &SiteTable::lines(const std::string &file) {
  const auto [entry, isNew] = files_.try_emplace(file);
  if (!isNew)
    return entry->second;
  if (const auto contents = support::readFile(file)) {
    std::string line;
    for (const char c : *contents) {
      if (c == '\n')
        entry->second.push_back(std::exchange(line, {}));
      else
        line += c;
    }
    entry->second.push_back(line);
  }
  return entry->second;
}

std::string SiteTable::rawText(const model::SourceRange &range) {
  const std::vector<std::string> &file = lines(range.file);
  std::string text;
  for (std::uint32_t number = range.line; number <= range.endLine && number <= file.size();
       ++number) {
    if (number == 0)
      continue;
    const std::string &line = file[number - 1];
    const std::size_t begin = number == range.line ? range.column - 1 : 0;
    const std::size_t end = number == range.endLine ? range.endColumn - 1 : line.size();
    if (begin < line.size() && begin < end)
      text += line.substr(begin, end - begin);
    text += '\n';
  }
  return text;
}

/// Inside a macro of a system header clang names only the point where the macro is used.
std::string SiteTable::macroCall(const model::SourceRange &range) {
  model::SourceRange rest = range;
  rest.endLine = range.line + 20;
  rest.endColumn = 1;
  const std::string text = rawText(rest);
  std::size_t end = 0;
  while (end < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_'))
    ++end;
  int depth = 0;
  for (std::size_t i = text.find_first_not_of(" \t\n", end); i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth <= 0)
      return text.substr(0, text[i] == ')' ? i + 1 : end);
  }
  return text.substr(0, end);
}

std::string SiteTable::text(const model::SourceRange &range) {
  const bool empty = range.line == range.endLine && range.column == range.endColumn;
  return cut(fold(empty ? macroCall(range) : rawText(range)));
}

bool SiteTable::isLabel(const model::SourceRange &range) {
  const std::string label = text(range);
  return startsWithWord(label, "case") || startsWithWord(label, "default");
}

std::size_t SiteTable::add(const BranchRegion &region, OutcomeKind kind,
                           const std::string &function, bool emitted) {
  const std::string condition = text(region.range);
  const std::string outcome = outcomeText(kind, condition);
  std::string identity;
  for (const model::SourceRange &expansion : region.expansions)
    identity += spell(expansion);
  identity += fmt::format("{}{}>{}", spell(region.range), region.occurrence, outcome);
  const auto [found, isNew] = index_.try_emplace(identity, entries_.size());
  if (isNew)
    entries_.push_back({{.range = region.range,
                         .expansions = region.expansions,
                         .function = function,
                         .condition = condition,
                         .outcome = outcome,
                         .constant = true},
                        kind,
                        region.occurrence});
  if (emitted)
    entries_[found->second].site.constant = false;
  return found->second;
}

void SiteTable::addAbsent(const BranchRegion &region, OutcomeKind kind, const std::string &function,
                          const std::string &why) {
  const std::size_t known = entries_.size();
  const std::size_t number = add(region, kind, function, false);
  if (number < known)
    return;
  entries_[number].site.constant = false;
  entries_[number].site.absent = why;
}

std::vector<model::SiteId> SiteTable::finish(const fs::path &root,
                                             std::vector<model::Site> &sites) {
  std::set<std::string> files;
  for (const Entry &entry : entries_)
    files.insert(entry.site.shown().file);
  const fs::path base = root.empty() ? commonFolder(files) : root;

  std::vector<std::size_t> order(entries_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      const Entry &entry = entries_[i];
      return std::tie(entry.site.shown(), entry.site.expansions, entry.site.range, entry.occurrence,
                      entry.kind, entry.site.outcome);
    };
    return key(a) < key(b);
  });

  std::vector<model::SiteId> places(entries_.size());
  std::map<std::string, int> taken;
  for (const std::size_t i : order) {
    model::Site &site = entries_[i].site;
    for (const model::SourceRange &expansion : site.expansions)
      site.id += place(expansion, base) + ">";
    site.id += place(site.range, base) + ":" + site.outcome;
    if (const int count = ++taken[site.id]; count > 1)
      site.id += fmt::format("#{}", count);
    places[i] = model::SiteId(sites.size());
    sites.push_back(std::move(site));
  }
  return places;
}

} // namespace ir
