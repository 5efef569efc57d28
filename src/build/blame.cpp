#include "build/blame.h"

#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <sstream>

namespace build {
namespace {

/// Which part of a file holds a line.
class Lines {
public:
  explicit Lines(const std::vector<UnitPart> &parts) : parts_(parts) {
    std::size_t end = 1; // lines count from 1
    for (const UnitPart &part : parts)
      ends_.push_back(end += static_cast<std::size_t>(std::ranges::count(part.text, '\n')));
  }

  /// None if nobody is to blame for that part.
  std::optional<std::size_t> partAt(std::size_t line) const {
    const auto part =
        static_cast<std::size_t>(std::ranges::upper_bound(ends_, line) - ends_.begin());
    return part == parts_.size() || parts_[part].owner.index() == 0 ? std::nullopt
                                                                    : std::optional(part);
  }

private:
  const std::vector<UnitPart> &parts_;
  std::vector<std::size_t> ends_;
};

template <class... Cases> struct Match : Cases... {
  using Cases::operator()...;
};

} // namespace

std::vector<Guilty> guiltyParts(const std::vector<UnitPart> &parts,
                                const std::filesystem::path &file, const std::string &errors) {
  // An error inside a template or header is followed by a note on the line that wanted it.
  static const std::regex place(R"(^(.+?):(\d+):\d+: (?:fatal )?(error|note|warning): (.*)$)");
  const Lines partLines(parts);
  std::vector<Guilty> guilty;
  std::set<std::size_t> known;
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
    const auto part = partLines.partAt(std::stoul(match[2]));
    if (!part)
      continue;
    isBlamed = true;
    if (known.insert(*part).second)
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
