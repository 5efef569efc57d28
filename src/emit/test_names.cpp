#include "emit/test_names.h"

#include "emit/google_test/identifiers.h"
#include "emit/google_test/literals.h"
#include "support/hash.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace emit {

using model::Site;
using model::SiteId;

namespace {

constexpr std::size_t longestName = 50;

struct Spelling {
  std::string_view sign, word;
};

// Longest first: the first that fits is taken.
constexpr Spelling operators[] = {
    {"<<=", "ShiftedLeftBy"},
    {">>=", "ShiftedRightBy"},
    {"==", "Equals"},
    {"!=", "IsNot"},
    {"<=", "IsAtMost"},
    {">=", "IsAtLeast"},
    {"&&", "And"},
    {"||", "Or"},
    {"->", ""},
    {"::", ""},
    {"<<", "ShiftLeft"},
    {">>", "ShiftRight"},
    {"++", "Increment"},
    {"--", "Decrement"},
    {"+=", "PlusGets"},
    {"-=", "MinusGets"},
    {"*=", "TimesGets"},
    {"/=", "OverGets"},
    {"%=", "ModGets"},
    {"&=", "BitAndGets"},
    {"|=", "BitOrGets"},
    {"^=", "BitXorGets"},
    {"<", "IsLessThan"},
    {">", "IsGreaterThan"},
    {"=", "Gets"},
    {"!", "Not"},
    {"~", "BitNot"},
    {"+", "Plus"},
    {"-", "Minus"},
    {"*", "Times"},
    {"/", "Over"},
    {"%", "Mod"},
    {"&", "BitAnd"},
    {"|", "BitOr"},
    {"^", "BitXor"},
    {"?", "Then"},
    {":", "Else"},
    {"[", "At"},
};

constexpr Spelling opposites[] = {
    {"==", "!="}, {"!=", "=="}, {"<=", ">"}, {">=", "<"}, {"<", ">="}, {">", "<="},
};

constexpr Spelling characters[] = {
    {" ", "Space"},      {"!", "Bang"},         {"\"", "Quote"},       {"#", "Hash"},
    {"$", "Dollar"},     {"%", "Percent"},      {"&", "Ampersand"},    {"'", "Apostrophe"},
    {"(", "OpenParen"},  {")", "CloseParen"},   {"*", "Star"},         {"+", "Plus"},
    {",", "Comma"},      {"-", "Minus"},        {".", "Dot"},          {"/", "Slash"},
    {":", "Colon"},      {";", "Semicolon"},    {"<", "Less"},         {"=", "Equal"},
    {">", "Greater"},    {"?", "QuestionMark"}, {"@", "At"},           {"[", "OpenBracket"},
    {"\\", "Backslash"}, {"]", "CloseBracket"}, {"^", "Caret"},        {"_", "Underscore"},
    {"`", "Backquote"},  {"{", "OpenBrace"},    {"|", "Bar"},          {"}", "CloseBrace"},
    {"~", "Tilde"},      {"\\n", "Newline"},    {"\\t", "Tab"},        {"\\r", "Return"},
    {"\\0", "Nul"},      {"\\\\", "Backslash"}, {"\\'", "Apostrophe"}, {"\\\"", "Quote"},
};

bool isAlphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)); }

enum class TokenKind { Word, Number, Text, Sign };
struct Token {
  TokenKind kind;
  std::string text;
};

std::size_t endOfQuoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at])
    end += text[end] == '\\' ? 2 : 1;
  return std::min(text.size(), end + 1);
}

std::vector<Token> tokensOf(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (std::isspace(static_cast<unsigned char>(text[at]))) {
    } else if (isAlphanumeric(text[at]) || text[at] == '_') {
      const bool number = std::isdigit(static_cast<unsigned char>(text[at]));
      while (end < text.size() &&
             (isAlphanumeric(text[end]) || text[end] == '_' || (number && text[end] == '.')))
        ++end;
      tokens.push_back(
          {number ? TokenKind::Number : TokenKind::Word, std::string(text.substr(at, end - at))});
    } else if (text[at] == '"' || text[at] == '\'') {
      end = endOfQuoted(text, at);
      tokens.push_back({TokenKind::Text, std::string(text.substr(at, end - at))});
    } else {
      for (const Spelling &each : operators)
        if (text.substr(at).starts_with(each.sign)) {
          end = at + each.sign.size();
          break;
        }
      tokens.push_back({TokenKind::Sign, std::string(text.substr(at, end - at))});
    }
    at = end;
  }
  return tokens;
}

