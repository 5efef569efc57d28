/* Recursive descent over a text of expressions: sums, products, parentheses, variables. Counts
 * results by their sign. */
static const char *at, *end;
static int variables[26];

static int sum(int depth);

static int number(void) {
  int value = 0;
  while (at < end && *at >= '0' && *at <= '9')
    value = value * 10 + (*at++ - '0');
  return value;
}

static int factor(int depth) {
  if (at == end)
    return 0;
  if (*at >= '0' && *at <= '9')
    return number();
  if (*at >= 'a' && *at <= 'z')
    return variables[*at++ - 'a'];
  if (*at == '-' && depth > 0) {
    at++;
    return -factor(depth - 1);
  }
  if (*at == '(' && depth > 0) {
    at++;
    int value = sum(depth - 1);
    if (at < end && *at == ')')
      at++;
    return value;
  }
  at++;
  return 1;
}

static int product(int depth) {
  int value = factor(depth);
  while (at < end && (*at == '*' || *at == '/' || *at == '%')) {
    char operation = *at++;
    int right = factor(depth);
    if (operation == '*')
      value *= right;
    else if (right != 0 && right != -1)
      value = operation == '/' ? value / right : value % right;
  }
  return value;
}

static int sum(int depth) {
  int value = product(depth);
  while (at < end && (*at == '+' || *at == '-')) {
    char operation = *at++;
    int right = product(depth);
    value = operation == '+' ? value + right : value - right;
  }
  return value;
}

int subject(unsigned char *bytes, int count) {
  int positive = 0, negative = 0;
  at = (const char *)bytes;
  end = at + count;
  for (int i = 0; i < 26; i++)
    variables[i] = 3 * i - 20;
  while (at < end) {
    int value = sum(20);
    if (value > 0)
      positive++;
    else if (value < 0)
      negative++;
  }
  return 3 * positive + negative;
}
