#include "library/argument_length.h"
#include "library/characters.h"
#include "library/library.h"
#include "library/number.h"
#include "library/source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The scanf family, by the steps of glibc (which reads "100ergs" as a number, and "0x" too). A
 * format with anything that is not known here (arguments by position, wide characters, %a as in
 * old times) goes to glibc as a whole. */

typedef struct {
  int isSuppressed, isAllocated;
  long width; /* -1: none */
  Length length;
  char conversion;
  const char *set, *setEnd; /* of %[, without a leading ^ */
  int isNegated;
} Directive;

HELPER int lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

/* The characters of a set, up to its closing bracket. */
HELPER void readSet(const char **format, Directive *directive) {
  const char *at = *format;
  directive->isNegated = *at == '^';
  if (directive->isNegated)
    ++at;
  directive->set = at;
  if (*at == ']' || *at == '-')
    ++at;
  while (*at && *at != ']')
    ++at;
  directive->setEnd = *at ? at : NULL;
  *format = *at ? at + 1 : at;
}

/* From behind the % to behind the conversion. */
HELPER Directive readDirective(const char **format) {
  Directive directive = {0, 0, 0, INT, 0, NULL, NULL, 0};
  for (; **format == '*' || **format == '\'' || **format == 'I'; ++*format)
    if (**format == '*')
      directive.isSuppressed = 1;
  for (; isDigit(**format); ++*format)
    if (directive.width < 1 << 30)
      directive.width = directive.width * 10 + (**format - '0');
  if (directive.width == 0)
    directive.width = -1;
  if (**format == 'm') {
    directive.isAllocated = 1;
    ++*format;
  }
  directive.length = readLength(format);
  if (directive.length == LONG_LONG) /* %llf is %Lf, and %Ld is %lld */
    directive.length = LONG_DOUBLE;
  directive.conversion = **format;
  if (directive.conversion)
    ++*format;
  if (directive.conversion == '[')
    readSet(format, &directive);
  return directive;
}

static int isKnown(const Directive *directive, char next) {
  switch (directive->conversion) {
  case 'a':
    return next != 's' && next != 'S' && next != '[' && !directive->isAllocated;
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
  case 'n':
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'A':
  case '%':
    return !directive->isAllocated;
  case 'c':
  case 's':
  case '[':
    return directive->length == INT;
  case '\0':
    return 1; /* ends the scan */
  default:
    return 0;
  }
}

static int knowsAll(const char *format) {
  while (*format) {
    if (*format & 0x80) /* a character of several bytes, or a wrong one */
      return 0;
    if (*format++ != '%')
      continue;
    const Directive directive = readDirective(&format);
    if (!isKnown(&directive, *format))
      return 0;
  }
  return 1;
}

/* A scan in progress. */
typedef struct {
  Source source;
  int c; /* the character read last; EOF */
  int done;
  int isAtEnd;    /* the input ended before a conversion began */
  int errorAtEnd; /* errno when the input ended; it is set once more whenever the end is met */
} Scan;

HELPER int next(Scan *scan) {
  if (scan->c == EOF) {
    errno = scan->errorAtEnd;
    return EOF;
  }
  scan->c = readFrom(&scan->source);
  if (scan->c == EOF)
    scan->errorAtEnd = errno;
  return scan->c;
}
HELPER void putBack(Scan *scan) {
  if (scan->c != EOF)
    giveBack(&scan->source, scan->c);
}

/* Each conversion returns whether the scan goes on. */
static int inputEnds(Scan *scan) {
  scan->isAtEnd = 1;
  return 0;
}

static void skipSpace(Scan *scan) {
  while (isSpace(next(scan)))
    ;
  putBack(scan);
}

/* Room for a text: the caller's, or (%m) a block that grows. */
typedef struct {
  char *begin;
  size_t length, room;
  char **owner; /* null: the caller's */
  int isDropped, isFailed;
} Text;

