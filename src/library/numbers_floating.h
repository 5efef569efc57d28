/* Functions that take numbers apart and put them together; see library.h. */
#ifndef PINCER_LIBRARY_NUMBERS_FLOATING_H
#define PINCER_LIBRARY_NUMBERS_FLOATING_H

#include "library/library.h"

#ifdef __cplusplus
extern "C" {
#endif

double OURS(ldexp)(double x, int n);
float OURS(ldexpf)(float x, int n);
double OURS(scalbn)(double x, int n);
float OURS(scalbnf)(float x, int n);
double OURS(frexp)(double x, int *exponent);
float OURS(frexpf)(float x, int *exponent);
double OURS(modf)(double x, double *whole);
float OURS(modff)(float x, float *whole);

#ifdef __cplusplus
}
#endif
#endif
