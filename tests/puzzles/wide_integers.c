// Integers of 128 bits.
// RUN: --strategy concolic --steps 3000
// EXPECT: covered 14 of 14
typedef unsigned __int128 wide;
int product(unsigned long a) { return (unsigned long)(((wide)a * 0x100000000000ul) >> 64) == 0x1234 ? 1 : 0; }
int sum(unsigned long a, unsigned long b) { return ((wide)a + b) >> 64 == 1 && a == 0xfffffffffffffff0ul && (unsigned long)((wide)a + b) == 7 ? 1 : 0; }
int shifted(unsigned long a, unsigned char by) { return ((wide)a << (by & 127)) >> 100 == 5 && by == 99 ? 1 : 0; }
int compared(long a) { return (__int128)a * 1000 > (__int128)9000000000000000000l * 1000 ? 1 : 0; }
