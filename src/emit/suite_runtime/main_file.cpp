#include "emit/suite_runtime/main_file.h"

#include "emit/suite_runtime/refusals.h"

#include "emit/google_test/undefined_file.h"
#include "emit/suite_runtime/call_endings.h"
#include "emit/suite_runtime/child_processes.h"
#include "emit/suite_runtime/test_fence.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string>

// Variables at file scope are reset by a function that the exports of their source define. Static
// variables inside functions have no name outside; but the program's own symbol table lists them,
// among the local symbols of the file they come from. So pincer_main.cpp reads that table, for
// subjects that have such variables. In a stripped program it finds nothing, and tests that depend
// on them pass only one to a process, which is how CTest runs them.

namespace emit {

using model::Subject;
using model::UnitId;

namespace {

constexpr const char *staticLocals = R"(
struct SavedVariable {
  char *address;
  std::vector<char> bytes;
};

// AddressSanitizer counts the zone behind a variable to its size and lets nobody in there; by the
// byte, here, it does.
__attribute__((no_sanitize("address"))) void copyBytes(volatile char *to, const volatile char *from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    to[i] = from[i];
}

bool endsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Where the program was loaded, and what of it the loader fills with addresses and then makes
// read-only.
struct Program {
  ElfW(Addr) base = 0, fixedFrom = 0, fixedTo = 0;
};

Program loaded() {
  Program program;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *to) {
        auto *program = static_cast<Program *>(to);
        program->base = info->dlpi_addr;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
            program->fixedFrom = program->base + info->dlpi_phdr[i].p_vaddr;
            program->fixedTo = program->fixedFrom + info->dlpi_phdr[i].p_memsz;
          }
        return 1; // the first one is the program
      },
      &program);
  return program;
}

// Static variables inside the subject's functions have no name that could be used here, but the
// program's symbol table lists them after the name of the file they come from. What the first call
// makes (another variable, the guard, says whether it did) is not among them: it stays as it is, or
// is only changed by tests that have a process of their own. Nor are large tables.
// Every death test starts the program again, so nothing here is done byte by byte.
std::vector<SavedVariable> staticVariables() {
  std::ifstream program("/proc/self/exe", std::ios::binary | std::ios::ate);
  std::string image(static_cast<std::size_t>(program.tellg()), '\0');
  program.seekg(0).read(&image[0], static_cast<std::streamsize>(image.size()));
  const auto *header = reinterpret_cast<const ElfW(Ehdr) *>(image.data());
  const auto *sections = reinterpret_cast<const ElfW(Shdr) *>(image.data() + header->e_shoff);
  const Program place = loaded();
  std::vector<SavedVariable> variables;
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const auto *symbol = reinterpret_cast<const ElfW(Sym) *>(image.data() + sections[i].sh_offset);
    const auto *end = symbol + sections[i].sh_size / sizeof(ElfW(Sym));
    const char *names = image.data() + sections[sections[i].sh_link].sh_offset;
    std::set<std::string> madeLater;
    for (const auto *each = symbol; each != end; ++each) {
      const char *name = names + each->st_name;
      if (std::strncmp(name, "_ZGV", 4) == 0)
        madeLater.insert({name, std::string("_Z") + (name + 4)});
    }
    bool isOfSubject = false;
    for (; symbol != end; ++symbol) {
      const int type = ELF64_ST_TYPE(symbol->st_info);
      if (type != STT_FILE && !(isOfSubject && type == STT_OBJECT))
        continue;
      const std::string name = names + symbol->st_name;
      if (type == STT_FILE)
        isOfSubject = endsWith(name, "_exports.c") || endsWith(name, "_exports.cpp");
      else if (symbol->st_shndx < header->e_shnum &&
               (sections[symbol->st_shndx].sh_flags & SHF_WRITE) != 0 &&
               name.compare(0, 2, "__") != 0 && name.find("pincer_") == std::string::npos &&
               madeLater.count(name) == 0 && symbol->st_size <= (16u << 20) &&
               ELF64_ST_BIND(symbol->st_info) == STB_LOCAL) {
        const ElfW(Addr) at = place.base + symbol->st_value;
        char *address = reinterpret_cast<char *>(at);
        if (at < place.fixedFrom || at >= place.fixedTo)
          variables.push_back({address, std::vector<char>(symbol->st_size)});
      }
    }
  }
  for (SavedVariable &variable : variables)
    copyBytes(variable.bytes.data(), variable.address, variable.bytes.size());
  return variables;
}
)";

