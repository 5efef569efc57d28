/* The explicit trap that the normalise pass puts before a division by zero or INT_MIN / -1: the
 * same hardware fault that the division itself would raise, so that handlers and debuggers see the
 * usual thing. */
#include <signal.h>
#include <stdlib.h>

void __pincer_divide_error(void);

void __pincer_divide_error(void) {
#if defined(__x86_64__) || defined(__i386__)
  __asm__ volatile("xorl %%edx, %%edx\n\t"
                   "xorl %%ecx, %%ecx\n\t"
                   "divl %%ecx"
                   :
                   :
                   : "eax", "ecx", "edx", "cc");
#else
  raise(SIGFPE);
#endif
  abort();
}
