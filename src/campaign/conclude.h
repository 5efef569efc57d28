#pragma once

#include "campaign/search.h"
#include "model/suite.h"

namespace campaign {

/// The fewest tests that keep what all of them show: every site (by a green test where there is
/// one), one test per function, one per distinct crash and per distinct place of undefined
/// behaviour. Sets `purpose`.
std::vector<model::KeptTest> select(std::vector<model::KeptTest> tests,
                                    const model::Subject &subject);

/// How much there is to read in a test's inputs.
std::size_t weight(const model::KeptTest &test);

/// Sets `purpose` anew: what several tests take is the purpose of the lightest, so that the others
/// can be simplified for what they alone show.
void assignPurposes(const model::Subject &subject, std::vector<model::KeptTest> &tests);

/// Verdicts, findings and function states that follow from suite.tests and suite.proved; `runsOf`
/// (by FunctionId) and suite.evidence give the reasons for what is open.
void conclude(model::Suite &suite, const std::vector<std::uint64_t> &runsOf);

} // namespace campaign
