// A terminal's modes in variables of the file: what a character does hangs on what was set before,
// escape sequences switch modes on and off.
enum { NORMAL, ESCAPE, PARAMETER };

static int state = NORMAL;
static int parameter, parameters[4], parameterCount;
static int row, column, isBold, isInserting, savedRow = -1, savedColumn = -1;
static int top = 0, bottom = 23, scrolled;
static unsigned bells;

static void finish(char c) {
  const int first = parameterCount > 0 ? parameters[0] : 0;
  switch (c) {
  case 'H':
    row = first > 0 && first <= 24 ? first - 1 : 0;
    column = parameterCount > 1 && parameters[1] > 0 && parameters[1] <= 80 ? parameters[1] - 1 : 0;
    break;
  case 'm':
    isBold = first == 1;
    break;
  case 'h':
    isInserting = first == 4;
    break;
  case 'r':
    if (parameterCount == 2 && parameters[0] < parameters[1] && parameters[1] <= 24) {
      top = parameters[0] > 0 ? parameters[0] - 1 : 0;
      bottom = parameters[1] - 1;
    }
    break;
  case 's':
    savedRow = row;
    savedColumn = column;
    break;
  case 'u':
    if (savedRow >= 0) {
      row = savedRow;
      column = savedColumn;
    }
    break;
  }
  state = NORMAL;
}

void term_reset(void) {
  state = NORMAL;
  row = column = isBold = isInserting = scrolled = 0;
  savedRow = savedColumn = -1;
  top = 0, bottom = 23, bells = 0;
}

int term_put(char c) {
  switch (state) {
  case NORMAL:
    if (c == 27) {
      state = ESCAPE;
    } else if (c == '\n') {
      if (row == bottom)
        scrolled++;
      else
        row++;
    } else if (c == 7) {
      bells++;
    } else if (c >= 32) {
      if (++column == 80)
        column = 0;
      return isBold ? 2 : 1;
    }
    return 0;
  case ESCAPE:
    state = c == '[' ? PARAMETER : NORMAL;
    parameter = parameterCount = 0;
    return 0;
  default:
    if (c >= '0' && c <= '9') {
      if (parameter < 1000)
        parameter = 10 * parameter + (c - '0');
    } else {
      if (parameterCount < 4)
        parameters[parameterCount++] = parameter;
      parameter = 0;
      if (c != ';')
        finish(c);
    }
    return 0;
  }
}

int term_status(void) {
  if (state != NORMAL)
    return 'i';
  if (isBold && isInserting)
    return 'x';
  if (scrolled > 2 && top > 0)
    return 's';
  if (bells >= 6)
    return 'b';
  if (savedRow > 0 && savedRow == row)
    return 'r';
  return 'n';
}