static Text beginText(const Directive *directive, va_list *arguments) {
  Text text = {NULL, 0, 0, NULL, directive->isSuppressed, 0};
  if (directive->isSuppressed)
    return text;
  if (!directive->isAllocated) {
    text.begin = va_arg(*arguments, char *);
    return text;
  }
  text.owner = va_arg(*arguments, char **);
  text.room = 100;
  text.begin = malloc(text.room);
  *text.owner = text.begin;
  text.isFailed = text.begin == NULL;
  return text;
}

static void addToText(Text *text, char c) {
  if (text->isDropped || text->isFailed)
    return;
  if (text->owner && text->length == text->room) {
    char *larger = realloc(text->begin, 2 * text->room);
    if (larger == NULL) {
      text->isFailed = 1;
      return;
    }
    *text->owner = text->begin = larger;
    text->room *= 2;
  }
  text->begin[text->length++] = c;
}

/* What failed leaves nothing allocated. */
static int endText(Scan *scan, Text *text, int isMatched) {
  if (text->owner && (!isMatched || text->isFailed)) {
    free(text->begin);
    *text->owner = NULL;
  } else if (text->owner) {
    char *fitting = realloc(text->begin, text->length);
    if (fitting != NULL)
      *text->owner = fitting;
  }
  if (text->isFailed) {
    errno = ENOMEM;
    scan->isAtEnd = 1;
    return 0;
  }
  if (isMatched && !text->isDropped)
    ++scan->done;
  return isMatched;
}

static int scanCharacters(Scan *scan, const Directive *directive, va_list *arguments) {
  long width = directive->width == -1 ? 1 : directive->width;
  Text text = beginText(directive, arguments);
  if (next(scan) == EOF) {
    endText(scan, &text, 0);
    return inputEnds(scan);
  }
  do
    addToText(&text, (char)scan->c);
  while (--width > 0 && next(scan) != EOF);
  return endText(scan, &text, 1);
}

/* Whether set[i] is the dash of a range. */
HELPER int isDash(const unsigned char *set, long length, long i) {
  return i > 0 && i + 1 < length && set[i] == '-' && set[i - 1] <= set[i + 1];
}

/* Members and ranges as they stand in the format, one comparison for each. A dash may also end a
 * range, and begin the next. */
static int isInSet(const Directive *directive, unsigned char c) {
  const unsigned char *set = (const unsigned char *)directive->set;
  const long length = directive->setEnd - directive->set;
  for (long i = 0; i < length; ++i) {
    if (isDash(set, length, i)) {
      const int first = set[i - 1], last = set[i + 1] - isDash(set, length, i + 1);
      if (first <= last && (unsigned char)(c - first) <= last - first)
        return 1;
      continue;
    }
    const int isLast = isDash(set, length, i - 1);
    const int isFirst = isDash(set, length, i + 1) && set[i] < set[i + 2];
    if (!isLast && !isFirst && c == set[i])
      return 1;
  }
  return 0;
}

HELPER int belongs(const Directive *directive, int c) {
  if (directive->conversion == 's')
    return !isSpace(c);
  return isInSet(directive, (unsigned char)c) != directive->isNegated;
}

/* %s and %[ */
static int scanText(Scan *scan, const Directive *directive, va_list *arguments) {
  if (directive->conversion == '[' && directive->setEnd == NULL)
    return 0;
  long width = directive->width;
  Text text = beginText(directive, arguments);
  if (next(scan) == EOF) {
    endText(scan, &text, 0);
    return inputEnds(scan);
  }
  int isMatched = 0;
  do {
    if (!belongs(directive, scan->c)) {
      putBack(scan);
      break;
    }
    isMatched = 1;
    addToText(&text, (char)scan->c);
    if (width > 0)
      --width;
  } while (width != 0 && next(scan) != EOF);
  if (isMatched)
    addToText(&text, '\0');
  return endText(scan, &text, isMatched);
}

/* Where the characters of a number are collected. Long ones take a block of memory. */
typedef struct {
  char onStack[64];
  char *begin;
  size_t length, room;
} Collected;

