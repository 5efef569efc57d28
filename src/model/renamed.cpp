#include "model/renamed.h"

#include <fmt/format.h>

namespace model {

bool isOurName(const std::string &name) { return name.starts_with("pincer_"); }

std::string renamingBefore(const Subject &subject) {
  std::string text;
  for (const auto &[name, renamed] : subject.facts.renamed)
    text += fmt::format("#{} {} {}\n", renamed.inText ? "define" : "pragma redefine_extname", name,
                        renamed.symbol);
  return text;
}

std::string renamingAfter(const Subject &subject) {
  std::string text;
  for (const auto &[name, renamed] : subject.facts.renamed)
    if (renamed.inText)
      text += fmt::format("#undef {}\n", name);
  return text;
}

std::string nameBehind(const Subject &subject, const std::string &name) {
  const auto found = subject.facts.renamed.find(name);
  return found != subject.facts.renamed.end() && found->second.inText ? found->second.symbol : name;
}

} // namespace model
