#include "build/supplies.h"

#include "model/supplies.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace build {

using model::Subject;
using model::Supply;

std::set<std::string> symbolsOf(const std::vector<Supply> &supplies) {
  std::set<std::string> symbols;
  for (const Supply &supply : supplies)
    symbols.insert(supply.name);
  return symbols;
}

std::string probeText(const std::set<std::string> &symbols) {
  std::string declarations, uses;
  std::size_t count = 0;
  for (const std::string &symbol : symbols) {
    declarations += fmt::format("extern char pincer_probe_{}[] __asm__(\"{}\");\n", count, symbol);
    uses += fmt::format("  pincer_probe_{},\n", count++);
  }
  return fmt::format("{}__attribute__((used)) void *const pincer_probes[] = {{\n{}}};\n"
                     "int main(void) {{ return 0; }}\n",
                     declarations, uses);
}

std::string placeholderText(const std::set<std::string> &symbols) {
  std::string text;
  std::size_t count = 0;
  for (const std::string &symbol : symbols) {
    text += fmt::format("extern char pincer_placeholder_{0}[] __asm__(\"{1}\");\n"
                        "char pincer_placeholder_{0}[16];\n",
                        count, symbol);
    ++count;
  }
  return text;
}

namespace {

std::string whyRefused(const Subject &subject, const Supply &supply) {
  if (supply.kind == Supply::Kind::Variable)
    return model::canBeSupplied(subject, supply.type)
               ? ""
               : fmt::format("nothing can have the type '{}'", subject[supply.type].spelling);
  return model::canBeStub(subject, supply.function)
             ? ""
             : fmt::format("no stub can have the type '{}'", subject[supply.function].spelling);
}

} // namespace

Refused keepSupplies(Subject &subject, const std::set<std::string> &undefined) {
  Refused refused;
  std::vector<Supply> kept;
  std::map<std::size_t, std::size_t> places; // of those kept: before, now
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const Supply &supply = subject.supplies[i];
    if (!undefined.contains(supply.name))
      continue;
    if (const std::string why = whyRefused(subject, supply); !why.empty()) {
      refused.emplace(supply.name, why);
      continue;
    }
    places[i] = kept.size();
    kept.push_back(supply);
    if (supply.kind == Supply::Kind::Function)
      model::describeCalls(subject, kept.back(), supply.name);
  }
  subject.supplies = std::move(kept);
  std::vector<model::LengthPair> pairs;
  for (const model::LengthPair &pair : subject.supplyPairs)
    if (places.contains(pair.pointer) && places.contains(pair.length))
      pairs.push_back({static_cast<std::uint32_t>(places[pair.pointer]),
                       static_cast<std::uint32_t>(places[pair.length])});
  subject.supplyPairs = std::move(pairs);
  model::addCallbacks(subject);
  return refused;
}

std::vector<std::string> notesOn(const Subject &subject) {
  std::vector<std::string> names, notes;
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const Supply &supply = subject.supplies[i];
    if (!model::isAskedFor(subject, model::SupplyId(i)))
      continue;
    if (supply.kind != Supply::Kind::Callback && !supply.input)
      names.push_back(supply.name);
    if (supply.hasInventedBound)
      notes.push_back(
          fmt::format("{}: its length is not known; tests give it 16 elements", supply.name));
  }
  if (!names.empty())
    notes.insert(notes.begin(), fmt::format("supplied by the tests, since nothing defines them: {}",
                                            fmt::join(names, ", ")));
  return notes;
}

} // namespace build
