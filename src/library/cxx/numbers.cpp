/* Texts to floating point numbers, as the facet num_get asks for them. */
#include <cstdlib>
#include <limits>
#include <locale>

namespace std {

namespace {

template <class Number, class Convert>
void convert(const char *text, Number &number, ios_base::iostate &state, const Convert &read) {
  using Limits = numeric_limits<Number>;
  char *end = nullptr;
  number = read(text, &end);
  if (end == text || *end != 0) {
    number = 0;
    state = ios_base::failbit;
  } else if (number == Limits::infinity()) {
    number = Limits::max();
    state = ios_base::failbit;
  } else if (number == -Limits::infinity()) {
    number = -Limits::max();
    state = ios_base::failbit;
  }
}

} // namespace

template <>
void __convert_to_v(const char *text, float &number, ios_base::iostate &state,
                    const __c_locale &) throw() {
  convert(text, number, state, [](const char *from, char **end) { return strtof(from, end); });
}

template <>
void __convert_to_v(const char *text, double &number, ios_base::iostate &state,
                    const __c_locale &) throw() {
  convert(text, number, state, [](const char *from, char **end) { return strtod(from, end); });
}

template <>
void __convert_to_v(const char *text, long double &number, ios_base::iostate &state,
                    const __c_locale &) throw() {
  convert(text, number, state, [](const char *from, char **end) { return strtold(from, end); });
}

} // namespace std
