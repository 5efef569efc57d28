/* Library functions in plain C, for symbolic targets (abi/library.def): instrumented like the
 * subject, so that what they decide is recorded. Therefore byte by byte, no tricks with words, no
 * tables, and as few and as simple conditions as the meaning allows. They do what glibc does in the
 * C locale, and read no byte that glibc's contract does not let it read.
 *
 * A library function that is called by its own name here is the real one: it records nothing, and
 * what it gives back is concrete. */
#ifndef PINCER_LIBRARY_LIBRARY_H
#define PINCER_LIBRARY_LIBRARY_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OURS(name) __pincer_our_##name
/* What several functions need; at -O0 the compiler forbids all other inlining. */
#define HELPER static inline __attribute__((always_inline))

void *OURS(memchr)(const void *s, int c, size_t n);
void *OURS(memrchr)(const void *s, int c, size_t n);
void *OURS(rawmemchr)(const void *s, int c);
int OURS(memcmp)(const void *a, const void *b, size_t n);
int OURS(bcmp)(const void *a, const void *b, size_t n);
void *OURS(memmem)(const void *haystack, size_t length, const void *needle, size_t needleLength);
void *OURS(memccpy)(void *to, const void *from, int c, size_t n);

size_t OURS(strlen)(const char *s);
size_t OURS(strnlen)(const char *s, size_t n);
int OURS(strcmp)(const char *a, const char *b);
int OURS(strncmp)(const char *a, const char *b, size_t n);
int OURS(strcasecmp)(const char *a, const char *b);
int OURS(strncasecmp)(const char *a, const char *b, size_t n);
char *OURS(strchr)(const char *s, int c);
char *OURS(strchrnul)(const char *s, int c);
char *OURS(strrchr)(const char *s, int c);
char *OURS(strstr)(const char *haystack, const char *needle);
size_t OURS(strspn)(const char *s, const char *accepted);
size_t OURS(strcspn)(const char *s, const char *rejected);
char *OURS(strpbrk)(const char *s, const char *accepted);
char *OURS(strtok)(char *s, const char *delimiters);
char *OURS(strtok_r)(char *s, const char *delimiters, char **rest);
char *OURS(strsep)(char **s, const char *delimiters);
char *OURS(strcpy)(char *to, const char *from);
char *OURS(strncpy)(char *to, const char *from, size_t n);
char *OURS(stpcpy)(char *to, const char *from);
char *OURS(stpncpy)(char *to, const char *from, size_t n);
char *OURS(strcat)(char *to, const char *from);
char *OURS(strncat)(char *to, const char *from, size_t n);
char *OURS(strdup)(const char *s);
char *OURS(strndup)(const char *s, size_t n);
char *OURS(strcasestr)(const char *haystack, const char *needle);
int OURS(strverscmp)(const char *a, const char *b);
char *OURS(basename)(const char *path);
char *OURS(__strcpy_chk)(char *to, const char *from, size_t size);
char *OURS(__stpcpy_chk)(char *to, const char *from, size_t size);
char *OURS(__strcat_chk)(char *to, const char *from, size_t size);
char *OURS(__strncat_chk)(char *to, const char *from, size_t n, size_t size);
char *OURS(__strncpy_chk)(char *to, const char *from, size_t n, size_t size);
char *OURS(__stpncpy_chk)(char *to, const char *from, size_t n, size_t size);

