/* std::from_chars for floating point: the longest text that has the format's shape, which is then
 * read by strtod and its like. */
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace std {

namespace {

bool isDigit(char c, bool hexadecimal) {
  const auto code = static_cast<unsigned char>(c);
  const unsigned char letter = code | 0x20;
  return (code >= '0' && code <= '9') || (hexadecimal && letter >= 'a' && letter <= 'f');
}

/* Behind the word, if it stands here in whatever case; otherwise null. */
const char *behindWord(const char *at, const char *last, const char *word) {
  for (; *word; ++word, ++at)
    if (at == last || (*at | 0x20) != *word)
      return nullptr;
  return at;
}

const char *behindDigits(const char *at, const char *last, bool hexadecimal) {
  while (at != last && isDigit(*at, hexadecimal))
    ++at;
  return at;
}

/* nan, nan(characters), inf, infinity. */
const char *behindSpecial(const char *at, const char *last) {
  if (const char *end = behindWord(at, last, "inf")) {
    const char *longer = behindWord(end, last, "inity");
    return longer ? longer : end;
  }
  const char *end = behindWord(at, last, "nan");
  if (!end || end == last || *end != '(')
    return end;
  const char *inside = end + 1;
  while (inside != last && (isDigit(*inside, false) || *inside == '_' ||
                            ((*inside | 0x20) >= 'a' && (*inside | 0x20) <= 'z')))
    ++inside;
  return inside != last && *inside == ')' ? inside + 1 : end;
}

/* Behind the exponent, or where it would begin. */
const char *behindExponent(const char *at, const char *last, char mark) {
  if (at == last || (*at | 0x20) != mark)
    return at;
  const char *digits = at + 1;
  if (digits != last && (*digits == '+' || *digits == '-'))
    ++digits;
  const char *end = behindDigits(digits, last, false);
  return end == digits ? at : end;
}

/* Where the number ends that begins here (behind its sign); null: none does. */
const char *behindNumber(const char *at, const char *last, chars_format format) {
  if (const char *end = behindSpecial(at, last))
    return end;
  const bool isHexadecimal = format == chars_format::hex;
  const char *point = behindDigits(at, last, isHexadecimal);
  bool hasDigits = point != at;
  const char *end = point;
  if (point != last && *point == '.') {
    const char *fraction = behindDigits(point + 1, last, isHexadecimal);
    const bool hasFraction = fraction != point + 1;
    if (hasDigits || hasFraction)
      end = fraction;
    hasDigits = hasDigits || hasFraction;
  }
  if (!hasDigits)
    return nullptr;
  if (format == chars_format::fixed)
    return end;
  const char *exponent = behindExponent(end, last, isHexadecimal ? 'p' : 'e');
  return format == chars_format::scientific && exponent == end ? nullptr : exponent;
}

template <class Number, class Read>
from_chars_result readNumber(const char *first, const char *last, Number &value,
                             chars_format format, const Read &read) {
  const bool isNegative = first != last && *first == '-';
  const char *begin = isNegative ? first + 1 : first;
  const char *end = behindNumber(begin, last, format);
  if (!end)
    return {first, errc::invalid_argument};
  string text(isNegative ? "-" : "");
  if (format == chars_format::hex && !behindSpecial(begin, last))
    text += "0x";
  text.append(begin, end);
  const int saved = errno;
  errno = 0;
  const Number number = read(text.c_str());
  const bool isOut = errno == ERANGE && (number == 0 || isinf(number));
  errno = saved;
  if (isOut)
    return {end, errc::result_out_of_range};
  value = number;
  return {end, errc()};
}

} // namespace

from_chars_result from_chars(const char *first, const char *last, float &value,
                             chars_format format) noexcept {
  return readNumber(first, last, value, format, [](const char *s) { return strtof(s, nullptr); });
}
from_chars_result from_chars(const char *first, const char *last, double &value,
                             chars_format format) noexcept {
  return readNumber(first, last, value, format, [](const char *s) { return strtod(s, nullptr); });
}
from_chars_result from_chars(const char *first, const char *last, long double &value,
                             chars_format format) noexcept {
  return readNumber(first, last, value, format, [](const char *s) { return strtold(s, nullptr); });
}

} // namespace std
