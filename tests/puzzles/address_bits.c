// What hangs on addresses is no test: of these conditions only the ordinary ones are covered.
// RUN: --steps 2000 --no-failing-allocations
// EXPECT: exit 0
// EXPECT: covered 2 of 20
// EXPECT: open '((uintptr_t)p >> 21) & 1' false 'depends on something beside'
// EXPECT: open '(uintptr_t)p < (uintptr_t)&here' true 'depends on something beside'
// EXPECT: no finding
#include <stdint.h>
#include <stdlib.h>
static int table[16];
int bit4(int n) { char *p = malloc(20); int r = 0; if (n == 5) r = 2; if (((uintptr_t)p >> 4) & 1) r++; free(p); return r; }
int bit9(int n) { char *p = malloc(20); int r = 0; if (((uintptr_t)p >> 9) & 1) r++; free(p); return r; }
int bit21(int n) { char *p = malloc(20); int r = 0; if (((uintptr_t)p >> 21) & 1) r++; free(p); return r; }
int hash(int n) { char *p = malloc(20); int r = 0; if (((uintptr_t)p * 2654435761u) % 7 < 3) r++; free(p); return r; }
int apart(int n) { char *p = malloc(20), *q = malloc(20); int r = 0; if (q - p == 48 || p - q == 48) r++; free(p); free(q); return r; }
int above(int n) { char here, *p = malloc(20); int r = 0; if ((uintptr_t)p < (uintptr_t)&here) r++; free(p); return r; }
int local(int n) { volatile char here[8]; int r = 0; if (((uintptr_t)here >> 5) & 1) r++; return r; }
int global(int n) { int r = 0; if ((uintptr_t)table > 0x100000000) r++; return r; }
