/* Library functions in plain C, for symbolic targets (abi/library.def): instrumented like the
 * subject, so that what they decide is recorded. Therefore byte by byte, no tricks with words, no
 * tables, and as few and as simple conditions as the meaning allows. They do what glibc does in the
 * C locale, and read no byte that glibc's contract does not let it read.
 *
 * A library function that is called by its own name here is the real one: it records nothing, and
 * what it gives back is concrete. */
#ifndef PINCER_MODELS_MODELS_H
#define PINCER_MODELS_MODELS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

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
void *MODEL(memccpy)(void *to, const void *from, int c, size_t n);

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
char *MODEL(strcasestr)(const char *haystack, const char *needle);
int MODEL(strverscmp)(const char *a, const char *b);
char *MODEL(basename)(const char *path);
char *MODEL(__strcpy_chk)(char *to, const char *from, size_t size);
char *MODEL(__stpcpy_chk)(char *to, const char *from, size_t size);
char *MODEL(__strcat_chk)(char *to, const char *from, size_t size);
char *MODEL(__strncat_chk)(char *to, const char *from, size_t n, size_t size);
char *MODEL(__strncpy_chk)(char *to, const char *from, size_t n, size_t size);
char *MODEL(__stpncpy_chk)(char *to, const char *from, size_t n, size_t size);

size_t MODEL(wcslen)(const wchar_t *s);
size_t MODEL(wcsnlen)(const wchar_t *s, size_t n);
int MODEL(wcscmp)(const wchar_t *a, const wchar_t *b);
int MODEL(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n);
int MODEL(wmemcmp)(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *MODEL(wmemchr)(const wchar_t *s, wchar_t c, size_t n);
wchar_t *MODEL(wcschr)(const wchar_t *s, wchar_t c);
wchar_t *MODEL(wcsrchr)(const wchar_t *s, wchar_t c);
wchar_t *MODEL(wcsstr)(const wchar_t *haystack, const wchar_t *needle);
size_t MODEL(wcsspn)(const wchar_t *s, const wchar_t *accepted);
size_t MODEL(wcscspn)(const wchar_t *s, const wchar_t *rejected);
wchar_t *MODEL(wcscpy)(wchar_t *to, const wchar_t *from);
wchar_t *MODEL(wcsncpy)(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *MODEL(wcscat)(wchar_t *to, const wchar_t *from);
wchar_t *MODEL(wmemcpy)(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *MODEL(wmemset)(wchar_t *to, wchar_t c, size_t n);

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
int MODEL(isascii)(int c);
int MODEL(toascii)(int c);

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
long MODEL(__isoc23_strtol)(const char *s, char **end, int base);
unsigned long MODEL(__isoc23_strtoul)(const char *s, char **end, int base);
long long MODEL(__isoc23_strtoll)(const char *s, char **end, int base);
unsigned long long MODEL(__isoc23_strtoull)(const char *s, char **end, int base);
div_t MODEL(div)(int a, int b);
ldiv_t MODEL(ldiv)(long a, long b);
lldiv_t MODEL(lldiv)(long long a, long long b);
double MODEL(strtod)(const char *s, char **end);
float MODEL(strtof)(const char *s, char **end);
long double MODEL(strtold)(const char *s, char **end);
double MODEL(atof)(const char *s);

void MODEL(qsort)(void *elements, size_t count, size_t size,
                  int (*compare)(const void *, const void *));
void MODEL(qsort_r)(void *elements, size_t count, size_t size,
                    int (*compare)(const void *, const void *, void *), void *extra);
void *MODEL(bsearch)(const void *key, const void *elements, size_t count, size_t size,
                     int (*compare)(const void *, const void *));
void *MODEL(lfind)(const void *key, const void *elements, size_t *count, size_t size,
                   int (*compare)(const void *, const void *));
void *MODEL(lsearch)(const void *key, void *elements, size_t *count, size_t size,
                     int (*compare)(const void *, const void *));

int MODEL(snprintf)(char *to, size_t room, const char *format, ...);
int MODEL(sprintf)(char *to, const char *format, ...);
int MODEL(asprintf)(char **to, const char *format, ...);
int MODEL(vsnprintf)(char *to, size_t room, const char *format, va_list list);
int MODEL(vsprintf)(char *to, const char *format, va_list arguments);
int MODEL(vasprintf)(char **to, const char *format, va_list arguments);
int MODEL(__snprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format, ...);
int MODEL(__sprintf_chk)(char *to, int flag, size_t size, const char *format, ...);
int MODEL(__asprintf_chk)(char **to, int flag, const char *format, ...);
int MODEL(__vsnprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format,
                           va_list arguments);
int MODEL(__vsprintf_chk)(char *to, int flag, size_t size, const char *format, va_list arguments);

int MODEL(sscanf)(const char *s, const char *format, ...);
int MODEL(fscanf)(FILE *file, const char *format, ...);
int MODEL(scanf)(const char *format, ...);
int MODEL(vsscanf)(const char *s, const char *format, va_list list);
int MODEL(vfscanf)(FILE *file, const char *format, va_list list);
int MODEL(vscanf)(const char *format, va_list arguments);

/* Whether a file is one of pincer_streams. */
int pincerIsInput(FILE *file);
int MODEL(fgetc)(FILE *file);
int MODEL(getchar)(void);
int MODEL(ungetc)(int c, FILE *file);
char *MODEL(fgets)(char *to, int size, FILE *file);
char *MODEL(gets)(char *to);
ssize_t MODEL(getdelim)(char **line, size_t *room, int delimiter, FILE *file);
ssize_t MODEL(getline)(char **line, size_t *room, FILE *file);
size_t MODEL(fread)(void *to, size_t size, size_t count, FILE *file);
int MODEL(fseek)(FILE *file, long offset, int whence);
long MODEL(ftell)(FILE *file);
void MODEL(rewind)(FILE *file);
int MODEL(fsetpos)(FILE *file, const fpos_t *position);
int MODEL(fclose)(FILE *file);
FILE *MODEL(fopen)(const char *path, const char *mode);
FILE *MODEL(freopen)(const char *path, const char *mode, FILE *file);

struct option;
int MODEL(getopt)(int count, char *const *arguments, const char *letters);
int MODEL(getopt_long)(int count, char *const *arguments, const char *letters,
                       const struct option *options, int *index);
int MODEL(getopt_long_only)(int count, char *const *arguments, const char *letters,
                            const struct option *options, int *index);

struct iovec;
struct stat;
ssize_t MODEL(read)(int descriptor, void *to, size_t size);
ssize_t MODEL(pread)(int descriptor, void *to, size_t size, off_t at);
ssize_t MODEL(readv)(int descriptor, const struct iovec *parts, int count);
off_t MODEL(lseek)(int descriptor, off_t offset, int whence);
int MODEL(fstat)(int descriptor, struct stat *status);
int MODEL(stat)(const char *path, struct stat *status);
int MODEL(lstat)(const char *path, struct stat *status);
int MODEL(fstatat)(int folder, const char *path, struct stat *status, int flags);
void *MODEL(mmap)(void *address, size_t size, int protection, int flags, int descriptor,
                  off_t offset);
int MODEL(open)(const char *path, int flags, ...);
int MODEL(openat)(int folder, const char *path, int flags, ...);
int MODEL(access)(const char *path, int kind);
int MODEL(faccessat)(int folder, const char *path, int kind, int flags);
char *MODEL(getenv)(const char *name);

#ifdef __cplusplus
}
#endif
#endif