std::string textInWords(std::string_view quoted) {
  const std::string_view inner = quoted.substr(1, quoted.size() < 2 ? 0 : quoted.size() - 2);
  if (inner.empty())
    return "EmptyString";
  for (const Spelling &each : characters)
    if (inner == each.sign)
      return std::string(each.word);
  const std::string words = camelCase(inner);
  return words.empty() ? "Text" : words;
}

std::string numberInWords(const std::string &number) {
  std::string words;
  for (const char c : number)
    words += c == '.' ? "Point" : std::string(1, c);
  return words;
}

/// Does an operand end before this sign (so that it is binary)?
bool followsOperand(const std::vector<Token> &tokens, std::size_t at) {
  return at > 0 && (tokens[at - 1].kind != TokenKind::Sign || tokens[at - 1].text == ")" ||
                    tokens[at - 1].text == "]");
}

std::string signInWords(const std::vector<Token> &tokens, std::size_t at) {
  const std::string &sign = tokens[at].text;
  if (!followsOperand(tokens, at)) {
    if (sign == "*")
      return "Star";
    if (sign == "&")
      return "AddressOf";
    if (sign == "+")
      return "";
  }
  for (const Spelling &each : operators)
    if (sign == each.sign)
      return std::string(each.word);
  return "";
}

/// The one comparison outside brackets, if the condition is no `&&`, `||` or `?:` there.
std::optional<std::size_t> onlyRelation(const std::vector<Token> &tokens) {
  std::optional<std::size_t> found;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string &sign = tokens[i].text;
    if (tokens[i].kind != TokenKind::Sign)
      continue;
    depth += sign == "(" || sign == "[";
    depth -= sign == ")" || sign == "]";
    if (depth != 0)
      continue;
    if (sign == "&&" || sign == "||" || sign == "?" || sign == "=" || sign == ",")
      return {};
    for (const Spelling &each : opposites)
      if (sign == each.sign) {
        if (found)
          return {};
        found = i;
      }
  }
  return found;
}

/// `!x` without its sign, if the sign spans the whole condition.
bool dropNegation(std::vector<Token> &tokens) {
  if (tokens.size() < 2 || tokens[0].text != "!" || tokens[0].kind != TokenKind::Sign)
    return false;
  int depth = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const std::string &sign = tokens[i].text;
    depth += sign == "(" || sign == "[";
    depth -= sign == ")" || sign == "]";
    const bool joins = sign != "->" && sign != "." && sign != ")" && sign != "]";
    if (tokens[i].kind == TokenKind::Sign && depth == 0 && joins)
      return false;
  }
  tokens.erase(tokens.begin());
  return true;
}

std::string inWords(const std::vector<Token> &tokens) {
  std::string words;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
    case TokenKind::Word:
      words += camelCase(tokens[i].text);
      break;
    case TokenKind::Number:
      words += numberInWords(tokens[i].text);
      break;
    case TokenKind::Text:
      words += textInWords(tokens[i].text);
      break;
    case TokenKind::Sign:
      words += signInWords(tokens, i);
      break;
    }
  }
  return words;
}

/// Cut before the word that passes the limit.
std::string cut(std::string words) {
  if (words.size() <= longestName)
    return words;
  std::size_t end = longestName;
  while (end > 1 && !std::isupper(static_cast<unsigned char>(words[end])))
    --end;
  words.resize(end > 1 ? end : longestName);
  return words;
}

std::string valueInWords(const model::Type &type, const model::Value &value) {
  if (type.kind == model::TypeKind::Pointer)
    return value.is<model::Null>() ? "Null" : "Pointer";
  if (!model::isScalar(type) || type.size > 8)
    return "";
  std::string literal = scalarLiteral(type, value.bytes(), LiteralUse::Argument);
  const bool isNumber = literal.find_first_of("0123456789") <= 1;
  while (isNumber && std::isalpha(static_cast<unsigned char>(literal.back())))
    literal.pop_back();
  return inWords(tokensOf(literal));
}

std::string outcomeInWords(const model::Suite &suite, const model::KeptTest &test) {
  const model::Subject &subject = *suite.subject;
  if (test.verdict && !(test.isGreen() && model::isOrderly(test.outcome)))
    return fmt::format("{}{}", test.needsUb ? "Needs" : "FailsWith", camelCase(test.verdict->kind));
  if (const auto *exited = std::get_if<model::Exited>(&test.outcome))
    return fmt::format("ExitsWith{}{}", exited->code < 0 ? "Minus" : "", std::abs(exited->code));
  if (std::holds_alternative<model::Returned>(test.outcome)) {
    const model::Function &function = subject[test.test.function()];
    if (function.form == model::CallForm::Constructor)
      return "MakesObject";
    if (function.resultForm == model::ResultForm::Object ||
        function.resultForm == model::ResultForm::Borrowed)
      return "ReturnsObject";
    return "Returns" + (test.observation
                            ? valueInWords(subject[function.result], test.observation->result)
                            : "");
  }
  if (const auto *threw = std::get_if<model::Threw>(&test.outcome))
    return "Throws" + camelCase(threw->type.substr(threw->type.rfind(':') + 1));
  return camelCase(model::describe(test.outcome));
}

