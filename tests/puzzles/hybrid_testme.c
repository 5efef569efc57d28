// An endless loop, as in Fig. 1 of "Hybrid Concolic Testing": a deep state first, then one text out of 2^48.
// RUN: --strategy hybrid --steps 4000
// EXPECT: exit 1
// EXPECT: covered 32 of 32
// EXPECT: finding abort 7
#include <stdlib.h>
int main(void) {
  extern char __VERIFIER_nondet_char(void);
  int state = 0;
  while (1) {
    char c = __VERIFIER_nondet_char(), s[6];
    for (int i = 0; i < 6; i++)
      s[i] = __VERIFIER_nondet_char();
    state = c == '[' && state == 0 ? 1 : c == '(' && state == 1 ? 2 : c == '{' && state == 2 ? 3 : state;
    if (c == '~' && state == 3)
      state = 4;
    if (s[0] == 'r' && s[1] == 'e' && s[2] == 's' && s[3] == 'e' && s[4] == 't' && s[5] == 0 && state == 4)
      abort();
  }
}
