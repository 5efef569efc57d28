#include "generate/concolic/length_guesses.h"

#include "model/growth.h"
#include "model/inputs.h"

#include <algorithm>

namespace generate {

namespace {

/// Shorter variants of one run, and longer ones.
constexpr std::size_t mostOfEitherLength = 16;
constexpr std::size_t mostCopies = 3;
/// Elements that a run looked at last and that are repeated.
constexpr std::size_t mostAtEnd = 3;
/// So many inputs are few: each one less counts.
constexpr std::size_t fewInputs = 16;

} // namespace

/// Of many inputs, an eighth must be gone to make a difference.
bool LengthGuesses::isFewest(const Step &step, std::size_t inputs) {
  const auto [known, isFirst] = taken_.emplace(step, inputs);
  const bool isFewer = inputs < fewInputs ? inputs < known->second : inputs < known->second / 8 * 7;
  if (isFewer)
    known->second = inputs;
  return isFirst || isFewer;
}

bool LengthGuesses::isCloser(const Path &path, const std::vector<std::uint32_t> &distances) {
  bool isCloser = false;
  for (std::size_t i = 0; i < path.length(); ++i)
    if (isMarked(path.step(i).kind))
      isCloser |= isFewest(path.step(i), path.inputs().size());
  for (const auto &[branch, distance] : path.missed()) {
    const auto [known, isFirst] = closest_.emplace(branch, distance);
    const bool isWanted = branch.index < distances.size() && distances[branch.index] == 0;
    isCloser |= isWanted && distance < known->second;
    known->second = std::min(known->second, distance);
  }
  return isCloser;
}

void LengthGuesses::add(const Path &path, const std::vector<std::uint32_t> &distances) {
  if (isCloser(path, distances)) {
    const std::vector<std::uint32_t> elements = path.elements();
    addShorter(path, elements);
    addLonger(path, elements, mostCopies);
  } else if (path.isNews()) {
    addLonger(path, path.lastElements(mostAtEnd), 1);
  }
}

/// How many tests that made: one or none.
template <class Change>
std::size_t LengthGuesses::addChanged(const Path &path, std::uint32_t number,
                                      const Change &change) {
  model::TestCase test = path.test();
  const auto inputs = model::inputsOf(subject_, test, path.inputs().size());
  if (!change(test, inputs[number]))
    return 0;
  tests_.push_back(std::move(test));
  return 1;
}

/// Large parts first.
void LengthGuesses::addShorter(const Path &path, const std::vector<std::uint32_t> &elements) {
  std::size_t made = 0;
  for (std::size_t part = elements.size() / 2; part > 0; part /= 2)
    for (std::size_t i = 0; i < elements.size() && made < mostOfEitherLength; i += part)
      made += addChanged(path, elements[i], [&](model::TestCase &test, const model::Input &input) {
        return model::removeElements(subject_, test, input, part);
      });
}

void LengthGuesses::addLonger(const Path &path, const std::vector<std::uint32_t> &elements,
                              std::size_t mostCopies) {
  std::size_t made = 0;
  for (std::size_t copies = 1; copies <= mostCopies; ++copies)
    for (std::size_t i = 0; i < elements.size() && made < mostOfEitherLength; ++i)
      made += addChanged(path, elements[i], [&](model::TestCase &test, const model::Input &input) {
        return model::repeatElement(subject_, test, input, copies);
      });
}

model::TestCase LengthGuesses::next() {
  model::TestCase test = std::move(tests_.front());
  tests_.pop_front();
  return test;
}

} // namespace generate
