/* Library functions in plain C, for symbolic targets (abi/models.def): instrumented like the
 * subject, so that what they decide is recorded. Therefore byte by byte, no tricks with words, no
 * tables, and as few and as simple conditions as the meaning allows. They do what glibc does in the
 * C locale, and read no byte that glibc's contract does not let it read.
 *
 * None may call a library function that has a model. */
#ifndef PINCER_MODELS_MODELS_H
#define PINCER_MODELS_MODELS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MODEL(name) __pincer_model_##name
/* What several models need; at -O0 the compiler forbids all other inlining. */
#define HELPER static inline __attribute__((always_inline))

void *MODEL(memchr)(const void *s, int c, size_t n);
void *MODEL(memrchr)(const void *s, int c, size_t n);
void *MODEL(rawmemchr)(const void *s, int c);
int MODEL(memcmp)(const void *a, const void *b, size_t n);
int MODEL(bcmp)(const void *a, const void *b, size_t n);
void *MODEL(memmem)(const void *haystack, size_t length, const void *needle, size_t needleLength);

size_t MODEL(strlen)(const char *s);
size_t MODEL(strnlen)(const char *s, size_t n);
int MODEL(strcmp)(const char *a, const char *b);
int MODEL(strncmp)(const char *a, const char *b, size_t n);
int MODEL(strcasecmp)(const char *a, const char *b);
int MODEL(strncasecmp)(const char *a, const char *b, size_t n);
char *MODEL(strchr)(const char *s, int c);
char *MODEL(strchrnul)(const char *s, int c);
char *MODEL(strrchr)(const char *s, int c);
char *MODEL(strstr)(const char *haystack, const char *needle);
size_t MODEL(strspn)(const char *s, const char *accepted);
size_t MODEL(strcspn)(const char *s, const char *rejected);
char *MODEL(strpbrk)(const char *s, const char *accepted);
char *MODEL(strtok)(char *s, const char *delimiters);
char *MODEL(strtok_r)(char *s, const char *delimiters, char **rest);
char *MODEL(strsep)(char **s, const char *delimiters);
char *MODEL(strcpy)(char *to, const char *from);
char *MODEL(strncpy)(char *to, const char *from, size_t n);
char *MODEL(stpcpy)(char *to, const char *from);
char *MODEL(stpncpy)(char *to, const char *from, size_t n);
char *MODEL(strcat)(char *to, const char *from);
char *MODEL(strncat)(char *to, const char *from, size_t n);
char *MODEL(strdup)(const char *s);
char *MODEL(strndup)(const char *s, size_t n);

int MODEL(isalnum)(int c);
int MODEL(isalpha)(int c);
int MODEL(isblank)(int c);
int MODEL(iscntrl)(int c);
int MODEL(isdigit)(int c);
int MODEL(isgraph)(int c);
int MODEL(islower)(int c);
int MODEL(isprint)(int c);
int MODEL(ispunct)(int c);
int MODEL(isspace)(int c);
int MODEL(isupper)(int c);
int MODEL(isxdigit)(int c);
int MODEL(tolower)(int c);
int MODEL(toupper)(int c);

int MODEL(abs)(int n);
long MODEL(labs)(long n);
long long MODEL(llabs)(long long n);
int MODEL(atoi)(const char *s);
long MODEL(atol)(const char *s);
long long MODEL(atoll)(const char *s);
long MODEL(strtol)(const char *s, char **end, int base);
unsigned long MODEL(strtoul)(const char *s, char **end, int base);
long long MODEL(strtoll)(const char *s, char **end, int base);
unsigned long long MODEL(strtoull)(const char *s, char **end, int base);

#ifdef __cplusplus
}
#endif
#endif
