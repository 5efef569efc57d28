#pragma once

#include "model/source_range.h"
#include "model/type.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace model {

using FunctionId = support::Id<struct FunctionTag>;
using GlobalId = support::Id<struct GlobalTag>;
using SupplyId = support::Id<struct SupplyTag>;
using PureId = support::Id<struct PureTag>;

/// Text that came through macros: where the outermost is used, where that one uses the next...
using Expansions = std::vector<SourceRange>;

/// One source file with the flags it is compiled with.
struct Unit {
  std::string path;               // absolute
  std::string directory;          // absolute; relative flags are relative to it
  std::vector<std::string> flags; // for clang, without the compiler, the source, -c and -o
  std::string compiler;           // as compile_commands.json names it; may be empty
  bool isCxx = false;             // C++ (frontend/ decides, as clang does)
  bool isOurs = false; // the unit that defines functions of harnesses: nobody wants tests for it
  bool includesOurs = false; // it includes a header of ours (the frontend decides)
  std::set<std::string>
      settledVariables; // symbols of variables that every test finds alike: constants,
                        // and those at file scope that emitted code puts back
  std::map<std::string, Expansions> macroFunctions; // by symbol: functions that macros define
};

/// How an argument is passed.
enum class Pass : unsigned char {
  Plain,     // as its type says; also by const reference, and what binds to an rvalue
  Reference, // by reference to a variable that the callee may change
  Object,    // what the pointer refers to, by reference or as a copy: never null
  Moved,     // the same as an rvalue: it is still there, but nobody knows what it holds
  Given,     // std::unique_ptr or std::shared_ptr of what the pointer refers to: it is the callee's
             // from then on. Null is an empty one
  Ends,      // two arguments: begin() and end() of a container, which is a variable of the test's
};

struct Parameter {
  std::string name; // may be empty
  TypeId type;
  bool isRestrict = false; // a pointer whose object no other may refer to
  std::uint64_t count = 0; // a pointer written as an array with a bound: int a[3]
  Pass pass = Pass::Plain;
  std::string cxxType{}; // C++: its type as code behind the source writes it, without reference;
                         // empty: C has it too
};

/// How a call is written.
enum class CallForm : unsigned char {
  Function,     // callee(a, b): also static members
  Method,       // a.callee(b): the first parameter is the object, by Pass::Object or Moved; of a
                // plain struct, which tests fill in, by Pass::Reference or Plain
  Constructor,  // owner(a, b)
  Upcast,       // no call: an object seen as one of a base class
  Storage,      // C, no call: owner x = {0}, for an initialiser to be called on
  EndOfStorage, // C, no call: such memory, which is the test's still, is given back
  OpenFile,     // no function of the subject's: a FILE * that holds these bytes, at its beginning
  FileContents, // ... all the bytes that such a file holds
  CloseFile,    // ... fclose
  ReadField,    // no call: a.callee, a public field of the object that the first parameter is
  WriteField,   // no call: a.callee = b
  ForceField,   // the same, of a class that keeps other things to itself, which the field may have
                // to agree with
  Contract      // no function of the subject's: whether what every caller expects of its objects
                // holds (Function::contract)
};

/// What becomes of a result. Of all but Plain, `result` is a pointer to an Incomplete type.
enum class ResultForm : unsigned char {
  Plain,    // a value; or a pointer, of which nobody knows whose the object is
  Object,   // an object, which is the test's: `result` points to it
  Borrowed, // a reference to an object that something else owns
  Given,    // std::unique_ptr: the object is the test's
  Shared,   // std::shared_ptr: the object lives as long as the test
};

/// Literals of the program text that may matter to a function: what random search tries first.
/// Sorted, without repeats.
struct Constants {
  std::vector<std::int64_t> integers;
  std::vector<double> floats;
  std::vector<std::string> strings;
};

/// A condition or a label of a switch, as the text has it.
struct Condition {
  enum class Kind : unsigned char { Decision, Case, Default };
  Kind kind = Kind::Decision;
  SourceRange range;
  Expansions expansions;
  bool constant = false; // the compiler knows its value
};

/// The body of a function that a program holds only if something uses it.
struct OptionalBody {
  SourceRange start; // of its first character
  std::uint32_t lastLine = 0;
  std::vector<Condition> conditions;
  std::string absent; // why a program does not hold it, for the user
};

