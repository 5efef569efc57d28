// Arithmetic on floats and doubles: each function has a branch for one number in very many.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 34 of 34
// EXPECT: no finding
int sum(double a, double b) { return a + b == 1234.5 && a - b == 0.25 ? 1 : 0; }
int product(float a, float b) { return a * b == 6.5f && b == 13.0f ? 1 : 0; }
int quotient(double a) { return a / 3.0 > 100.0 && a / 3.0 < 100.5 ? 1 : 0; }
int negative(double a) { return -a > 77.25 && -a < 77.5 ? 1 : 0; }
int truncated(double a) { return (int)a == 123456 ? 1 : 0; }
int unsignedTruncated(float a) { return (unsigned)a == 4000 ? 1 : 0; }
int converted(int a) { return (double)a * 0.5 == 12345.5 ? 1 : 0; }
int widened(float a) { return (double)a == 0.1f ? 1 : 0; }
int rounded(double a) { return (float)a == 16777216.0f && a > 16777216.0 ? 1 : 0; }
int notANumber(double a) {
  if (a != a)
    return 1;
  return 0;
}
double nested[2];
int stored(double a, float b) {
  nested[0] = a * 2.0;
  nested[1] = b;
  return nested[0] - nested[1] == 99.0 && b > 1000.0f ? 1 : 0;
}
