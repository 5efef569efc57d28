#include "build/blame.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <sstream>

namespace build {
namespace {

/// The part that holds this line of their file; lines count from 1.
std::optional<std::size_t> partAt(const std::vector<UnitPart> &parts, std::size_t line) {
  std::size_t end = 1;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    end += static_cast<std::size_t>(std::ranges::count(parts[i].text, '\n'));
    if (line < end)
      return parts[i].owner.index() == 0 ? std::nullopt : std::optional(i);
  }
  return std::nullopt;
}

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

} // namespace

std::vector<Guilty> guiltyParts(const std::vector<UnitPart> &parts,
                                const std::filesystem::path &file, const std::string &errors) {
  // An error inside a template or header is followed by a note on the line that wanted it.
  static const std::regex place(R"(^(.+?):(\d+):\d+: (?:fatal )?(error|note|warning): (.*)$)");
  std::vector<Guilty> guilty;
  std::string message;
  bool isBlamed = true;
  std::istringstream lines(errors);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, place) || match[3] == "warning")
      continue;
    if (match[3] == "error") {
      if (!isBlamed)
        return {};
      message = match[4];
      isBlamed = false;
    }
    if (isBlamed || match[1].str() != file.string())
      continue;
    const auto part = partAt(parts, std::stoul(match[2]));
    if (!part)
      continue;
    isBlamed = true;
    if (std::ranges::none_of(guilty, [&](const Guilty &known) { return known.part == *part; }))
      guilty.push_back({*part, message});
  }
  return isBlamed ? guilty : std::vector<Guilty>();
}

void leaveOut(model::Subject &subject, const UnitPart &part, const std::string &message) {
  std::visit(Match{[](std::monostate) {},
                   [&](model::FunctionId id) {
                     subject.functions[id.index].undrivable =
                         fmt::format("a call of it does not compile: {}", message);
                   },
                   [&](model::PureId id) {
                     subject.pures[id.index].refused =
                         fmt::format("a call of it does not compile: {}", message);
                   },
                   [&](model::GlobalId id) { // nobody looks at a constant
                     subject.globals[id.index].isHidden = true;
                     subject.globals[id.index].isConst = true;
                   },
                   [&](model::SupplyId id) { subject.supplies[id.index].isHidden = true; }},
             part.owner);
}

} // namespace build
