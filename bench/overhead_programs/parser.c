/* A scanner over text: words, numbers, nesting, strings; counts into a struct. */
struct counts {
  int words, numbers, sum, depth, deepest, strings, lines, others;
};

static int isLetter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
static int isDigit(int c) { return c >= '0' && c <= '9'; }

static void scan(struct counts *counts, const unsigned char *text, int length) {
  int at = 0;
  while (at < length) {
    int c = text[at];
    if (isLetter(c)) {
      while (at < length && (isLetter(text[at]) || isDigit(text[at])))
        at++;
      counts->words++;
      continue;
    }
    if (isDigit(c)) {
      int value = 0;
      while (at < length && isDigit(text[at]))
        value = value * 10 + (text[at++] - '0');
      counts->numbers++;
      counts->sum += value;
      continue;
    }
    switch (c) {
    case '(':
    case '[':
    case '{':
      if (++counts->depth > counts->deepest)
        counts->deepest = counts->depth;
      break;
    case ')':
    case ']':
    case '}':
      if (counts->depth > 0)
        counts->depth--;
      break;
    case '"':
      at++;
      while (at < length && text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
      counts->strings++;
      break;
    case '\n':
      counts->lines++;
      break;
    default:
      counts->others++;
    }
    at++;
  }
}

int subject(unsigned char *bytes, int count) {
  struct counts counts = {0};
  scan(&counts, bytes, count);
  return counts.words + counts.numbers * 3 + counts.sum + counts.deepest + counts.strings +
         counts.lines + counts.others;
}
