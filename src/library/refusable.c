/* What stands between the subject and the library functions that a test can refuse it
 * (driver/refusable.c), for targets with terms. */
#include "library/library.h"

#include <malloc.h>
#include <string.h>

/* Those that have substitutes themselves. */
#define strdup OURS(strdup)
#define strndup OURS(strndup)
#define vasprintf OURS(vasprintf)
#define __vasprintf_chk(to, flag, format, list) ((void)(flag), OURS(vasprintf)(to, format, list))
#include "abi/refusable_functions.h"