/// What names the test: the sites it alone adds; those of its own function first.
std::vector<SiteId> namingSites(const model::Suite &suite, const model::KeptTest &test) {
  std::vector<SiteId> sites = test.purpose;
  const std::string &own = (*suite.subject)[test.test.function()].name;
  std::stable_partition(sites.begin(), sites.end(),
                        [&](SiteId id) { return (*suite.branches)[id].function == own; });
  return sites;
}

std::string testName(const model::Suite &suite, const model::KeptTest &test) {
  const std::vector<SiteId> sites = namingSites(suite, test);
  std::string name;
  for (std::size_t i = 0; i < sites.size() && i < 2; ++i) {
    const Site &site = (*suite.branches)[sites[i]];
    const std::string words = conditionInWords(site.condition, site.outcome);
    if (name.empty())
      name = words;
    else if (name.size() + 3 + words.size() <= longestName)
      name += "And" + words;
  }
  if (name.empty())
    name = outcomeInWords(suite, test);
  return cut(name);
}

/// "StackPush" of "Stack::push", "StackConstructor" of "Stack::Stack", "StackEquals" of
/// "Stack::operator==".
std::string functionInWords(const model::Subject &subject, const model::Function &function) {
  std::string name = function.name;
  if (function.form == model::CallForm::Constructor && function.owner) {
    const std::size_t list = std::min(name.find('('), name.size());
    return camelCase(subject[function.owner].qualified) + "Constructor" +
           camelCase(name.substr(list));
  }
  if (function.form == model::CallForm::Contract)
    return camelCase(name.substr(0, name.find(": "))) + "Contract";
  constexpr std::string_view word = "operator";
  const std::size_t at = name.find(word);
  if (at == std::string::npos || (at > 0 && name[at - 1] != ':'))
    return camelCase(name);
  const std::string_view sign = std::string_view(name).substr(at + word.size());
  if (sign.starts_with("()"))
    return camelCase(name.substr(0, at)) + "Call" + camelCase(sign.substr(2));
  for (const Spelling &each : operators)
    if (!each.word.empty() && sign.starts_with(each.sign))
      return camelCase(name.substr(0, at)) + std::string(each.word) +
             camelCase(sign.substr(each.sign.size()));
  return camelCase(name);
}

std::string suiteName(const model::Subject &subject, model::FunctionId id,
                      const std::map<std::string, int> &uses) {
  const model::Function &function = subject[id];
  const std::string name = functionInWords(subject, function);
  if (uses.at(name) < 2)
    return name.empty() ? "Function" : name;
  return camelCase(std::filesystem::path(subject[function.unit].path).stem().string()) + name;
}

} // namespace

std::string conditionInWords(std::string_view condition, std::string_view outcome) {
  if (outcome.starts_with("case "))
    return "Case" + inWords(tokensOf(outcome.substr(5)));
  if (outcome != "true" && outcome != "false")
    return inWords(tokensOf(outcome));
  if (condition == ":") // of a loop over a range
    return outcome == "true" ? "LoopGoesOn" : "LoopEnds";
  std::vector<Token> tokens = tokensOf(condition);
  bool negated = outcome == "false";
  if (const auto relation = onlyRelation(tokens); relation && negated) {
    for (const Spelling &each : opposites)
      if (tokens[*relation].text == each.sign) {
        tokens[*relation].text = each.word;
        break;
      }
    negated = false;
  } else if (negated && dropNegation(tokens)) {
    negated = false;
  }
  return (negated ? "Not" : "") + inWords(tokens);
}

std::vector<TestName> nameTests(const model::Suite &suite) {
  const model::Subject &subject = *suite.subject;
  std::map<std::string, int> uses;
  for (const model::Function &function : subject.functions)
    ++uses[functionInWords(subject, function)];
  std::vector<TestName> names;
  std::set<std::string> taken;
  for (const model::KeptTest &test : suite.tests) {
    TestName name{suiteName(subject, test.test.function(), uses), testName(suite, test)};
    for (int digits = 4; !taken.insert(name.full()).second; digits += 4)
      name.test = testName(suite, test) + "Variant" + support::shortHash(test.id, digits);
    names.push_back(std::move(name));
  }
  return names;
}

} // namespace emit
