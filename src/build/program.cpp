#include "build/program.h"

#include "build/thunks.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

// The thunk stands behind the user's source, which may have defined anything as a macro: so it is
// written in few words, as all thunks are (thunks.cpp), and repeats the types of abi/streams.h.

namespace build {

using namespace model;
using Kind = ProgramInput::Kind;

namespace {

constexpr const char *declarations =
    R"(#ifdef __cplusplus
extern "C" {
#endif
struct pincer_texts {
  char **pincer_values;
  __UINT64_TYPE__ pincer_length;
};
struct pincer_program {
  const char *pincer_name;
  struct pincer_texts *pincer_arguments;
  char **pincer_argv;
};
extern struct pincer_program pincer_program_parts __asm__("pincer_program");
struct pincer_variable {
  const char *pincer_name;
  char **pincer_value;
  const char *pincer_text;
  char *pincer_copy;
  __UINT64_TYPE__ pincer_size;
};
extern struct pincer_variable pincer_variable_parts[] __asm__("pincer_variables");
extern const __UINT32_TYPE__ pincer_variable_count;
extern char **pincer_environ __asm__("environ");
void pincer_exit_with(int) __asm__("exit");
)";

std::string addressOf(std::size_t supply) { return fmt::format("pincer_variable_{}", supply); }

} // namespace

std::string programThunk(const Subject &subject) {
  const std::size_t index = subject.program->main.index;
  constexpr const char *arguments[] = {
      "", "pincer_argc", "pincer_argc, pincer_program_parts.pincer_argv",
      "pincer_argc, pincer_program_parts.pincer_argv, pincer_environ"};
  const char *passed =
      arguments[std::min<std::size_t>(subject.program->parameterCount, std::size(arguments) - 1)];
  const std::string count =
      subject.program->parameterCount == 0
          ? ""
          : "  int pincer_argc = 1;\n"
            "  if (pincer_program_parts.pincer_arguments)\n"
            "    pincer_argc = (int)(1u + (unsigned)pincer_program_parts.pincer_arguments->"
            "pincer_length);\n";
  return declarations +
         fmt::format(
             "void pincer_thunk_{0}(void *const *pincer_arguments, void *pincer_result);\n"
             "void pincer_thunk_{0}(void *const *pincer_arguments, void *pincer_result) {{\n"
             "  (void)pincer_arguments;\n"
             "  (void)pincer_result;\n"
             "  for (__UINT32_TYPE__ pincer_i = 0; pincer_i < pincer_variable_count; "
             "++pincer_i)\n"
             "    if (pincer_variable_parts[pincer_i].pincer_copy)\n"
             "      __builtin_memcpy(pincer_variable_parts[pincer_i].pincer_copy,\n"
             "                       pincer_variable_parts[pincer_i].pincer_text,\n"
             "                       pincer_variable_parts[pincer_i].pincer_size);\n"
             "{3}  pincer_exit_with({1}({2}));\n"
             "}}\n"
             "#ifdef __cplusplus\n}}\n#endif\n",
             index, programMain, passed, count);
}

std::string programTable(const Subject &subject) {
  std::string streams, variables, arguments = "0";
  std::size_t streamCount = 0, variableCount = 0;
  for (std::size_t i = 0; i < subject.supplies.size(); ++i) {
    const auto &input = subject.supplies[i].input;
    if (!input)
      continue;
    switch (input->kind) {
    case Kind::StandardInput:
    case Kind::File: {
      const std::string name = input->kind == Kind::File ? fmt::format("\"{}\"", input->name) : "0";
      streams += fmt::format("  {{{}, (PincerBytes *){}, 0, 0}},\n", name, addressOf(i));
      ++streamCount;
      break;
    }
    case Kind::EnvironmentVariable:
      variables += fmt::format("  {{\"{}\", (char **){}, 0, 0, 0}},\n", input->name, addressOf(i));
      ++variableCount;
      break;
    case Kind::Arguments:
      arguments = "(PincerTexts *)" + addressOf(i);
      break;
    }
  }
  const std::string name = subject.program ? fmt::format("\"{}\"", subject.program->name) : "0";
  return fmt::format("PincerStream pincer_streams[] = {{\n{}  {{0, 0, 0, 0}}}};\n"
                     "const uint32_t pincer_stream_count = {};\n"
                     "PincerVariable pincer_variables[] = {{\n{}  {{0, 0, 0, 0, 0}}}};\n"
                     "const uint32_t pincer_variable_count = {};\n"
                     "PincerProgram pincer_program = {{{}, {}, 0}};\n",
                     streams, streamCount, variables, variableCount, name, arguments);
}

} // namespace build
