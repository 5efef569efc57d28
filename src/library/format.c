#include "library/argument_length.h"
#include "library/library.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The printf family into memory. Integers, characters and texts are written here; numbers with a
 * fraction are written by glibc, each for itself. A format with anything that is not known here
 * (arguments by position, wide characters) goes to glibc as a whole. */

/* Where the text goes: at most `room` bytes, with the NUL; `count` is what it would take. */
typedef struct {
  char *to;
  size_t room;
  size_t count;
} Output;

HELPER void put(Output *output, char c) {
  const size_t at = output->count++;
  if (at < output->room && output->room - at > 1)
    output->to[at] = c;
}

HELPER void fill(Output *output, char c, long count) {
  for (; count > 0 && output->count < output->room; --count)
    put(output, c);
  if (count > 0)
    output->count += (size_t)count;
}

typedef struct {
  int isLeft, hasSign, hasSpace, isAlternative, hasZeros;
  long width, precision; /* precision -1: none */
  Length length;
  char conversion;
} Directive;

HELPER int isFlag(Directive *directive, char c) {
  switch (c) {
  case '-':
    return directive->isLeft = 1;
  case '+':
    return directive->hasSign = 1;
  case ' ':
    return directive->hasSpace = 1;
  case '#':
    return directive->isAlternative = 1;
  case '0':
    return directive->hasZeros = 1;
  case '\'': /* groups: there are none in the C locale */
  case 'I':
    return 1;
  default:
    return 0;
  }
}

/* -1: too large. */
HELPER long readCount(const char **format) {
  long count = 0;
  for (; isDigit(**format); ++*format)
    if (count >= 0) {
      count = count * 10 + (**format - '0');
      if (count > INT_MAX)
        count = -1;
    }
  return count;
}

/* From behind the % to behind the conversion. Width and precision -2: an argument. */
HELPER Directive readDirective(const char **format) {
  Directive directive = {0, 0, 0, 0, 0, 0, -1, INT, 0};
  while (isFlag(&directive, **format))
    ++*format;
  if (**format == '*') {
    ++*format;
    directive.width = -2;
  } else {
    directive.width = readCount(format);
  }
  if (**format == '.') {
    ++*format;
    if (**format == '*') {
      ++*format;
      directive.precision = -2;
    } else {
      directive.precision = readCount(format);
      if (directive.precision < 0)
        directive.width = -1; /* nothing we do */
    }
  }
  directive.length = readLength(format);
  directive.conversion = **format;
  if (directive.conversion)
    ++*format;
  return directive;
}

HELPER int isFloating(char conversion) {
  switch (conversion) {
  case 'a':
  case 'A':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
    return 1;
  default:
    return 0;
  }
}

static int isKnown(const Directive *directive) {
  if (directive->width == -1)
    return 0;
  switch (directive->conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'n':
    return directive->length != LONG_DOUBLE;
  case 'c':
  case 's':
    return directive->length == INT;
  case 'p':
    return 1;
  case 'm': /* %#m is the name of the error */
    return !directive->isAlternative;
  case '%':
    return directive->width == 0 && directive->precision == -1;
  default:
    return isFloating(directive->conversion);
  }
}

/* Whether all of a format is. */
static int knowsAll(const char *format) {
  while (*format) {
    if (*format++ != '%')
      continue;
    const Directive directive = readDirective(&format);
    if (!isKnown(&directive))
      return 0;
  }
  return 1;
}

/* Text with padding. */
static void putText(Output *output, const Directive *directive, const char *text, size_t length) {
  const long padding = directive->width - (long)length;
  if (!directive->isLeft)
    fill(output, ' ', padding);
  for (size_t i = 0; i < length; ++i)
    put(output, text[i]);
  if (directive->isLeft)
    fill(output, ' ', padding);
}

static size_t boundedLength(const char *text, long most) {
  size_t length = 0;
  while ((most < 0 || length < (size_t)most) && text[length])
    ++length;
  return length;
}

static void putString(Output *output, const Directive *directive, const char *text) {
  if (text == NULL)
    text = directive->precision < 0 || directive->precision >= 6 ? "(null)" : "";
  putText(output, directive, text, boundedLength(text, directive->precision));
}

/* The digits of a number, from the last to the first. */
typedef struct {
  char reversed[72];
  int count;
} Digits;

HELPER void addDigit(Digits *digits, unsigned digit, int isUpper) {
  digits->reversed[digits->count++] =
      (char)(digit < 10 ? '0' + digit : (isUpper ? 'A' : 'a') + digit - 10);
}

/* With no more bits than the number has: divisions are hard to solve. */
static Digits digitsOf(uint64_t number, int isWide, unsigned base, int isUpper) {
  Digits digits;
  digits.count = 0;
  if (isWide)
    for (; number; number /= base)
      addDigit(&digits, (unsigned)(number % base), isUpper);
  else
    for (uint32_t narrow = (uint32_t)number; narrow; narrow /= base)
      addDigit(&digits, narrow % base, isUpper);
  return digits;
}

