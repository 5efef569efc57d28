/* Fig. 1 of "Hybrid Concolic Testing" (Majumdar, Sen): an endless loop, an error in a deep state.
 * Texts of six characters come as such. */
extern char __VERIFIER_nondet_char(void);
#include <stdlib.h>
int main(void) {
  int state = 0;
  while (1) {
    char c, s[6];
    c = __VERIFIER_nondet_char();
    for (int i = 0; i < 6; ++i)
      s[i] = __VERIFIER_nondet_char();
    if (c == '[' && state == 0)
      state = 1;
    if (c == '(' && state == 1)
      state = 2;
    if (c == '{' && state == 2)
      state = 3;
    if (c == '~' && state == 3)
      state = 4;
    if (c == 'a' && state == 4)
      state = 5;
    if (c == 'x' && state == 5)
      state = 6;
    if (c == '}' && state == 6)
      state = 7;
    if (c == ')' && state == 7)
      state = 8;
    if (c == ']' && state == 8)
      state = 9;
    if (s[0] == 'r' && s[1] == 'e' && s[2] == 's' && s[3] == 'e' && s[4] == 't' && s[5] == 0 &&
        state == 9)
      abort();
  }
}
