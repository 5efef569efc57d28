/* Quicksort with insertion sort below, on numbers read from the bytes. */
#include <stdint.h>

enum { MOST = 1 << 20 };
static int32_t numbers[MOST];

static void sort(int32_t *a, int n) {
  while (n > 12) {
    int32_t pivot = a[n / 2];
    int i = 0, j = n - 1;
    while (i <= j) {
      while (a[i] < pivot)
        i++;
      while (a[j] > pivot)
        j--;
      if (i <= j) {
        int32_t t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
        j--;
      }
    }
    sort(a, j + 1);
    a += i;
    n -= i;
  }
  for (int i = 1; i < n; i++) {
    int32_t value = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > value; j--)
      a[j] = a[j - 1];
    a[j] = value;
  }
}

int subject(unsigned char *bytes, int count) {
  int n = count / 4 < MOST ? count / 4 : MOST;
  for (int i = 0; i < n; i++)
    numbers[i] = (int32_t)(bytes[4 * i] | bytes[4 * i + 1] << 8 | bytes[4 * i + 2] << 16);
  sort(numbers, n);
  return numbers[n / 2];
}