/* `sign`: the character before the number; 0: none. */
static void putNumber(Output *output, const Directive *directive, char sign, uint64_t magnitude,
                      int isWide) {
  const char conversion = directive->conversion;
  const unsigned base = conversion == 'o'                                             ? 8
                        : conversion == 'x' || conversion == 'X' || conversion == 'p' ? 16
                                                                                      : 10;
  const Digits digits = digitsOf(magnitude, isWide, base, conversion == 'X');
  const int isPrefixed = directive->isAlternative && base == 16 && digits.count > 0;
  long zeros = (directive->precision < 0 ? 1 : directive->precision) - digits.count;
  if (zeros < 0)
    zeros = 0;
  if (directive->isAlternative && base == 8 && zeros == 0)
    zeros = 1;
  const long length = digits.count + zeros + (sign ? 1 : 0) + (isPrefixed ? 2 : 0);
  long padding = directive->width - length;
  if (directive->hasZeros && !directive->isLeft && directive->precision < 0 && padding > 0) {
    zeros += padding;
    padding = 0;
  }
  if (!directive->isLeft)
    fill(output, ' ', padding);
  if (sign)
    put(output, sign);
  if (isPrefixed) {
    put(output, '0');
    put(output, conversion == 'X' ? 'X' : 'x');
  }
  fill(output, '0', zeros);
  for (int i = digits.count; i > 0; --i)
    put(output, digits.reversed[i - 1]);
  if (directive->isLeft)
    fill(output, ' ', padding);
}

HELPER char signOf(const Directive *directive, int isNegative) {
  return isNegative ? '-' : directive->hasSign ? '+' : directive->hasSpace ? ' ' : 0;
}

static void putSigned(Output *output, const Directive *directive, va_list *arguments) {
  if (directive->length == LONG || directive->length == LONG_LONG) {
    const long long number =
        directive->length == LONG ? va_arg(*arguments, long) : va_arg(*arguments, long long);
    const int isNegative = number < 0;
    putNumber(output, directive, signOf(directive, isNegative),
              isNegative ? 0 - (uint64_t)number : (uint64_t)number, 1);
    return;
  }
  int number = va_arg(*arguments, int);
  if (directive->length == CHAR)
    number = (signed char)number;
  else if (directive->length == SHORT)
    number = (short)number;
  const int isNegative = number < 0;
  const uint32_t magnitude = isNegative ? 0 - (uint32_t)number : (uint32_t)number;
  putNumber(output, directive, signOf(directive, isNegative), magnitude, 0);
}

static void putUnsigned(Output *output, const Directive *directive, va_list *arguments) {
  if (directive->length == LONG || directive->length == LONG_LONG) {
    const uint64_t number = directive->length == LONG ? va_arg(*arguments, unsigned long)
                                                      : va_arg(*arguments, unsigned long long);
    putNumber(output, directive, 0, number, 1);
    return;
  }
  unsigned number = va_arg(*arguments, unsigned);
  if (directive->length == CHAR)
    number = (unsigned char)number;
  else if (directive->length == SHORT)
    number = (unsigned short)number;
  putNumber(output, directive, 0, number, 0);
}

static void putPointer(Output *output, Directive *directive, const void *pointer) {
  if (pointer == NULL) {
    putText(output, directive, "(nil)", 5);
    return;
  }
  directive->isAlternative = 1;
  putNumber(output, directive, signOf(directive, 0), (uintptr_t)pointer, 1);
}

static void storeCount(const Output *output, Length length, void *to) {
  switch (length) {
  case CHAR:
    *(signed char *)to = (signed char)output->count;
    return;
  case SHORT:
    *(short *)to = (short)output->count;
    return;
  case LONG:
    *(long *)to = (long)output->count;
    return;
  case LONG_LONG:
    *(long long *)to = (long long)output->count;
    return;
  default:
    *(int *)to = (int)output->count;
  }
}

/* The directive once more, as a format of its own with width and precision as arguments. */
static void spellOut(char *format, const Directive *directive) {
  *format++ = '%';
  if (directive->isLeft)
    *format++ = '-';
  if (directive->hasSign)
    *format++ = '+';
  if (directive->hasSpace)
    *format++ = ' ';
  if (directive->isAlternative)
    *format++ = '#';
  if (directive->hasZeros)
    *format++ = '0';
  *format++ = '*';
  *format++ = '.';
  *format++ = '*';
  if (directive->length == LONG_DOUBLE)
    *format++ = 'L';
  *format++ = directive->conversion;
  *format = '\0';
}

/* 0: no memory. */
static int putFloating(Output *output, const Directive *directive, va_list *arguments) {
  char format[16], onStack[128];
  spellOut(format, directive);
  const int width = (int)directive->width, precision = (int)directive->precision;
  char *text = onStack;
  size_t room = sizeof onStack;
  const int isLong = directive->length == LONG_DOUBLE;
  const long double large = isLong ? va_arg(*arguments, long double) : 0;
  const double number = isLong ? 0 : va_arg(*arguments, double);
  for (;;) {
    const int length = isLong ? snprintf(text, room, format, width, precision, large)
                              : snprintf(text, room, format, width, precision, number);
    if (length < 0)
      return 0;
    if ((size_t)length < room) {
      for (int i = 0; i < length; ++i)
        put(output, text[i]);
      if (text != onStack)
        free(text);
      return 1;
    }
    room = (size_t)length + 1;
    text = malloc(room);
    if (text == NULL)
      return 0;
  }
}

