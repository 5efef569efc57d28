// Texts of wide characters.
// RUN: --strategy concolic --steps 1000
// EXPECT: exit 0
// EXPECT: covered 32 of 32
#define _GNU_SOURCE
#include <wchar.h>
typedef struct {
  wchar_t text[4];
} Word; /* is made to end with its last character */
int length(Word w) {
  w.text[3] = 0;
  return wcslen(w.text) == 2 && wcsnlen(w.text, 3) + (size_t)w.text[1] == 902 && w.text[0] == 0x20ac ? 1 : 0;
}
int compared(Word w) { return wcsncmp(w.text, L"\u03bb\u03bc!", 2) == 0 && w.text[2] == 77 ? 1 : 0; }
int memory(Word w) { return wmemcmp(w.text, L"wide", 4) == 0 ? 1 : 0; }
int found(Word w) { return wmemchr(w.text, 0x2603, 4) == w.text + 3 ? 1 : 0; }
int positions(Word w) {
  w.text[3] = 0;
  return wcschr(w.text, L'/') == w.text && wcsrchr(w.text, L'/') == w.text + 2 ? 1 : 0;
}
int within(Word w) {
  w.text[3] = 0;
  return wcsstr(w.text, L"yz") == w.text + 1 ? 1 : 0;
}
int spans(Word w) {
  w.text[3] = 0;
  return wcsspn(w.text, L"ab") == 2 && wcscspn(w.text, L"cd") == 2 && w.text[0] != w.text[1] ? 1 : 0;
}
int copied(Word w) {
  wchar_t to[12];
  w.text[3] = 0;
  wcscpy(to, w.text);
  wcscat(to, L"-");
  wcsncpy(to + 8, w.text, 2);
  return wcscmp(to, L"go-") == 0 ? 1 : 0;
}
int moved(Word w) {
  wchar_t to[4];
  wmemset(to, w.text[0], 4);
  wmemcpy(to, w.text + 1, 2);
  return to[0] == 1111 && to[3] == 2222 ? 1 : 0;
}
