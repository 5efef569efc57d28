#include "campaign/pure_oracle.h"

#include "expr/floating.h"
#include "expr/packed_words.h"
#include "expr/predicate.h"

#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace campaign {

using expr::TermId;
using expr::Words;
using model::PureFunction;
using model::PureNumber;

namespace {

constexpr std::size_t mostKnown = 1 << 20;
constexpr std::uint64_t mostCompared = 8; // recorded values of each function
constexpr std::uint64_t mostHangs = 3;    // each costs all the time that a test may take
constexpr const char *hang = "does not return in time";

std::string numberText(const PureNumber &number, std::uint64_t bits) {
  if (number.isFloat)
    return fmt::format("{}", number.width == 32
                                 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                 : std::bit_cast<double>(bits));
  return number.isSigned ? fmt::format("{}", expr::signedValue(bits, number.width))
                         : fmt::format("{}", bits);
}

} // namespace

PureOracle::PureOracle(const model::Subject &subject, execute::Executor &target)
    : subject_(subject), target_(target), states_(subject.pures.size()) {}

bool PureOracle::isCallable(unsigned function) const {
  return function < subject_.pures.size() && !subject_.pures[function].refused &&
         !impure_.contains(function) && states_[function].hangs < mostHangs;
}

std::string PureOracle::nameOf(unsigned function) const {
  return function < subject_.pures.size() ? subject_.pures[function].name
                                          : fmt::format("function{}", function);
}

std::vector<unsigned> PureOracle::widthsOf(unsigned function) const {
  std::vector<unsigned> widths;
  if (function < subject_.pures.size())
    for (const PureNumber &parameter : subject_.pures[function].parameters)
      widths.push_back(parameter.width);
  return widths;
}

/// A number that stands for the words; none: it stands for others already.
std::optional<std::uint64_t> PureOracle::pack(const Words &words) {
  if (packed_.size() >= mostKnown)
    packed_.clear(); // whoever asks for a call packs its words first
  const std::uint64_t number = expr::packed(words);
  return packed_.emplace(number, words).first->second == words ? std::optional(number)
                                                               : std::nullopt;
}

/// None: words were packed that nobody has seen.
std::vector<std::uint64_t> PureOracle::argumentsIn(unsigned function, const Words &words) const {
  const std::vector<unsigned> widths = widthsOf(function);
  const auto places = expr::placesInWords(widths);
  if (!places)
    return {};
  std::vector<std::uint64_t> all(words.begin(), words.end());
  if (expr::arePacked(*places)) {
    all.clear();
    for (std::size_t i = 0; all.size() <= places->back().word; ++i) {
      const auto found = packed_.find(words[i]);
      if (found == packed_.end())
        return {};
      all.insert(all.end(), found->second.begin(), found->second.end());
    }
  }
  std::vector<std::uint64_t> arguments;
  for (std::size_t i = 0; i < widths.size(); ++i)
    arguments.push_back(all[(*places)[i].word] >> (*places)[i].shift & expr::maskOf(widths[i]));
  return arguments;
}

/// All NaNs are one.
std::uint64_t PureOracle::plainValue(unsigned function, std::uint64_t bits) const {
  const PureNumber &result = subject_.pures[function].result;
  bits &= expr::maskOf(result.width);
  return result.isFloat && expr::isNan(bits, result.width) ? expr::nanOf(result.width) : bits;
}

std::string PureOracle::textOf(unsigned function, const Words &words) const {
  const PureFunction &pure = subject_.pures[function];
  const std::vector<std::uint64_t> arguments = argumentsIn(function, words);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    texts.push_back(numberText(pure.parameters[i], arguments[i]));
  return fmt::format("{}({})", pure.name, fmt::join(texts, ", "));
}

void PureOracle::remember(const Key &key, std::optional<std::uint64_t> value) {
  if (known_.size() >= mostKnown)
    known_.clear(); // to ask once more is no harm
  known_[key] = value;
}

void PureOracle::distrust(const Query &query, std::uint64_t one, std::uint64_t other) {
  if (!impure_.insert(query.function).second)
    return;
  const PureNumber &result = subject_.pures[query.function].result;
  states_[query.function].difference =
      fmt::format("{} gave {} and {}", textOf(query.function, query.words), numberText(result, one),
                  numberText(result, other));
}

void PureOracle::note(const Query &query, const execute::PureResult &result) {
  const Key key{query.function, query.words};
  State &state = states_[query.function];
  ++calls_;
  if (!result.failure.empty()) {
    ++failed_;
    ++state.failures[result.failure];
    state.hangs += result.failure == hang ? 1 : 0;
    remember(key, std::nullopt);
    return;
  }
  const std::uint64_t first = plainValue(query.function, result.first);
  const std::uint64_t second = plainValue(query.function, result.second);
  if (first != second)
    distrust(query, first, second);
  remember(key, first == second ? std::optional(first) : std::nullopt);
}

