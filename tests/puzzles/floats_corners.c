// Where numbers are not what they seem: absorption, underflow, the negative zero, NaN, infinity less
// infinity, and thin solutions.
// RUN: --strategy concolic --steps 6000
// EXPECT: covered 32 of 32
// EXPECT: no finding
int absorbed(double x) { return x > 0 && x + 1.0 == x && x < 1e300; }
int underflow(double x) { return x > 0 && x * 0.5 == 0; }
int negativeZero(double x) { return x == 0 && 1 / x < 0; }
int noNumber(double x) { return !(x < 1) && !(x > 0); }
int bothInfinite(double x, double y) {
  double difference = x - y;
  return x > 0 && y > 0 && difference != difference;
}
int thinRoot(double x) {
  double value = x * x * x - 2 * x * x + 3;
  return value > 17.25 && value < 17.25000001;
}
int corner(double x, double y) { return x * x + y * y < 1 && x + y > 1.4142; }
