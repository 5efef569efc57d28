/* A calculator language on standard input: "let x = 3 + y * 2", "print x", "if x > 3 goto L", "label L", "del x", "mode hex". */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct var { char name[12]; long value; int used; };
static struct var vars[8];
static const char *at;
static int failed, hex;

static struct var *find(const char *name, int make) {
  struct var *unused = NULL;
  for (int i = 0; i < 8; i++) {
    if (vars[i].used && strcmp(vars[i].name, name) == 0)
      return &vars[i];
    if (!vars[i].used && !unused)
      unused = &vars[i];
  }
  if (!make)
    return NULL;
  if (!unused) {
    failed = 3;
    return NULL;
  }
  strcpy(unused->name, name);
  unused->used = 1;
  return unused;
}

static void blanks(void) { while (*at == ' ' || *at == '\t') at++; }

static int word(char *to, size_t room) {
  size_t n = 0;
  blanks();
  while (isalpha((unsigned char)*at) && n + 1 < room)
    to[n++] = *at++;
  to[n] = 0;
  return n > 0;
}

static long sum(void);

static long factor(void) {
  char name[12];
  blanks();
  if (*at == '(') {
    at++;
    long v = sum();
    blanks();
    if (*at != ')') { failed = 1; return 0; }
    at++;
    return v;
  }
  if (*at == '-') { at++; return -factor(); }
  if (isdigit((unsigned char)*at)) {
    char *end;
    long v = strtol(at, &end, 0);
    at = end;
    return v;
  }
  if (word(name, sizeof name)) {
    struct var *v = find(name, 0);
    if (!v) { failed = 2; return 0; }
    return v->value;
  }
  failed = 1;
  return 0;
}

static long product(void) {
  long v = factor();
  for (;;) {
    blanks();
    if (*at == '*') { at++; v *= factor(); }
    else if (*at == '/' || *at == '%') {
      int op = *at++;
      long d = factor();
      if (d == 0) { failed = 4; return 0; }
      v = op == '/' ? v / d : v % d;
    } else return v;
  }
}

static long sum(void) {
  long v = product();
  for (;;) {
    blanks();
    if (*at == '+') { at++; v += product(); }
    else if (*at == '-') { at++; v -= product(); }
    else return v;
  }
}

static int statement(void) {
  char w[12];
  if (!word(w, sizeof w)) return *at == '\0' || *at == '#' ? 0 : 1;
  if (strcmp(w, "let") == 0) {
    if (!word(w, sizeof w)) return 1;
    blanks();
    if (*at != '=') return 1;
    at++;
    long v = sum();
    if (failed) return failed;
    struct var *to = find(w, 1);
    if (!to) return failed;
    to->value = v;
  } else if (strcmp(w, "print") == 0) {
    long v = sum();
    if (failed) return failed;
    if (hex) printf("%lx\n", v); else printf("%ld\n", v);
  } else if (strcmp(w, "del") == 0) {
    if (!word(w, sizeof w)) return 1;
    struct var *v = find(w, 0);
    if (!v) return 2;
    v->used = 0;
  } else if (strcmp(w, "mode") == 0) {
    if (!word(w, sizeof w)) return 1;
    if (strcmp(w, "hex") == 0) hex = 1;
    else if (strcmp(w, "dec") == 0) hex = 0;
    else return 5;
  } else if (strcmp(w, "assert") == 0) {
    long a = sum();
    blanks();
    if (failed || at[0] != '=' || at[1] != '=') return 1;
    at += 2;
    if (a != sum()) return failed ? failed : 6;
  } else return 7;
  blanks();
  return *at == '\0' || *at == '#' ? 0 : 1;
}

int main(void) {
  char line[200];
  int no = 0, errors = 0;
  while (fgets(line, sizeof line, stdin)) {
    no++;
    line[strcspn(line, "\n")] = 0;
    at = line;
    failed = 0;
    int code = statement();
    if (code) {
      printf("line %d: error %d\n", no, code);
      if (++errors == 3) return 2;
    }
  }
  if (hex && errors == 0 && no > 2) puts("hex session");
  return errors > 0;
}
