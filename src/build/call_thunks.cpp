#include "build/call_thunks.h"

#include "build/target.h"
#include "build/thunks.h"
#include "model/contracts.h"
#include "model/sequences.h"

#include <algorithm>
#include <fmt/format.h>

// A test knows objects as pointers and the library's classes as plain structs (model/subject.h).
// What the callee wants instead is known to the compiler alone, so the text says little more than
// the callee's own type: pincer_literals.h does the rest.

namespace build {

using namespace model;

namespace {

class CallThunk {
public:
  CallThunk(const Subject &subject, FunctionId id)
      : subject_(subject), function_(subject[id]), id_(id),
        hasObject_(function_.form == CallForm::Method || function_.form == CallForm::ReadField ||
                   writesField(function_)) {}

  std::string text() {
    if (function_.form == CallForm::Contract)
      return contractText();
    const std::string call = callText(); // makes the locals, too
    return fmt::format(
        "extern \"C\" {} void {}(void *const *pincer_arguments, void *pincer_result) "
        "{{\n"
        "  (void)pincer_arguments;\n"
        "  (void)pincer_result;\n"
        "{}{}  {}{};\n"
        "{}}}\n{}",
        unwatched, thunkName(id_), signature(), locals_, function_.preparation, withResult(call),
        givenBack_, destroyText());
  }

private:
  std::string classBehind(TypeId pointer) const {
    return subject_[subject_[pointer].element].qualified;
  }

  std::string signature() const {
    return function_.form == CallForm::Upcast
               ? ""
               : fmt::format("  typedef pincer_signature<{}> pincer_call;\n", function_.overload);
  }

  std::string object() const {
    const Parameter &object = function_.parameters[0];
    if (object.pass == Pass::Plain || object.pass == Pass::Reference) {
      const std::string &name = subject_[object.type].qualified;
      return fmt::format("(*({}{} *)pincer_arguments[0])", function_.isConst ? "const " : "", name);
    }
    const std::string text =
        fmt::format("(**({} **)pincer_arguments[0])", classBehind(object.type));
    return function_.isConst || object.pass == Pass::Moved
               ? fmt::format("static_cast<{}{} {}>{}", function_.isConst ? "const " : "",
                             classBehind(object.type), object.pass == Pass::Moved ? "&&" : "&",
                             text)
               : text;
  }

  std::string argument(std::size_t i) {
    const Parameter &parameter = function_.parameters[i];
    const std::string type = fmt::format("pincer_call::parameter<{}>", next_++);
    const std::string value = fmt::format("pincer_value<{}>", type);
    const std::string local = fmt::format("pincer_{}", i);
    switch (parameter.pass) {
    case Pass::Object:
      return fmt::format("static_cast<pincer_seen<{}>::pincer_type>(**({} **)pincer_arguments[{}])",
                         type, value, i);
    case Pass::Moved:
      return fmt::format("static_cast<{0} &&>(**({0} **)pincer_arguments[{1}])", value, i);
    case Pass::Ends:
      ++next_;
      locals_ += fmt::format("  pincer_local<{}> {}(pincer_arguments[{}]);\n", parameter.cxxType,
                             local, i);
      givenBack_ += fmt::format("  pincer_give_back({}, pincer_arguments[{}]);\n", local, i);
      return fmt::format("{0}.pincer_it.begin(), {0}.pincer_it.end()", local);
    case Pass::Given:
      locals_ += fmt::format("  {0} {1}(*({0}::element_type **)pincer_arguments[{2}]);\n", value,
                             local, i);
      return fmt::format("static_cast<{} &&>({})", type, local);
    default:
      break;
    }
    if (subject_[parameter.type].literal == Literal::None)
      return fmt::format("static_cast<{} &&>(*({} *)pincer_arguments[{}])", type, value, i);
    locals_ += fmt::format("  pincer_local<{}> {}(pincer_arguments[{}]);\n", value, local, i);
    if (parameter.pass == Pass::Reference && canBeSeen(subject_[parameter.type].literal))
      givenBack_ += fmt::format("  pincer_give_back({}, pincer_arguments[{}]);\n", local, i);
    return fmt::format("static_cast<{} &&>({}.pincer_it)", type, local);
  }

  /// A broken one is a failed check.
  std::string contractText() const {
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < function_.parameters.size(); ++i)
      objects.push_back(fmt::format("static_cast<const {0} &>(**({0} **)pincer_arguments[{1}])",
                                    classBehind(function_.parameters[i].type), i));
    return fmt::format(
        "extern \"C\" void pincer_check_failed(const char *, const char *, const char *, int);\n"
        "extern \"C\" {} void {}(void *const *pincer_arguments, void *pincer_result) {{\n"
        "  if (!({}))\n"
        "    pincer_check_failed(\"{}\", {:?}, {:?}, {});\n"
        "  *(bool *)pincer_result = true;\n"
        "}}\n",
        unwatched, thunkName(id_),
        model::claim(function_, subject_[function_.owner].qualified, objects),
        model::brokenContract, function_.name + " is false", function_.file, function_.line);
  }