/// A function that does not return is left out after a few times, so what is asked is looked at
/// again after each of them.
void PureOracle::ask(std::vector<Query> queries) {
  while (!queries.empty()) {
    std::vector<execute::PureCall> calls;
    for (const Query &query : queries)
      calls.push_back({model::PureId(query.function), argumentsIn(query.function, query.words)});
    const auto results = target_.call(calls);
    const std::size_t made = results ? results->size() : queries.size();
    for (std::size_t i = 0; i < made; ++i)
      note(queries[i],
           results ? (*results)[i] : execute::PureResult{.failure = "can't be called any more"});
    queries.erase(queries.begin(), queries.begin() + static_cast<std::ptrdiff_t>(made));
    std::erase_if(queries, [this](const Query &query) { return !isCallable(query.function); });
  }
}

void PureOracle::prepare(std::span<const Query> queries) {
  std::set<Key> asked;
  std::vector<Query> unknown;
  for (const Query &query : queries) {
    const Key key{query.function, query.words};
    if (isCallable(query.function) && !known_.contains(key) &&
        !argumentsIn(query.function, query.words).empty() && asked.insert(key).second)
      unknown.push_back(query);
  }
  if (!unknown.empty())
    ask(std::move(unknown));
}

std::optional<std::uint64_t> PureOracle::call(unsigned function, const Words &words) {
  if (function == expr::packFunction)
    return pack(words);
  const Key key{function, words};
  auto found = known_.find(key);
  if (found == known_.end() && isCallable(function) && !argumentsIn(function, words).empty()) {
    ask({{function, words}});
    found = known_.find(key);
  }
  return found == known_.end() ? std::nullopt : found->second;
}

void PureOracle::learn(std::span<const trace::RecordedCall> calls) {
  for (const trace::RecordedCall &call : calls)
    if (call.function == expr::packFunction)
      pack(call.words);
  std::vector<Query> doubtful;
  for (const trace::RecordedCall &call : calls)
    if (call.function < states_.size() && isCallable(call.function) &&
        states_[call.function].compared < mostCompared &&
        !known_.contains({call.function, call.words})) {
      ++states_[call.function].compared;
      doubtful.push_back({call.function, call.words});
    }
  prepare(doubtful);
  for (const trace::RecordedCall &call : calls) {
    if (call.function >= states_.size() || call.width != subject_.pures[call.function].result.width)
      continue;
    const std::uint64_t value = plainValue(call.function, call.value);
    const auto before = known_.find({call.function, call.words});
    if (before != known_.end() && before->second && *before->second != value)
      distrust({call.function, call.words}, value, *before->second);
    remember({call.function, call.words}, value);
  }
}

std::vector<TermId> PureOracle::partitions(expr::Pool &pool, unsigned function,
                                           std::span<const TermId> words) {
  if (function >= subject_.pures.size() || subject_.pures[function].partitions.empty())
    return {};
  const PureFunction &pure = subject_.pures[function];
  const auto places = expr::placesInWords(widthsOf(function));
  std::vector<expr::NamedNumber> names;
  if (!places || (!places->empty() && places->back().word >= words.size()))
    return {};
  for (std::size_t i = 0; i < pure.parameters.size(); ++i) {
    const PureNumber &parameter = pure.parameters[i];
    TermId term = words[(*places)[i].word];
    if (parameter.width < 64)
      term = pool.make(expr::Operation::Extract, parameter.width, term, {}, {}, (*places)[i].shift);
    names.push_back({parameter.name, term, parameter.isSigned, parameter.isFloat});
  }
  auto conditions = expr::readConditions(pool, pure.partitions, names);
  if (conditions)
    return std::move(*conditions);
  states_[function].unreadable = conditions.error().message;
  return {};
}

void PureOracle::report(std::map<std::string, double> &statistics) const {
  if (calls_ > 0)
    statistics["pure functions: calls"] = static_cast<double>(calls_);
  if (failed_ > 0)
    statistics["pure functions: calls that failed"] = static_cast<double>(failed_);
  if (!impure_.empty())
    statistics["pure functions: impure"] = static_cast<double>(impure_.size());
}

std::vector<std::string> PureOracle::notes() const {
  std::vector<std::string> notes;
  for (unsigned i = 0; i < states_.size(); ++i) {
    const State &state = states_[i];
    const std::string &name = subject_.pures[i].name;
    if (!state.difference.empty())
      notes.push_back(fmt::format("'{}' is not pure: {}; its results are taken as mere numbers",
                                  name, state.difference));
    for (const auto &[what, count] : state.failures)
      notes.push_back(
          fmt::format("'{}', called with arguments that the solver chose, {} ({} of its "
                      "calls)",
                      name, what, count));
    if (state.hangs >= mostHangs)
      notes.push_back(fmt::format("'{}' is no longer called: it did not return too often", name));
    if (!state.unreadable.empty())
      notes.push_back(fmt::format("PINCER_PARTITION of '{}': {}", name, state.unreadable));
  }
  return notes;
}

} // namespace campaign
