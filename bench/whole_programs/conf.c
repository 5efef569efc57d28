/* Reads key = value pairs with sections, includes of other keys (${section.key}) and typed values from the file named by its argument. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char section[16], key[16], value[48]; };
static struct entry entries[16];
static int count, strict;

static const char *lookup(const char *section, const char *key) {
  for (int i = count - 1; i >= 0; i--)
    if (!strcmp(entries[i].section, section) && !strcmp(entries[i].key, key))
      return entries[i].value;
  return NULL;
}

static char *trim(char *s) {
  while (isspace((unsigned char)*s)) s++;
  size_t n = strlen(s);
  while (n > 0 && isspace((unsigned char)s[n - 1])) s[--n] = 0;
  return s;
}

static int expand(const char *from, char *to, size_t room, const char *section) {
  size_t n = 0;
  while (*from) {
    if (from[0] == '$' && from[1] == '{') {
      const char *end = strchr(from, '}');
      char name[32], *dot;
      if (!end || end - from - 2 >= (long)sizeof name) return -1;
      memcpy(name, from + 2, (size_t)(end - from - 2));
      name[end - from - 2] = 0;
      dot = strchr(name, '.');
      const char *value;
      if (dot) { *dot = 0; value = lookup(name, dot + 1); }
      else value = lookup(section, name);
      if (!value) return -2;
      if (n + strlen(value) >= room) return -3;
      strcpy(to + n, value);
      n += strlen(value);
      from = end + 1;
    } else {
      if (n + 1 >= room) return -3;
      to[n++] = *from++;
    }
  }
  to[n] = 0;
  return 0;
}

static int add(const char *section, const char *key, const char *value) {
  if (count == 16) return -4;
  struct entry *e = &entries[count];
  if (strlen(key) >= sizeof e->key || !*key) return -5;
  int r = expand(value, e->value, sizeof e->value, section);
  if (r) return r;
  strcpy(e->section, section);
  strcpy(e->key, key);
  count++;
  return 0;
}

static int truth(const char *v) {
  if (!strcasecmp(v, "on") || !strcasecmp(v, "true") || !strcmp(v, "1")) return 1;
  if (!strcasecmp(v, "off") || !strcasecmp(v, "false") || !strcmp(v, "0")) return 0;
  return -1;
}

static int check(void) {
  const char *v = lookup("server", "port");
  if (v) {
    char *end;
    errno = 0;
    long port = strtol(v, &end, 10);
    if (*end || errno) return 10;
    if (port < 1 || port > 65535) return 11;
    if (port < 1024 && !lookup("server", "user")) return 12;
  } else if (strict) return 13;
  v = lookup("log", "level");
  if (v) {
    if (!strcmp(v, "debug")) puts("debugging");
    else if (!strcmp(v, "info") || !strcmp(v, "error")) puts("quiet");
    else return 14;
  }
  v = lookup("log", "rotate");
  if (v && truth(v) < 0) return 15;
  if (v && truth(v) && !lookup("log", "file")) return 16;
  return 0;
}

int main(int argc, char **argv) {
  int at = 1;
  if (at < argc && !strcmp(argv[at], "--strict")) { strict = 1; at++; }
  if (at + 1 != argc) { fputs("usage: conf [--strict] FILE\n", stderr); return 2; }
  FILE *f = fopen(argv[at], "r");
  if (!f) { perror(argv[at]); return 2; }
  char line[96], section[16] = "";
  for (int no = 1; fgets(line, sizeof line, f); no++) {
    char *s = trim(line);
    if (*s == '\0' || *s == '#') continue;
    if (*s == '[') {
      char *end = strchr(s, ']');
      if (!end || end[1] || end - s - 1 >= (long)sizeof section) { printf("%d: section\n", no); return 3; }
      *end = 0;
      strcpy(section, trim(s + 1));
      continue;
    }
    char *eq = strchr(s, '=');
    if (!eq) { if (strict) return 3; continue; }
    *eq = 0;
    int r = add(section, trim(s), trim(eq + 1));
    if (r) { printf("%d: error %d\n", no, -r); return 4; }
  }
  fclose(f);
  int r = check();
  if (r) printf("wrong: %d\n", r);
  return r;
}