/// State that outlives a call, by number: fields of structs, of whatever object, and variables.
/// Sorted.
struct StateNumbers {
  std::vector<std::uint32_t> fields, variables;
};

/// What the build found out about calls of a function, by all the code that a call may get to
/// (build/ alone writes it; before that nothing is known).
struct CallFacts {
  std::vector<SupplyId> supplies;       // what a run of it may ask the test for; sorted
  bool hasStaticLocals = false;         // a call may change variables that no other code can name
  std::optional<std::string> keptState; // the variable that a call may change and whose bytes are
                                        // not all there is to put back
  std::optional<std::string> outsideEffect; // the library function through which a call may change
                                            // other processes or the machine
  std::optional<std::string> fencedEffect;  // ... files, or nobody knows what: harmless behind a
                                            // fence
  bool startsThreads = false;               // a call may start threads
  bool hidesMemory = false;                 // a call may keep pointers where nobody looks
  bool readsFresh = false;                  // a call may read memory that nothing was stored in
  bool writesKnown = false; // MemorySanitizer sees all that a call lets the library write
  StateNumbers decidedBy;   // state that its conditions and results hang on
  StateNumbers changes;     // state that a call may change
  bool inProcess = false;   // many of its tests may share a process: a reset undoes all it can do
};

/// A function defined in one of the units (or in a header of the user's that a unit includes), as
/// the sources have it.
struct Function {
  std::string name; // C++: with its namespaces and classes, and with the types of its parameters if
                    // several share that; unnamed namespaces are left out
  std::string symbol;   // as object files call it; empty: its name
  std::string callee;   // how code behind the source names it; empty: its name
  std::string overload; // C++: the type of a pointer to it, if that is needed to tell it from
                        // others. C: of a variadic function what its declaration has in parentheses
  UnitId unit;          // the unit through which it is called
  std::string file;     // absolute path of the file that holds its definition
  std::uint32_t line = 0;
  bool isStatic = false;
  bool isOfLibrary = false;        // a system header declares it
  bool isPublic = false;           // a header declares it that its source includes
  bool isInlineDefinition = false; // C99 inline without extern: no symbol of its own
  CallForm form = CallForm::Function;
  bool isImplicit = false;  // no text defines it: a constructor of the compiler's, a conversion. It
                            // serves tests of others, and is not listed
  bool isConst = false;     // C++: a const method; it changes nothing that others see
  bool hasBraces = false;   // Constructor: owner{a, b}, an aggregate's fields
  bool leavesUnset = false; // Constructor: `owner object;`, members may hold what was there before
  std::string
      contract; // Contract: what is claimed, as a condition over objects $0, $1 of the class $T
  bool isInitialiser = false; // C: brings memory into the state that other calls need
  bool isFriend = false;      // C++: defined inside a class; only its arguments' classes lead to it
  TypeId owner; // Method, Constructor: the class, an Incomplete type; Storage: the struct
  TypeId result;
  ResultForm resultForm = ResultForm::Plain;
  std::string resultCxxType; // C++: as Parameter::cxxType
  std::vector<Parameter> parameters;
  std::vector<LengthPair> lengthPairs;
  std::string fixedArguments; // C: what tests pass, as a text in which {0} stands for the first of
                              // `parameters`; empty: those, one after the other
  std::string definition;     // Constructor: of its class, which is there for tests alone
  std::string preparation;    // a statement that comes before each call
  std::string mainParameters; // of an ordinary main: "(int, char **)"
  Constants constants;
  std::optional<OptionalBody> optionalBody; // C++: an inline function or a template
  std::optional<std::string> limit; // what its tests can't do, as a sentence for the user: some
                                    // pointer is always null
  /// Why no test calls it (yet), as a sentence for the user. The frontend says what can be called;
  /// then what is asked for (harnesses, --program, --entry...), then what compiles and links may
  /// say something else, and the last word counts.
  std::optional<std::string> undrivable;
  /// Set where nobody asked for tests of it, though those of others may call it: why.
  std::optional<std::string> untested;
  CallFacts facts;

  const std::string &symbolName() const { return symbol.empty() ? name : symbol; }
  const std::string &calleeName() const { return callee.empty() ? name : callee; }
};

/// A variable with static storage at file scope that is defined in a unit.
struct Global {
  std::string name; // C++: with its namespaces and classes
  UnitId unit;
  TypeId type;
  bool isStatic = false;
  bool isConst = false;
  bool isHidden = false; // code behind the source can't name it (build/ decides)
};