constexpr const char *judge = R"(
void judgeChild(int status) {
  if (status == -1 || !WIFEXITED(status))
    fail("the test's process did not end by itself");
  else if (WEXITSTATUS(status) != 0)
    fail("see above for what failed in the test's process");
}

} // namespace
)";

constexpr const char *ownProcess = R"(
// Runs a test in a child. What fails is printed there.
extern "C" void pincer_in_own_process(void (*test)()) {
  const auto body = [](const void *given) {
    try {
      (*static_cast<void (*const *)()>(given))();
    } catch (...) {
      fail("an exception was thrown");
    }
  };
  const int status = pincer_in_child(body, &test);
  judgeChild(status);
}
)";

} // namespace

File mainFile(const Dialect &dialect, const Subject &subject, const ExportNames &names,
              const Layout &layout, const ProcessNeeds &needs) {
  const bool hasLocals =
      std::any_of(subject.functions.begin(), subject.functions.end(),
                  [](const auto &function) { return function.facts.hasStaticLocals; });
  std::string declarations, calls;
  for (std::size_t i = 0; i < subject.units.size(); ++i)
    if (names.hasWritableGlobals(UnitId(i))) {
      declarations += fmt::format("extern \"C\" void {}(void);\n", names.reset(UnitId(i)));
      calls += fmt::format("  {}();\n", names.reset(UnitId(i)));
    }
  if (hasSupplies(subject)) {
    declarations += "extern \"C\" void pincer_undefined_reset();\n";
    calls += "  pincer_undefined_reset();\n";
  }
  if (hasLocals)
    calls += R"(  static const std::vector<SavedVariable> variables = staticVariables();
  for (const SavedVariable &variable : variables)
    copyBytes(variable.address, variable.bytes.data(), variable.bytes.size());
)";
  std::string text = markerLine("//", layout) + dialect.mainInclude;
  std::set<std::string> headers;
  if (hasLocals)
    headers.insert({"cstddef", "cstring", "fstream", "link.h", "set", "string", "vector"});
  if (needs.endings)
    headers.insert({"cerrno", "csignal", "cstdio", "cstdlib", "cstring", "sys/mman.h",
                    "sys/syscall.h", "sys/wait.h", "unistd.h"});
  if (needs.fences)
    headers.insert({"cstddef", "cstdint", "fcntl.h", "filesystem", "linux/audit.h",
                    "linux/filter.h", "linux/seccomp.h", "sched.h", "semaphore.h", "string",
                    "sys/ioctl.h", "sys/prctl.h", "sys/stat.h", "system_error", "thread",
                    "vector"});
  for (const std::string &header : headers)
    text += fmt::format("#include <{}>\n", header);
  text += headers.empty() ? "" : "\n";
  if (needs.refusals)
    text += refusalsText().substr(1) + "\n";
  if (!calls.empty())
    text += declarations + (declarations.empty() ? "" : "\n") + "namespace {\n" +
            (hasLocals ? staticLocals : "") + R"(
// The first call saves the variables of the subject, later ones restore them.
void resetVariables() {
)" + calls + R"(}

// Tests share a process: each begins with the variables as the program has them at its start.)" +
            dialect.beforeEach + "\n} // namespace\n";
  if (needs.endings)
    text +=
        fmt::format("\nnamespace {{\n\n{}\n}} // namespace\n", dialect.hasFailed) + childProcesses;
  if (needs.ownProcesses || needs.fences)
    text += std::string("\nnamespace {\n\n") + dialect.fail +
            (needs.fences ? dialect.skipHere : "") + judge;
  text += needs.ownProcesses ? ownProcess : "";
  text += needs.fences ? testFence : "";
  text += needs.calls ? callEndings : "";
  text += calls.empty() && !needs.endings ? "" : "\n";
  text += std::string("int main(int argc, char **argv) {\n") + dialect.mainStart;
  if (needs.endings)
    text += "  if (__gcov_dump || __gcov_exit || __llvm_profile_write_file)\n"
            "    std::signal(SIGABRT, keepCountsAndAbort);\n";
  if (!calls.empty())
    text += std::string("  resetVariables();\n") + dialect.mainBeforeEach;
  text += std::string(dialect.mainEnd) + "}\n";
  return {"tests/pincer_main.cpp", std::move(text)};
}

} // namespace emit
