// Accounts in memory of the caller's: balances, limits that rise with use, interest by the month.
#include <limits.h>
#include <string.h>

struct ledger {
  long balance, limit;
  unsigned deposits, withdrawals, refused;
  unsigned months, monthsInDebt;
  int grade, isClosed;
};

void ledger_init(struct ledger *l, long limit) {
  memset(l, 0, sizeof *l);
  l->limit = limit > 0 && limit < 100000 ? limit : 500;
}

int ledger_deposit(struct ledger *l, long amount) {
  if (l->isClosed || amount <= 0 || amount > 1000000)
    return -1;
  if (l->balance > LONG_MAX / 2)
    return -2;
  l->balance += amount;
  l->deposits++;
  if (l->deposits == 6 && l->refused == 0)
    l->grade = 1;
  return 0;
}

int ledger_withdraw(struct ledger *l, long amount) {
  if (l->isClosed || amount <= 0)
    return -1;
  if (amount > 1000000 || l->balance - amount < -l->limit) {
    l->refused++;
    return -2;
  }
  l->balance -= amount;
  l->withdrawals++;
  return 0;
}

int ledger_end_month(struct ledger *l) {
  if (l->isClosed)
    return -1;
  l->months++;
  if (l->balance < 0) {
    l->monthsInDebt++;
    l->balance -= 10;
    if (l->monthsInDebt == 3)
      return 2; // a letter
  } else if (l->balance >= 1000 && l->months % 4 == 0) {
    l->balance += l->balance / 100;
    return 1;
  }
  return 0;
}

int ledger_close(struct ledger *l) {
  if (l->balance != 0)
    return -1;
  if (l->months < 2)
    return -2;
  l->isClosed = 1;
  return 0;
}

int ledger_rating(const struct ledger *l) {
  if (l->isClosed)
    return l->grade == 1 ? 'F' : 'C';
  if (l->refused >= 4)
    return l->withdrawals > l->deposits ? 'X' : 'D';
  if (l->grade == 1 && l->monthsInDebt == 2)
    return 'B';
  if (l->balance == 12345)
    return 'L';
  return 'A';
}
