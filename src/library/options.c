#include "library/library.h"

#include <getopt.h>
#include <string.h>

/* getopt and getopt_long, by the steps of glibc: arguments that are no options are moved behind the
 * options, long names may be abbreviated. */

static char *nextCharacter; /* of a group of short options */
static int firstOther,
    lastOther; /* arguments that were skipped: from first up to, not including, last */
static enum { PERMUTES, STOPS, RETURNS_ALL } ordering;
static int isInitialised;
static int wrongOption; /* optopt is set from it at every call */

HELPER int isOption(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

HELPER const char *find(const char *letters, char c) {
  for (;; ++letters) {
    if (*letters == c)
      return letters;
    if (!*letters)
      return NULL;
  }
}

/* Puts the options between lastOther and optind before the others that were skipped. */
static void moveOthersBack(char **arguments) {
  const int others = lastOther - firstOther, options = optind - lastOther;
  for (int i = 0; i < options; ++i) {
    char *option = arguments[lastOther + i];
    for (int at = lastOther + i; at > firstOther + i; --at)
      arguments[at] = arguments[at - 1];
    arguments[firstOther + i] = option;
  }
  firstOther += options;
  lastOther = firstOther + others;
}

static const char *initialised(const char *letters) {
  if (optind == 0)
    optind = 1;
  firstOther = lastOther = optind;
  nextCharacter = NULL;
  isInitialised = 1;
  if (*letters == '-') {
    ordering = RETURNS_ALL;
    return letters + 1;
  }
  if (*letters == '+') {
    ordering = STOPS;
    return letters + 1;
  }
  ordering = getenv("POSIXLY_CORRECT") ? STOPS : PERMUTES;
  return letters;
}

/* How far two texts agree, up to the end of the first. */
HELPER int isPrefix(const char *part, const char *partEnd, const char *whole) {
  for (; part < partEnd; ++part, ++whole)
    if (*part != *whole)
      return 0;
  return 1;
}

enum { NONE = -1, AMBIGUOUS = -2 };

static int findLong(const struct option *options, const char *name, const char *end, int longOnly) {
  for (int i = 0; options[i].name; ++i)
    if (isPrefix(name, end, options[i].name) && options[i].name[end - name] == '\0')
      return i;
  int found = NONE;
  for (int i = 0; options[i].name; ++i) {
    if (!isPrefix(name, end, options[i].name))
      continue;
    if (found == NONE)
      found = i;
    else if (longOnly || options[found].has_arg != options[i].has_arg ||
             options[found].flag != options[i].flag || options[found].val != options[i].val)
      return AMBIGUOUS;
  }
  return found;
}

typedef struct {
  int count;
  char *const *arguments;
  const char *letters;
  const struct option *options;
  int *index;
  int longOnly, complains;
} Call;

/* An option with a name; -1: it is a short one after all. */
static int longOption(const Call *call, const char *prefix) {
  char *name = nextCharacter, *end = name;
  while (*end && *end != '=')
    ++end;
  const int found = findLong(call->options, name, end, call->longOnly);
  const char *program = call->arguments[0];
  if (found == NONE && call->longOnly && call->arguments[optind][1] != '-' &&
      find(call->letters, *name) != NULL)
    return -1;
  ++optind;
  if (found < 0) {
    if (call->complains)
      fprintf(stderr,
              found == NONE ? "%s: unrecognized option '%s%s'\n"
                            : "%s: option '%s%s' is ambiguous\n",
              program, prefix, name);
    nextCharacter = NULL;
    wrongOption = 0;
    return '?';
  }
  nextCharacter = NULL;
  const struct option *option = &call->options[found];
  if (*end) {
    if (!option->has_arg) {
      if (call->complains)
        fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", program, prefix,
                option->name);
      wrongOption = option->val;
      return '?';
    }
    optarg = end + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= call->count) {
      if (call->complains)
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", program, prefix, option->name);
      wrongOption = option->val;
      return call->letters[0] == ':' ? ':' : '?';
    }
    optarg = call->arguments[optind++];
  }
  if (call->index != NULL)
    *call->index = found;
  if (option->flag) {
    *option->flag = option->val;
    return 0;
  }
  return option->val;
}

