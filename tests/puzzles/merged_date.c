// Days since 1900: up to 200 rounds, each with a decision, sum up to what is asked for.
// RUN: --errors none
// EXPECT: exit 0
// EXPECT: covered 34 of 34
// EXPECT: stat 'gains: merged' at least 1
static int isLeap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

int serial(int day, int month, int year) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1900 || year > 2100 || month < 1 || month > 12)
    return -1;
  int most = days[month - 1] + (month == 2 && isLeap(year));
  if (day < 1 || day > most)
    return -2;
  int total = 0;
  for (int k = 1900; k < year; ++k)
    total += isLeap(k) ? 366 : 365;
  for (int k = 1; k < month; ++k)
    total += days[k - 1] + (k == 2 && isLeap(year));
  total += day;
  if (total == 54321)
    return 5;
  return total;
}