size_t OURS(wcslen)(const wchar_t *s);
size_t OURS(wcsnlen)(const wchar_t *s, size_t n);
int OURS(wcscmp)(const wchar_t *a, const wchar_t *b);
int OURS(wcsncmp)(const wchar_t *a, const wchar_t *b, size_t n);
int OURS(wmemcmp)(const wchar_t *a, const wchar_t *b, size_t n);
wchar_t *OURS(wmemchr)(const wchar_t *s, wchar_t c, size_t n);
wchar_t *OURS(wcschr)(const wchar_t *s, wchar_t c);
wchar_t *OURS(wcsrchr)(const wchar_t *s, wchar_t c);
wchar_t *OURS(wcsstr)(const wchar_t *haystack, const wchar_t *needle);
size_t OURS(wcsspn)(const wchar_t *s, const wchar_t *accepted);
size_t OURS(wcscspn)(const wchar_t *s, const wchar_t *rejected);
wchar_t *OURS(wcscpy)(wchar_t *to, const wchar_t *from);
wchar_t *OURS(wcsncpy)(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *OURS(wcscat)(wchar_t *to, const wchar_t *from);
wchar_t *OURS(wmemcpy)(wchar_t *to, const wchar_t *from, size_t n);
wchar_t *OURS(wmemset)(wchar_t *to, wchar_t c, size_t n);

int OURS(isalnum)(int c);
int OURS(isalpha)(int c);
int OURS(isblank)(int c);
int OURS(iscntrl)(int c);
int OURS(isdigit)(int c);
int OURS(isgraph)(int c);
int OURS(islower)(int c);
int OURS(isprint)(int c);
int OURS(ispunct)(int c);
int OURS(isspace)(int c);
int OURS(isupper)(int c);
int OURS(isxdigit)(int c);
int OURS(tolower)(int c);
int OURS(toupper)(int c);
int OURS(isascii)(int c);
int OURS(toascii)(int c);

int OURS(abs)(int n);
long OURS(labs)(long n);
long long OURS(llabs)(long long n);
int OURS(atoi)(const char *s);
long OURS(atol)(const char *s);
long long OURS(atoll)(const char *s);
long OURS(strtol)(const char *s, char **end, int base);
unsigned long OURS(strtoul)(const char *s, char **end, int base);
long long OURS(strtoll)(const char *s, char **end, int base);
unsigned long long OURS(strtoull)(const char *s, char **end, int base);
long OURS(__isoc23_strtol)(const char *s, char **end, int base);
unsigned long OURS(__isoc23_strtoul)(const char *s, char **end, int base);
long long OURS(__isoc23_strtoll)(const char *s, char **end, int base);
unsigned long long OURS(__isoc23_strtoull)(const char *s, char **end, int base);
div_t OURS(div)(int a, int b);
ldiv_t OURS(ldiv)(long a, long b);
lldiv_t OURS(lldiv)(long long a, long long b);
double OURS(strtod)(const char *s, char **end);
float OURS(strtof)(const char *s, char **end);
long double OURS(strtold)(const char *s, char **end);
double OURS(atof)(const char *s);

void OURS(qsort)(void *elements, size_t count, size_t size,
                 int (*compare)(const void *, const void *));
void OURS(qsort_r)(void *elements, size_t count, size_t size,
                   int (*compare)(const void *, const void *, void *), void *extra);
void *OURS(bsearch)(const void *key, const void *elements, size_t count, size_t size,
                    int (*compare)(const void *, const void *));
void *OURS(lfind)(const void *key, const void *elements, size_t *count, size_t size,
                  int (*compare)(const void *, const void *));
void *OURS(lsearch)(const void *key, void *elements, size_t *count, size_t size,
                    int (*compare)(const void *, const void *));

int OURS(snprintf)(char *to, size_t room, const char *format, ...);
int OURS(sprintf)(char *to, const char *format, ...);
int OURS(asprintf)(char **to, const char *format, ...);
int OURS(vsnprintf)(char *to, size_t room, const char *format, va_list list);
int OURS(vsprintf)(char *to, const char *format, va_list arguments);
int OURS(vasprintf)(char **to, const char *format, va_list arguments);
int OURS(__snprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format, ...);
int OURS(__sprintf_chk)(char *to, int flag, size_t size, const char *format, ...);
int OURS(__asprintf_chk)(char **to, int flag, const char *format, ...);
int OURS(__vsnprintf_chk)(char *to, size_t room, int flag, size_t size, const char *format,
                          va_list arguments);
int OURS(__vsprintf_chk)(char *to, int flag, size_t size, const char *format, va_list arguments);

int OURS(sscanf)(const char *s, const char *format, ...);
int OURS(fscanf)(FILE *file, const char *format, ...);
int OURS(scanf)(const char *format, ...);
int OURS(vsscanf)(const char *s, const char *format, va_list list);
int OURS(vfscanf)(FILE *file, const char *format, va_list list);
int OURS(vscanf)(const char *format, va_list arguments);

/* Whether a file is one of pincer_streams. */
int pincerIsInput(FILE *file);
int OURS(fgetc)(FILE *file);
int OURS(getchar)(void);
int OURS(ungetc)(int c, FILE *file);
char *OURS(fgets)(char *to, int size, FILE *file);
char *OURS(gets)(char *to);
ssize_t OURS(getdelim)(char **line, size_t *room, int delimiter, FILE *file);
ssize_t OURS(getline)(char **line, size_t *room, FILE *file);
size_t OURS(fread)(void *to, size_t size, size_t count, FILE *file);
int OURS(fseek)(FILE *file, long offset, int whence);
long OURS(ftell)(FILE *file);
void OURS(rewind)(FILE *file);
int OURS(fsetpos)(FILE *file, const fpos_t *position);
int OURS(fclose)(FILE *file);
FILE *OURS(fopen)(const char *path, const char *mode);
FILE *OURS(freopen)(const char *path, const char *mode, FILE *file);

struct option;
int OURS(getopt)(int count, char *const *arguments, const char *letters);
int OURS(getopt_long)(int count, char *const *arguments, const char *letters,
                      const struct option *options, int *index);
int OURS(getopt_long_only)(int count, char *const *arguments, const char *letters,
                           const struct option *options, int *index);

struct iovec;
struct stat;
ssize_t OURS(read)(int descriptor, void *to, size_t size);
ssize_t OURS(pread)(int descriptor, void *to, size_t size, off_t at);
ssize_t OURS(readv)(int descriptor, const struct iovec *parts, int count);
off_t OURS(lseek)(int descriptor, off_t offset, int whence);
int OURS(fstat)(int descriptor, struct stat *status);
int OURS(stat)(const char *path, struct stat *status);
int OURS(lstat)(const char *path, struct stat *status);
int OURS(fstatat)(int folder, const char *path, struct stat *status, int flags);
void *OURS(mmap)(void *address, size_t size, int protection, int flags, int descriptor,
                 off_t offset);
int OURS(open)(const char *path, int flags, ...);
int OURS(openat)(int folder, const char *path, int flags, ...);
int OURS(access)(const char *path, int kind);
int OURS(faccessat)(int folder, const char *path, int kind, int flags);
char *OURS(getenv)(const char *name);

#ifdef __cplusplus
}
#endif
#endif