  std::string callText() {
    std::string arguments;
    for (std::size_t i = hasObject_ ? 1 : 0; i < function_.parameters.size(); ++i)
      arguments +=
          (arguments.empty() ? "" : ", ") + (function_.form == CallForm::Upcast ? "" : argument(i));
    switch (function_.form) {
    case CallForm::Upcast:
      return fmt::format("static_cast<{} *>(*({} **)pincer_arguments[0])",
                         classBehind(function_.result), classBehind(function_.parameters[0].type));
    case CallForm::Constructor:
      if (function_.leavesUnset)
        return fmt::format("new {}", classBehind(function_.result));
      return fmt::format("new {}{}{}{}", classBehind(function_.result),
                         function_.hasBraces ? "{" : "(", arguments,
                         function_.hasBraces ? "}" : ")");
    case CallForm::Method:
      return fmt::format("{}.{}({})", object(), function_.callee, arguments);
    case CallForm::ReadField:
      return fmt::format("{}.{}", object(), function_.callee);
    case CallForm::WriteField:
    case CallForm::ForceField:
      return fmt::format("({}.{} = {})", object(), function_.callee, arguments);
    case CallForm::Contract: // see text()
    case CallForm::Function:
    case CallForm::Storage: // of C alone
    case CallForm::EndOfStorage:
    case CallForm::OpenFile: // not the subject's
    case CallForm::FileContents:
    case CallForm::CloseFile:
      break;
    }
    return function_.isFriend ? fmt::format("{}({})", function_.calleeName(), arguments)
                              : fmt::format("static_cast<{}>(&{})({})", function_.overload,
                                            function_.calleeName(), arguments);
  }

  std::string withResult(const std::string &call) const {
    constexpr const char *pointer = "*(void **)pincer_result = (void *)";
    constexpr const char *type = "pincer_value<pincer_call::result>";
    if (function_.form == CallForm::Constructor || function_.form == CallForm::Upcast)
      return pointer + call;
    switch (function_.resultForm) {
    case ResultForm::Object:
      return fmt::format("{}new {}({})", pointer, type, call);
    case ResultForm::Borrowed:
      return fmt::format("{}__builtin_addressof({})", pointer, call);
    case ResultForm::Given:
      return fmt::format("{}{}.release()", pointer, call);
    case ResultForm::Shared: // the room is what still refers to it
      return fmt::format("auto *pincer_shared = new {}({}); "
                         "pincer_note_room(pincer_shared, sizeof *pincer_shared); "
                         "{}pincer_shared->get()",
                         type, call, pointer);
    case ResultForm::Plain:
      break;
    }
    const Type &result = subject_[function_.result];
    if (result.kind == TypeKind::Void)
      return "(void)" + call;
    return result.literal == Literal::None
               ? fmt::format("*({} *)pincer_result = {}", type, call)
               : fmt::format("pincer_give_result<{}>({}, pincer_result)", type, call);
  }

  /// Whether a test can say what a variable of this kind holds.
  static bool canBeSeen(Literal literal) {
    return literal != Literal::Callable && literal != Literal::InputStream;
  }

  std::string destroyText() const {
    return model::isOwner(function_)
               ? fmt::format("extern \"C\" {} void {}(void *pincer_object) {{\n"
                             "  delete static_cast<{} *>(pincer_object);\n"
                             "}}\n",
                             unwatched, destroyName(id_), classBehind(function_.result))
               : "";
  }

  const Subject &subject_;
  const Function &function_;
  FunctionId id_;
  bool hasObject_;
  std::string locals_;
  std::size_t next_ = 0;  // of the callee's own parameters
  std::string givenBack_; // statements behind the call
};

} // namespace

bool takesWhatCHas(const Subject &subject, const Function &function) {
  return function.form == CallForm::Function && function.resultForm == ResultForm::Plain &&
         function.resultCxxType.empty() && !function.isFriend &&
         subject[function.result].literal == Literal::None &&
         std::ranges::all_of(function.parameters, [&](const Parameter &parameter) {
           return parameter.pass == Pass::Plain && parameter.cxxType.empty() &&
                  subject[parameter.type].literal == Literal::None;
         });
}

std::string callThunkText(const Subject &subject, FunctionId id) {
  return CallThunk(subject, id).text();
}

std::string callThunkHead(const Subject &subject, UnitId unit) {
  const bool isNeeded = std::ranges::any_of(subject.functions, [&](const Function &function) {
    return function.unit == unit && !function.undrivable && !takesWhatCHas(subject, function);
  });
  return isNeeded ? fmt::format("#include \"{}\"\n",
                                (supportFolder() / "include" / "pincer_literals.h").string())
                  : "";
}

} // namespace build
