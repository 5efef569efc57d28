/* Between the subject and the library functions that a test can refuse it. Targets with terms have
 * substitutes of these (library/refusable.c). */
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __vasprintf_chk(char **to, int flag, const char *format, va_list list);

#define HELPER static
#define OURS(name) name
#include "abi/refusable_functions.h"