/* Looks for the next argument that is an option. 0: nextCharacter is at a short one; else the
 * result of the whole call. */
static int nextArgument(const Call *call, char **arguments) {
  if (lastOther > optind)
    lastOther = optind;
  if (firstOther > optind)
    firstOther = optind;
  if (ordering == PERMUTES) {
    if (firstOther != lastOther && lastOther != optind)
      moveOthersBack(arguments);
    else if (lastOther != optind)
      firstOther = optind;
    while (optind < call->count && !isOption(arguments[optind]))
      ++optind;
    lastOther = optind;
  }
  if (optind != call->count && arguments[optind][0] == '-' && arguments[optind][1] == '-' &&
      arguments[optind][2] == '\0') {
    ++optind;
    if (firstOther != lastOther && lastOther != optind)
      moveOthersBack(arguments);
    else if (firstOther == lastOther)
      firstOther = optind;
    lastOther = optind = call->count;
  }
  if (optind == call->count) {
    if (firstOther != lastOther)
      optind = firstOther;
    return -1;
  }
  if (!isOption(arguments[optind])) {
    if (ordering == STOPS)
      return -1;
    optarg = arguments[optind++];
    return 1;
  }
  return 0;
}

static int shortOption(const Call *call) {
  const char c = *nextCharacter++;
  const char *letter = find(call->letters, c);
  if (*nextCharacter == '\0')
    ++optind;
  if (letter == NULL || c == ':' || c == ';') {
    if (call->complains)
      fprintf(stderr, "%s: invalid option -- '%c'\n", call->arguments[0], c);
    wrongOption = c;
    return '?';
  }
  if (letter[1] != ':')
    return c;
  int result = c;
  if (*nextCharacter != '\0') {
    optarg = nextCharacter;
    ++optind;
  } else if (letter[2] != ':') {
    if (optind == call->count) {
      if (call->complains)
        fprintf(stderr, "%s: option requires an argument -- '%c'\n", call->arguments[0], c);
      wrongOption = c;
      result = call->letters[0] == ':' ? ':' : '?';
    } else
      optarg = call->arguments[optind++];
  }
  nextCharacter = NULL;
  return result;
}

static int search(int count, char *const *arguments, const char *letters,
                  const struct option *options, int *index, int longOnly) {
  if (count < 1)
    return -1;
  optarg = NULL;
  if (optind == 0 || !isInitialised)
    letters = initialised(letters);
  else if (*letters == '-' || *letters == '+')
    ++letters;
  const Call call = {
      count, arguments, letters, options, index, longOnly, opterr && letters[0] != ':'};
  if (nextCharacter == NULL || *nextCharacter == '\0') {
    const int result = nextArgument(&call, (char **)arguments);
    if (result != 0)
      return result;
    char *argument = arguments[optind];
    if (options != NULL && argument[1] == '-') {
      nextCharacter = argument + 2;
      return longOption(&call, "--");
    }
    if (options != NULL && longOnly && (argument[2] || find(letters, argument[1]) == NULL)) {
      nextCharacter = argument + 1;
      const int code = longOption(&call, "-");
      if (code != -1)
        return code;
    }
    nextCharacter = argument + 1;
  }
  return shortOption(&call);
}

static int nextOption(int count, char *const *arguments, const char *letters,
                      const struct option *options, int *index, int longOnly) {
  const int result = search(count, arguments, letters, options, index, longOnly);
  optopt = wrongOption;
  return result;
}

int OURS(getopt)(int count, char *const *arguments, const char *letters) {
  return nextOption(count, arguments, letters, NULL, NULL, 0);
}

int OURS(getopt_long)(int count, char *const *arguments, const char *letters,
                      const struct option *options, int *index) {
  return nextOption(count, arguments, letters, options, index, 0);
}

int OURS(getopt_long_only)(int count, char *const *arguments, const char *letters,
                           const struct option *options, int *index) {
  return nextOption(count, arguments, letters, options, index, 1);
}
