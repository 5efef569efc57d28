/* Thirty bytes, one nested comparison each. */
#include <stddef.h>
int magic_straight(const unsigned char *p, size_t n) {
  if (n < 30) return 0;
  if (p[0] == 'P') if (p[1] == 'i') if (p[2] == 'n') if (p[3] == 'c') if (p[4] == 'e') if (p[5] == 'r')
  if (p[6] == 0x7f) if (p[7] == 0x01) if (p[8] == 0x9e) if (p[9] == 0x37) if (p[10] == 0x79) if (p[11] == 0xb9)
  if (p[12] == 't') if (p[13] == 'e') if (p[14] == 's') if (p[15] == 't') if (p[16] == ' ') if (p[17] == 'f')
  if (p[18] == 'i') if (p[19] == 'l') if (p[20] == 'e') if (p[21] == 0x0d) if (p[22] == 0x0a) if (p[23] == 0x1a)
  if (p[24] == 0x0a) if (p[25] == 0xc3) if (p[26] == 0xa9) if (p[27] == 'Z') if (p[28] == '!') if (p[29] == '?')
    return 1;
  return 0;
}
