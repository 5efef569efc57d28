#include "campaign/error_goals.h"

#include <string>

namespace campaign {

using model::Check;

/// What goes wrong in a library's headers is sought where the subject's own code makes it so: by
/// the memory that is touched.
ErrorGoals::ErrorGoals(const model::Subject &subject, const std::vector<Check> *checks,
                       Errors errors)
    : errors_(errors) {
  if (errors == Errors::None || !checks)
    return;
  std::set<std::string> files;
  for (const model::Unit &unit : subject.units)
    if (!unit.isOurs)
      files.insert(unit.path);
  for (const model::Function &function : subject.functions)
    files.insert(function.file);
  for (const Check &check : *checks)
    wanted_.push_back(files.contains(check.file) && (!check.isArithmetic || errors == Errors::All));
}

bool ErrorGoals::isWanted(const generate::Step &error, bool isCallers) const {
  if (made_.contains(error))
    return false;
  if (error.kind == trace::Event::Kind::Check)
    return error.place < wanted_.size() && wanted_[error.place];
  return errors_ == Errors::All || (errors_ == Errors::Default && !isCallers);
}

} // namespace campaign
