#pragma once

#include "model/branch.h"
#include "model/branch_graph.h"
#include "model/check.h"
#include "model/goal_place.h"
#include "model/subject.h"
#include "model/test_case.h"
#include "support/cache.h"
#include "support/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace build {

/// Where a run keeps what it builds. Every path is a method, so that no name is put together
/// elsewhere.
class WorkFolder {
public:
  explicit WorkFolder(std::filesystem::path root) : root_(std::move(root)) {}

  const std::filesystem::path &root() const { return root_; }
  std::filesystem::path unit(model::UnitId id, const char *extension) const;
  std::filesystem::path unitSource(const model::Subject &subject, model::UnitId id) const;
  std::filesystem::path table(const char *extension) const;
  std::filesystem::path supplies(const char *extension) const;
  std::filesystem::path probe(const char *extension) const;
  /// What runs in this folder made before.
  support::Cache cache() const { return support::Cache(root_ / "cache"); }
  std::filesystem::path plainTarget() const { return root_ / "plain"; }
  std::filesystem::path movedTarget() const { return root_ / "moved"; }
  std::filesystem::path sanitizedTarget() const { return root_ / "sanitized"; }
  std::filesystem::path memoryTarget() const { return root_ / "memory"; }
  std::filesystem::path symbolicTarget() const { return root_ / "symbolic"; }
  std::filesystem::path checkedTarget() const { return root_ / "checked"; }
  std::filesystem::path inspectTarget() const { return root_ / "inspect"; }

private:
  std::filesystem::path root_;
};

/// The subject, numbered and built. Functions that can't run (because nobody defines what they
/// call) have become undrivable.
struct Program {
  model::Subject subject;
  model::BranchMap branches;
  model::BranchGraph graph;
  std::vector<model::Check> checks;
  std::optional<model::SiteId> goal; // a call of that function; none: no unit defines it
  std::vector<model::MarkedPlace> places;
  std::filesystem::path plain;
  std::vector<std::string> notes; // for the user: what was left out, and why

  /// Whether a run of this test may take these branches and no others.
  bool connects(const model::TestCase &test, const std::vector<model::BranchId> &taken) const;
  /// By branch: whether a function that is called may lead to it.
  std::vector<bool> reachable() const;
};

/// With this flag, a unit's locals that nobody initialises are zeros, in the user's build too.
inline constexpr const char *zeroLocalsFlag = "-ftrivial-auto-var-init=zero";

/// Whether the subject is compiled with -m32.
bool is32Bit(const model::Subject &subject);

/// What counts as a site beside the outcomes of conditions.
struct Wanted {
  std::string function = {}; // calls of it
  std::vector<model::GoalPlace> places = {};
};

/// Compiles, numbers, marks, lowers and links the plain target.
support::Result<Program> buildPlain(model::Subject subject, const WorkFolder &work, unsigned jobs,
                                    const Wanted &wanted = {});

/// Links the plain target once more, with the subject's variables and functions at other addresses
/// and in another order.
support::Result<std::filesystem::path> linkMoved(const Program &program, const WorkFolder &work);

/// Compiles the same units with AddressSanitizer and UndefinedBehaviorSanitizer into a target with
/// the same tables. Needs the program's unit files, so call it after buildPlain.
support::Result<std::filesystem::path> buildSanitized(const Program &program,
                                                      const WorkFolder &work, unsigned jobs);

/// The same with MemorySanitizer, which tells reads of memory that nothing was stored in.
support::Result<std::filesystem::path> buildMemory(const Program &program, const WorkFolder &work,
                                                   unsigned jobs);

/// Lowers the same marked bitcode, and our library functions, into a target that records
/// terms.
support::Result<std::filesystem::path> buildSymbolic(const Program &program, const WorkFolder &work,
                                                     unsigned jobs);

/// The same, recording also where an operation is about to go wrong.
support::Result<std::filesystem::path> buildChecked(const Program &program, const WorkFolder &work,
                                                    unsigned jobs);

/// The same without optimisation and with frame records (abi/frames.h): a target that can stop at
/// an event and say what every variable is.
support::Result<std::filesystem::path> buildInspect(const Program &program, const WorkFolder &work,
                                                    unsigned jobs);

/// What is read for static views of the program: the marked bitcode of its units, and of our
/// library functions.
std::vector<std::filesystem::path> markedBitcode(const Program &program, const WorkFolder &work);
std::filesystem::path libraryBitcode();

/// The folder with the driver, the runtime and abi/ headers: ../lib/pincer from the program, built
/// or installed.
std::filesystem::path supportFolder();

} // namespace build