HELPER void collect(Collected *collected, char c) {
  if (collected->length == collected->room) {
    const size_t room = 2 * collected->room;
    char *larger = malloc(room);
    if (larger == NULL)
      abort();
    memcpy(larger, collected->begin, collected->length);
    if (collected->begin != collected->onStack)
      free(collected->begin);
    collected->begin = larger;
    collected->room = room;
  }
  collected->begin[collected->length++] = c;
}

HELPER void beginCollecting(Collected *collected) {
  collected->begin = collected->onStack;
  collected->length = 0;
  collected->room = sizeof collected->onStack;
}

HELPER void endCollecting(Collected *collected) {
  if (collected->begin != collected->onStack)
    free(collected->begin);
}

/* -1: no digit of this base. */
HELPER int digitOf(int c, int base) {
  if (base != 16)
    return c >= '0' && c < '0' + base ? c - '0' : -1;
  if (!isHexadecimal(c))
    return -1;
  return c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

HELPER void countDown(long *width) {
  if (*width > 0)
    --*width;
}

HELPER int baseOf(char conversion) {
  switch (conversion) {
  case 'i':
    return 0; /* as it says itself */
  case 'o':
    return 8;
  case 'x':
  case 'X':
  case 'p':
    return 16;
  default:
    return 10;
  }
}

/* What one can see of an integer's characters. */
typedef struct {
  Number number;
  int isSigned; /* begins with a sign */
} Integer;

static Integer readInteger(Scan *scan, const Directive *directive, long *width) {
  int base = baseOf(directive->conversion);
  Integer integer = {{0, 0, 0, 0}, 0};
  if (scan->c == '-' || scan->c == '+') {
    integer.isSigned = 1;
    integer.number.isNegative = scan->c == '-';
    countDown(width);
    next(scan);
  }
  if (*width != 0 && scan->c == '0') {
    countDown(width);
    addDigit(&integer.number, 0, 10);
    next(scan);
    if (*width != 0 && (base == 0 || base == 16) && lower(scan->c) == 'x') {
      base = 16;
      countDown(width);
      next(scan);
    } else if (base == 0)
      base = 8;
  }
  if (base == 0)
    base = 10;
  while (scan->c != EOF && *width != 0) {
    const int digit = digitOf(scan->c, base);
    if (digit < 0)
      break;
    addDigit(&integer.number, digit, base);
    countDown(width);
    next(scan);
  }
  return integer;
}

/* What %p prints for null. */
static int readsNil(Scan *scan, const Directive *directive, long width) {
  return directive->conversion == 'p' && (width < 0 || width >= 5) && scan->c == '(' &&
         lower(next(scan)) == 'n' && lower(next(scan)) == 'i' && lower(next(scan)) == 'l' &&
         next(scan) == ')';
}

static void storeInteger(const Directive *directive, va_list *arguments, uint64_t value) {
  void *to = va_arg(*arguments, void *);
  if (directive->conversion == 'p') {
    *(uintptr_t *)to = (uintptr_t)value;
    return;
  }
  switch (directive->length) {
  case CHAR:
    *(uint8_t *)to = (uint8_t)value;
    return;
  case SHORT:
    *(uint16_t *)to = (uint16_t)value;
    return;
  case INT:
    *(uint32_t *)to = (uint32_t)value;
    return;
  case LONG:
    *(unsigned long *)to = (unsigned long)value;
    return;
  default:
    *(uint64_t *)to = value;
  }
}

HELPER uint64_t valueOf(const Directive *directive, Number number) {
  const size_t size = directive->length == LONG_DOUBLE ? sizeof(long long) : sizeof(long);
  if (directive->conversion == 'd' || directive->conversion == 'i')
    return (uint64_t)toSigned(number, size);
  return toUnsigned(number, size);
}

static int scanInteger(Scan *scan, const Directive *directive, va_list *arguments) {
  if (next(scan) == EOF)
    return inputEnds(scan);
  long width = directive->width;
  const Integer integer = readInteger(scan, directive, &width);
  const int isEmpty = integer.number.digits == 0;
  const int isNil = isEmpty && !integer.isSigned && readsNil(scan, directive, width);
  if (!isNil)
    putBack(scan);
  if (isEmpty && !isNil)
    return 0;
  const uint64_t value = valueOf(directive, integer.number);
  if (!directive->isSuppressed) {
    storeInteger(directive, arguments, value);
    ++scan->done;
  }
  return 1;
}

/* The rest of a word whose first letter has been read; false: another word. */
static int collectWord(Scan *scan, Collected *collected, const char *rest, long *width) {
  for (; *rest; ++rest) {
    if (*width == 0 || next(scan) == EOF || lower(scan->c) != *rest)
      return 0;
    countDown(width);
    collect(collected, (char)scan->c);
  }
  return 1;
}

/* inf, infinity and nan; false: something else that begins so. */
static int collectSpecial(Scan *scan, Collected *collected, long *width) {
  const int first = lower(scan->c);
  collect(collected, (char)scan->c);
  if (!collectWord(scan, collected, first == 'n' ? "an" : "nf", width))
    return 0;
  if (first == 'n' || *width == 0 || next(scan) == EOF)
    return 1;
  if (lower(scan->c) != 'i') {
    putBack(scan);
    return 1;
  }
  countDown(width);
  collect(collected, (char)scan->c);
  return collectWord(scan, collected, "nity", width);
}

/* Digits, point and exponent; false: there is no number. */
static int collectFloating(Scan *scan, Collected *collected, long *width) {
  const size_t before = collected->length;
  int inHexadecimal = 0, hasDigit = 0, hasPoint = 0, hasExponent = 0;
  int afterExponent = 0; /* the exponent's letter was the last character */
  if (*width != 0 && scan->c == '0') {
    collect(collected, '0');
    next(scan);
    countDown(width);
    if (*width != 0 && lower(scan->c) == 'x') {
      collect(collected, (char)scan->c);
      inHexadecimal = 1;
      next(scan);
      countDown(width);
    } else
      hasDigit = 1;
  }
  for (;;) {
    const int c = scan->c;
    int isExponent = 0;
    if (isDigit(c) || (!hasExponent && inHexadecimal && isHexadecimal(c)))
      hasDigit = 1;
    else if (afterExponent && (c == '-' || c == '+'))
      ;
    else if (hasDigit && !hasExponent && lower(c) == (inHexadecimal ? 'p' : 'e'))
      hasExponent = hasPoint = isExponent = 1;
    else if (!hasPoint && c == '.')
      hasPoint = 1;
    else {
      putBack(scan);
      break;
    }
    afterExponent = isExponent;
    collect(collected, (char)(isExponent ? inHexadecimal ? 'p' : 'e' : c));
    if (*width == 0 || next(scan) == EOF)
      break;
    countDown(width);
  }
  return collected->length > before + (inHexadecimal ? 2 : 0);
}

static int storeFloating(Scan *scan, const Directive *directive, const char *text,
                         va_list *arguments) {
  char *end = NULL;
  void *to = directive->isSuppressed ? NULL : va_arg(*arguments, void *);
  if (directive->length == LONG_DOUBLE) {
    const long double value = OURS(strtold)(text, &end);
    if (to && end != text)
      *(long double *)to = value;
  } else if (directive->length == LONG) {
    const double value = OURS(strtod)(text, &end);
    if (to && end != text)
      *(double *)to = value;
  } else {
    const float value = OURS(strtof)(text, &end);
    if (to && end != text)
      *(float *)to = value;
  }
  if (end == text)
    return 0;
  if (to)
    ++scan->done;
  return 1;
}

static int scanFloating(Scan *scan, const Directive *directive, va_list *arguments) {
  Collected collected;
  beginCollecting(&collected);
  long width = directive->width;
  next(scan);
  countDown(&width);
  if (scan->c == EOF)
    return inputEnds(scan);
  int isNumber = 1;
  if (scan->c == '-' || scan->c == '+') {
    collect(&collected, (char)scan->c);
    isNumber = width != 0 && next(scan) != EOF;
    countDown(&width);
  }
  if (isNumber) {
    if (lower(scan->c) == 'n' || lower(scan->c) == 'i')
      isNumber = collectSpecial(scan, &collected, &width);
    else
      isNumber = collectFloating(scan, &collected, &width);
  }
  if (isNumber) {
    collect(&collected, '\0');
    isNumber = storeFloating(scan, directive, collected.begin, arguments);
  }
  endCollecting(&collected);
  return isNumber;
}

static void storeCount(const Scan *scan, const Directive *directive, va_list *arguments) {
  if (!directive->isSuppressed)
    storeInteger(directive, arguments, (uint64_t)scan->source.count);
}

HELPER int scanLiteral(Scan *scan, char wanted, int skipsSpace) {
  if (next(scan) == EOF)
    return inputEnds(scan);
  if (skipsSpace)
    while (isSpace(scan->c))
      if (next(scan) == EOF)
        return inputEnds(scan);
  if (scan->c == (unsigned char)wanted)
    return 1;
  putBack(scan);
  return 0;
}

static int scanDirective(Scan *scan, const Directive *directive, va_list *arguments) {
  switch (directive->conversion) {
  case '%':
    return scanLiteral(scan, '%', 0);
  case 'n':
    storeCount(scan, directive, arguments);
    return 1;
  case 'c':
    return scanCharacters(scan, directive, arguments);
  case 's':
  case '[':
    return scanText(scan, directive, arguments);
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
    return scanInteger(scan, directive, arguments);
  case '\0':
    return 0;
  default:
    return scanFloating(scan, directive, arguments);
  }
}

static int scanned(Source source, const char *format, va_list *arguments) {
  Scan scan = {source, 0, 0, 0, 0};
  int skipsSpace = 0, goesOn = 1;
  while (goesOn && *format) {
    const char literal = *format++;
    if (literal != '%') {
      if (isSpace(literal)) {
        skipsSpace = 1;
        continue;
      }
      goesOn = scanLiteral(&scan, literal, skipsSpace);
    } else {
      const Directive directive = readDirective(&format);
      const char conversion = directive.conversion;
      if (conversion &&
          (skipsSpace || (conversion != '[' && conversion != 'c' && conversion != 'n'))) {
        const int error = errno;
        skipSpace(&scan);
        errno = error;
      }
      goesOn = scanDirective(&scan, &directive, arguments);
    }
    skipsSpace = 0;
  }
  if (goesOn && skipsSpace)
    skipSpace(&scan);
  return scan.isAtEnd && scan.done == 0 ? EOF : scan.done;
}

int OURS(vsscanf)(const char *s, const char *format, va_list list) {
  va_list arguments;
  va_copy(arguments, list);
  const int result = knowsAll(format) ? scanned(sourceOfText(s), format, &arguments)
                                      : vsscanf(s, format, arguments);
  va_end(arguments);
  return result;
}

int OURS(vfscanf)(FILE *file, const char *format, va_list list) {
  va_list arguments;
  va_copy(arguments, list);
  const int result = pincerIsInput(file) && knowsAll(format)
                         ? scanned(sourceOfFile(file), format, &arguments)
                         : vfscanf(file, format, arguments);
  va_end(arguments);
  return result;
}

int OURS(vscanf)(const char *format, va_list arguments) {
  return OURS(vfscanf)(stdin, format, arguments);
}

#define PASS_ON(call)                                                                              \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  const int result = call;                                                                         \
  va_end(arguments);                                                                               \
  return result

int OURS(sscanf)(const char *s, const char *format, ...) {
  PASS_ON(OURS(vsscanf)(s, format, arguments));
}

int OURS(fscanf)(FILE *file, const char *format, ...) {
  PASS_ON(OURS(vfscanf)(file, format, arguments));
}

int OURS(scanf)(const char *format, ...) { PASS_ON(OURS(vfscanf)(stdin, format, arguments)); }
