/* Accounts, commanded by lines: open NAME, deposit NAME N, withdraw NAME N, transfer A B N, close NAME, freeze NAME, admin PIN, audit, quit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum state { FREE, OPEN, FROZEN };
struct account { char name[10]; enum state state; long balance; int moves; };
static struct account accounts[5];
static int admin;

static struct account *named(const char *name) {
  for (int i = 0; i < 5; i++)
    if (accounts[i].state != FREE && strcmp(accounts[i].name, name) == 0) return &accounts[i];
  return NULL;
}

static int open_account(const char *name) {
  if (strlen(name) >= sizeof accounts[0].name) return 1;
  if (named(name)) return 2;
  for (int i = 0; i < 5; i++)
    if (accounts[i].state == FREE) {
      strcpy(accounts[i].name, name);
      accounts[i].state = OPEN;
      accounts[i].balance = 0;
      accounts[i].moves = 0;
      return 0;
    }
  return 3;
}

static int move(struct account *a, long amount) {
  if (a->state == FROZEN && !admin) return 4;
  if (a->balance + amount < 0) return 5;
  a->balance += amount;
  a->moves++;
  return 0;
}

static int transfer(const char *from, const char *to, long amount) {
  struct account *a = named(from), *b = named(to);
  if (!a || !b) return 6;
  if (a == b) return 7;
  int r = move(a, -amount);
  if (r) return r;
  r = move(b, amount);
  if (r) a->balance += amount;
  return r;
}

static int command(char *line) {
  char *words[5];
  int n = 0;
  for (char *w = strtok(line, " \t\n"); w && n < 5; w = strtok(NULL, " \t\n")) words[n++] = w;
  if (n == 0) return 0;
  if (!strcmp(words[0], "open") && n == 2) return open_account(words[1]);
  if ((!strcmp(words[0], "deposit") || !strcmp(words[0], "withdraw")) && n == 3) {
    struct account *a = named(words[1]);
    long amount = atol(words[2]);
    if (!a) return 6;
    if (amount <= 0 || amount > 1000000) return 8;
    return move(a, words[0][0] == 'd' ? amount : -amount);
  }
  if (!strcmp(words[0], "transfer") && n == 4) {
    long amount = atol(words[3]);
    if (amount <= 0) return 8;
    return transfer(words[1], words[2], amount);
  }
  if (!strcmp(words[0], "freeze") && n == 2) {
    struct account *a = named(words[1]);
    if (!a) return 6;
    a->state = a->state == FROZEN ? OPEN : FROZEN;
    return 0;
  }
  if (!strcmp(words[0], "close") && n == 2) {
    struct account *a = named(words[1]);
    if (!a) return 6;
    if (a->balance != 0) return 9;
    if (a->state == FROZEN) return 4;
    a->state = FREE;
    return 0;
  }
  if (!strcmp(words[0], "admin") && n == 2) {
    if (strtoul(words[1], NULL, 16) != 0xc0ffee) return 10;
    admin = 1;
    return 0;
  }
  if (!strcmp(words[0], "audit") && n == 1) {
    if (!admin) return 11;
    long total = 0;
    for (int i = 0; i < 5; i++)
      if (accounts[i].state != FREE) {
        total += accounts[i].balance;
        if (accounts[i].moves > 3) printf("%s is busy\n", accounts[i].name);
      }
    if (total > 100000) puts("rich");
    return 0;
  }
  if (!strcmp(words[0], "quit")) exit(0);
  return 12;
}

int main(void) {
  char line[80];
  while (fgets(line, sizeof line, stdin)) {
    int r = command(line);
    printf(r ? "error %d\n" : "ok\n", r);
  }
  return 0;
}
