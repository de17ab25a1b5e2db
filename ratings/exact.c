/*
 * ratings/exact.c - the exponential function and the root by additions,
 * multiplications and divisions alone: C libraries differ in the last bit of exp(), and
 * a module for WebAssembly has none.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdint.h>
#include <string.h>

#include "linea/ratings.h"

/* With more precision between two operations results would depend on what the compiler
   keeps in registers (the x87). */
_Static_assert(sizeof(double) == 8, "doubles of 64 bits");
#ifdef __FLT_EVAL_METHOD__
_Static_assert(__FLT_EVAL_METHOD__ == 0, "doubles that are computed as doubles");
#endif

enum {
    TERMS = 15,    /* of the series: the next is below 2e-21 of 1 */
    BIAS = 1023,   /* of the exponent of a double */
    MANTISSA = 52, /* bits */
    STEPS = 6,     /* of Newton: the first guess is 6% off, each step squares that */
};

static const double edge = 700;

/* 2 to the power of n, for the exponents that edge allows. */
static double power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + BIAS) << MANTISSA;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x = n ln 2 + r with |r| below 0.35, where the series is short. ln 2 is taken off in
   two parts, the first of which has so few bits that its product with n is exact. */
double linea_rating_exp(double x)
{
    static const double log2_e = 1.4426950408889634, ln2_high = 0.693147180369123816490,
                        ln2_low = 1.90821492927058770002e-10;
    x = x > edge ? edge : x < -edge ? -edge : x;
    int n = (int)(x * log2_e + (x < 0 ? -0.5 : 0.5));
    double r = (x - n * ln2_high) - n * ln2_low, sum = 1;
    for (int term = TERMS; term > 0; term--)
        sum = 1 + sum * r / term;
    return sum * power_of_two(n);
}

/* Newton's method, from half the exponent. */
double linea_rating_root(double x)
{
    uint64_t bits;
    double root;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits >> 1) + ((uint64_t)BIAS << (MANTISSA - 1));
    memcpy(&root, &bits, sizeof root);
    for (int step = 0; step < STEPS; step++)
        root = (root + x / root) / 2;
    return root;
}
