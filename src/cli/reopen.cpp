#include "cli/reopen.h"

#include "build/compile_commands.h"
#include "cli/command_file.h"
#include "cli/reach.h"
#include "cli/read_subject.h"

namespace cli {

std::variant<std::unique_ptr<Reopened>, int> reopen(const std::filesystem::path &path) {
  auto command = loadCommand(path);
  if (!command)
    return fail(Usage, command.error().message);
  auto folder = OutputFolder::open(path);
  if (!folder)
    return fail(Usage, folder.error().message);
  auto units = build::resolveUnits(command->sources, command->buildFolder, command->flags);
  if (!units)
    return fail(CantBuild, units.error().message);
  std::vector<std::string> known; // the user was told when the suite was made
  auto subject = readSubject(units->units, *command, known);
  if (!subject)
    return fail(CantBuild, subject.error().message);
  if (auto status = makeProgramIfNeeded(*subject, *command, known); !status)
    return fail(CantBuild, status.error().message);
  auto program = build::buildPlain(std::move(*subject), folder->work(), command->jobs,
                                   {.places = placesOf(command->targets)});
  if (!program)
    return fail(CantBuild, program.error().message);
  return std::make_unique<Reopened>(
      Reopened{std::move(*command), std::move(*folder), std::move(*program)});
}

} // namespace cli
