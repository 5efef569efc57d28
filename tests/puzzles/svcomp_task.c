// A task in the form of SV-COMP: inputs are asked for in a loop, assumed to be in a range, and an error hides behind a sum.
// EXPECT: exit 1
// EXPECT: covered 8 of 10
// EXPECT: finding assertion-failure
// EXPECT: environment __VERIFIER_nondet_int 'stub function'
extern void abort(void);
extern void __assert_fail (const char *__assertion, const char *__file,
      unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { __assert_fail("0", "svcomp_task.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int();
extern unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int cond);
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: {reach_error();abort();}
  }
  return;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value > 10 && value < 5000);
    if (value > 4000)
      sum += __VERIFIER_nondet_uchar() == 77;
  }
  __VERIFIER_assert(sum != 4);
  return 0;
}