/* 0: it failed. */
static int putDirective(Output *output, Directive *directive, va_list *arguments) {
  if (directive->width == -2) {
    directive->width = va_arg(*arguments, int);
    if (directive->width < 0) {
      directive->isLeft = 1;
      directive->width = -directive->width;
    }
  }
  if (directive->precision == -2) {
    directive->precision = va_arg(*arguments, int);
    if (directive->precision < 0)
      directive->precision = -1;
  }
  switch (directive->conversion) {
  case 'd':
  case 'i':
    putSigned(output, directive, arguments);
    return 1;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    putUnsigned(output, directive, arguments);
    return 1;
  case 'c': {
    const char c = (char)va_arg(*arguments, int);
    putText(output, directive, &c, 1);
    return 1;
  }
  case 's':
    putString(output, directive, va_arg(*arguments, const char *));
    return 1;
  case 'p':
    putPointer(output, directive, va_arg(*arguments, const void *));
    return 1;
  case 'n':
    storeCount(output, directive->length, va_arg(*arguments, void *));
    return 1;
  case 'm':
    putString(output, directive, strerror(errno));
    return 1;
  case '%':
    put(output, '%');
    return 1;
  default:
    return putFloating(output, directive, arguments);
  }
}

static int isTooLong(const Output *output) {
  if (output->count <= INT_MAX)
    return 0;
  errno = EOVERFLOW;
  return 1;
}

static int formatted(char *to, size_t room, const char *format, va_list *arguments) {
  Output output = {to, room, 0};
  const int error = errno; /* for %m */
  int isFine = 1;
  while (isFine && *format) {
    if (*format != '%') {
      put(&output, *format++);
      continue;
    }
    ++format;
    Directive directive = readDirective(&format);
    errno = error;
    isFine = putDirective(&output, &directive, arguments) && !isTooLong(&output);
  }
  if (output.count < room)
    to[output.count] = '\0';
  else if (room > 0)
    to[room - 1] = '\0';
  return isFine && !isTooLong(&output) ? (int)output.count : -1;
}

int OURS(vsnprintf)(char *to, size_t room, const char *format, va_list list) {
  va_list arguments;
  va_copy(arguments, list);
  const int result = knowsAll(format) ? formatted(to, room, format, &arguments)
                                      : vsnprintf(to, room, format, arguments);
  va_end(arguments);
  return result;
}

int OURS(vsprintf)(char *to, const char *format, va_list arguments) {
  return OURS(vsnprintf)(to, INT_MAX, format, arguments);
}

int OURS(vasprintf)(char **to, const char *format, va_list arguments) {
  const int length = OURS(vsnprintf)(NULL, 0, format, arguments);
  if (length < 0)
    return -1;
  char *text = malloc((size_t)length + 1);
  if (text == NULL)
    return -1;
  *to = text;
  return OURS(vsnprintf)(text, (size_t)length + 1, format, arguments);
}

#define PASS_ON(call)                                                                              \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  const int result = call;                                                                         \
  va_end(arguments);                                                                               \
  return result

int OURS(snprintf)(char *to, size_t room, const char *format, ...) {
  PASS_ON(OURS(vsnprintf)(to, room, format, arguments));
}

int OURS(sprintf)(char *to, const char *format, ...) {
  PASS_ON(OURS(vsprintf)(to, format, arguments));
}

int OURS(asprintf)(char **to, const char *format, ...) {
  PASS_ON(OURS(vasprintf)(to, format, arguments));
}

/* What -D_FORTIFY_SOURCE makes of them. */

void __chk_fail(void) __attribute__((noreturn));

int OURS(__vsnprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format,
                          va_list arguments) {
  (void)flag;
  if (room > size)
    __chk_fail();
  return OURS(vsnprintf)(to, room, format, arguments);
}

int OURS(__vsprintf_chk)(char *to, int flag, size_t size, const char *format, va_list arguments) {
  (void)flag;
  const int length = OURS(vsnprintf)(to, size < INT_MAX ? size : INT_MAX, format, arguments);
  if (length >= 0 && (size_t)length >= size)
    __chk_fail();
  return length;
}

int OURS(__snprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format, ...) {
  PASS_ON(OURS(__vsnprintf_chk)(to, room, flag, size, format, arguments));
}

int OURS(__sprintf_chk)(char *to, int flag, size_t size, const char *format, ...) {
  PASS_ON(OURS(__vsprintf_chk)(to, flag, size, format, arguments));
}

int OURS(__asprintf_chk)(char **to, int flag, const char *format, ...) {
  (void)flag;
  PASS_ON(OURS(vasprintf)(to, format, arguments));
}
