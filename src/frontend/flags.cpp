#include "frontend/flags.h"

#include "frontend/invocation.h"

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Driver/Options.h>
#include <clang/Driver/Types.h>
#include <clang/Frontend/Utils.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Path.h>

namespace frontend {
namespace {

/// True if clang's driver and compiler accept the flags for some file of this language.
bool isAccepted(std::span<const std::string> flags, Language language) {
  std::vector<std::string> words(flags.begin(), flags.end());
  words.emplace_back(language == Language::Cxx ? "-xc++" : "-xc");
  words.emplace_back("input");
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics(new clang::DiagnosticsEngine(
      new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer));
  const auto invocation = makeInvocation(words, diagnostics, llvm::vfs::createPhysicalFileSystem());
  // Processors are checked only when the target is made.
  return invocation && !diagnostics->hasErrorOccurred() &&
         clang::TargetInfo::CreateTargetInfo(
             *diagnostics, std::make_shared<clang::TargetOptions>(invocation->getTargetOpts())) !=
             nullptr;
}

std::vector<const char *> pointers(std::span<const std::string> words) {
  std::vector<const char *> result;
  for (const std::string &word : words)
    result.push_back(word.c_str());
  return result;
}

} // namespace

std::unique_ptr<clang::CompilerInvocation>
makeInvocation(std::span<const std::string> words,
               llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  // The driver finds its resource folder (stddef.h...) and gcc's folders relative to this name.
  std::vector<const char *> arguments{PINCER_CLANG};
  for (const char *word : pointers(words))
    arguments.push_back(word);
  clang::CreateInvocationOptions options;
  options.Diags = std::move(diagnostics);
  options.VFS = std::move(files);
  return clang::createInvocation(arguments, options);
}

std::vector<Option> splitOptions(std::span<const std::string> words) {
  const llvm::opt::OptTable &table = clang::driver::getDriverOptTable();
  const std::vector<const char *> arguments = pointers(words);
  const llvm::opt::InputArgList list(arguments.data(), arguments.data() + arguments.size());
  std::vector<Option> options;
  for (unsigned next = 0; next < words.size();) {
    const unsigned first = next;
    const auto argument =
        table.ParseOneArg(list, next, llvm::opt::Visibility(clang::driver::options::ClangOption));
    Option option;
    // A last option whose value is missing gives no argument, and counts beyond the end.
    next = std::min<unsigned>(std::max(next, first + 1), words.size());
    option.words.assign(words.begin() + first, words.begin() + next);
    if (!argument || argument->getOption().getID() == clang::driver::options::OPT_UNKNOWN)
      option.kind = Option::Kind::Unknown;
    else if (argument->getOption().getID() == clang::driver::options::OPT_INPUT ||
             argument->getOption().getID() == clang::driver::options::OPT__DASH_DASH)
      option.kind = Option::Kind::Input;
    options.push_back(std::move(option));
  }
  return options;
}

bool isHeader(const std::string &file) {
  static constexpr std::array<std::string_view, 6> endings = {".h",   ".hpp", ".hh",
                                                              ".hxx", ".h++", ".H"};
  return std::ranges::find(endings, std::string_view(llvm::sys::path::extension(file))) !=
         endings.end();
}

Language languageOf(std::span<const Option> options, const std::string &source) {
  std::string said;
  for (const Option &option : options)
    if (option.words.front().starts_with("-x"))
      said = option.words.size() > 1 ? option.words[1] : option.words.front().substr(2);
  if (!said.empty())
    return said.starts_with("c++") ? Language::Cxx : Language::C;
  const auto type =
      clang::driver::types::lookupTypeForExtension(llvm::sys::path::extension(source).drop_front());
  return clang::driver::types::isCXX(type) ? Language::Cxx : Language::C;
}

std::vector<std::size_t> rejectedOptions(std::span<const Option> options, Language language) {
  std::vector<std::string> all;
  for (const Option &option : options)
    all.insert(all.end(), option.words.begin(), option.words.end());
  std::vector<std::size_t> rejected;
  if (isAccepted(all, language))
    return rejected;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i].kind != Option::Kind::Input && !isAccepted(options[i].words, language))
      rejected.push_back(i);
  return rejected;
}

} // namespace frontend