/// Something that a whole program reads and each test supplies (model/program.h).
struct ProgramInput {
  enum class Kind : unsigned char { StandardInput, File, Arguments, EnvironmentVariable };
  Kind kind = Kind::StandardInput;
  std::string name; // of the file or environment variable
};

/// Something the subject uses and nobody defines, so that each test supplies it: an extern
/// variable, an extern function (a stub returns what the test says, call by call), or a function
/// that exists only so that pointers of one function type can refer to it.
struct Supply {
  enum class Kind : unsigned char { Variable, Function, Callback };
  Kind kind = Kind::Variable;
  std::string name; // the symbol; Callback: a generated name
  UnitId unit;      // whose generated file defines it
  TypeId type; // Variable: its type (an array without a bound gets one). Else: the struct of what
               // one call gives back: `result` unless void; for each parameter that points to
               // something writable `writes_NAME` (a Bool) and `out_NAME`
  TypeId function;                     // Function, Callback: the function type
  std::vector<std::string> parameters; // Function, Callback: their names; may be empty
  std::vector<std::uint32_t> written;  // Function, Callback: parameters that have an `out_NAME`
  bool isNoreturn = false;             // Function: a call of it ends the run
  bool hasInventedBound = false;       // Variable: nobody says how long the array is
  bool isHidden = false;             // Function, Callback: no stub of it compiles (build/ decides)
  std::optional<ProgramInput> input; // Variable: not the subject's, but something main reads
};

/// A number that a pure function takes or gives.
struct PureNumber {
  std::string name;        // of the parameter; may be empty
  std::uint32_t width = 0; // bits; of a bool 1
  bool isSigned = false;
  bool isFloat = false; // float or double
};

/// A function that the sources call and that stays in path conditions as what it is: f(x). Its
/// declaration says that its result depends on its arguments alone.
struct PureFunction {
  std::string name;     // for people
  std::string symbol;   // as object files call it
  std::string callee;   // how code behind the source names it
  std::string overload; // C++: the type of a pointer to it
  UnitId unit;          // whose generated file calls it
  bool isStatic = false;
  bool isAnnotated = false; // PINCER_PURE; otherwise __attribute__((const)), and no unit defines it
  PureNumber result;
  std::vector<PureNumber> parameters;
  std::string partitions;             // PINCER_PARTITION's conditions, with commas in between
  std::optional<std::string> refused; // why it is not kept after all, as a sentence for the user
};

/// Set where the subject is tested as a whole program: tests call `main`, nothing else.
struct Program {
  FunctionId main;
  std::uint32_t parameterCount = 0; // of main as it is written; tests pass none: they supply
  std::string name;                 // argv[0]
};

/// What a definition of the subject's is called instead of its own name.
struct Renamed {
  std::string symbol;
  bool inText = false; // the text calls it so, too; otherwise only object files do
};

/// What the build found out about the subject as a whole (build/ alone writes it).
struct BuildFacts {
  std::map<std::string, Renamed> renamed; // by name: what it defines under a name that others need
                                          // for themselves (model/renamed.h)
  std::vector<std::string> undefined;     // symbols that nobody defines, found when linking; sorted
  std::optional<std::string> startEffect; // the function through which the mere start or end of a
                                          // program with these units may change something outside
  bool changesOnlyFiles = false; // no run of the whole program changes anything else outside
};

/// What the user pointed us at.
struct Subject {
  std::vector<Unit> units;
  std::vector<Type> types;
  std::vector<Function> functions; // in the order of units and of the text
  std::vector<Global> globals;
  std::vector<Supply> supplies; // from the frontend: whatever no unit defines; build/ keeps what no
                                // library defines either, and adds the callbacks
  std::vector<LengthPair> supplyPairs; // variables among `supplies` that belong together
  std::vector<PureFunction> pures;     // those that are `refused` are there for their reasons only
  std::optional<Program> program;
  BuildFacts facts;

  const Unit &operator[](UnitId id) const { return units[id.index]; }
  const Type &operator[](TypeId id) const { return types[id.index]; }
  const Function &operator[](FunctionId id) const { return functions[id.index]; }
  const Global &operator[](GlobalId id) const { return globals[id.index]; }
  const Supply &operator[](SupplyId id) const { return supplies[id.index]; }
  const PureFunction &operator[](PureId id) const { return pures[id.index]; }
};

} // namespace model
