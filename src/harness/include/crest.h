/* The macros that CREST gives to programs, as Pincer gives them: CREST_int(x) makes x an input. */
#ifndef CREST_H
#define CREST_H

#ifdef __cplusplus
extern "C" {
#endif

#define CREST_unsigned_char(x) __CrestUChar(&(x))
#define CREST_unsigned_short(x) __CrestUShort(&(x))
#define CREST_unsigned_int(x) __CrestUInt(&(x))
#define CREST_unsigned_long(x) __CrestULong(&(x))
#define CREST_unsigned_long_long(x) __CrestULongLong(&(x))
#define CREST_char(x) __CrestChar(&(x))
#define CREST_short(x) __CrestShort(&(x))
#define CREST_int(x) __CrestInt(&(x))
#define CREST_long(x) __CrestLong(&(x))
#define CREST_long_long(x) __CrestLongLong(&(x))
#define CREST_float(x) __CrestFloat(&(x))
#define CREST_double(x) __CrestDouble(&(x))

void __CrestUChar(unsigned char *x);
void __CrestUShort(unsigned short *x);
void __CrestUInt(unsigned int *x);
void __CrestULong(unsigned long *x);
void __CrestULongLong(unsigned long long *x);
void __CrestChar(char *x);
void __CrestShort(short *x);
void __CrestInt(int *x);
void __CrestLong(long *x);
void __CrestLongLong(long long *x);
void __CrestFloat(float *x);
void __CrestDouble(double *x);

#ifdef __cplusplus
}
#endif
#endif
