/* Functions that take numbers apart and put them together; see models.h. */
#ifndef PINCER_MODELS_NUMBERS_FLOATING_H
#define PINCER_MODELS_NUMBERS_FLOATING_H

#include "library/library.h"

#ifdef __cplusplus
extern "C" {
#endif

double MODEL(ldexp)(double x, int n);
float MODEL(ldexpf)(float x, int n);
double MODEL(scalbn)(double x, int n);
float MODEL(scalbnf)(float x, int n);
double MODEL(frexp)(double x, int *exponent);
float MODEL(frexpf)(float x, int *exponent);
double MODEL(modf)(double x, double *whole);
float MODEL(modff)(float x, float *whole);

#ifdef __cplusplus
}
#endif
#endif
