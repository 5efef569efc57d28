/* The meaning of every operation on terms: the one table that recording, evaluating, solving and
 * (later) weakest preconditions agree on. Plain C, freestanding.
 *
 * A term is an integer of 1 to 64 bits. Let w be its width, mask(w) the w low bits, and s(x) the
 * value of x read as a signed number of its own width. All values are kept masked to their width.
 * Every operation is total, as in SMT-LIB's theory of bit vectors:
 *
 *   Constant  `value`
 *   Input     input number a of the run (abi/channel.h)
 *   Add Sub Mul And Or Xor            both operands of width w, result mod 2^w
 *   UDiv      b == 0 ? mask(w) : a / b          URem   b == 0 ? a : a % b
 *   SDiv      b == 0 ? (s(a) < 0 ? 1 : mask(w)) : s(a) / s(b), towards zero, mod 2^w
 *   SRem      b == 0 ? a : the rest that goes with SDiv, sign of a
 *   Shl LShr  b >= w ? 0 : shifted              AShr   copies of the sign bit come in, also if b >=
 * w Equal ULess ULessEqual SLess SLessEqual     operands of one width, result of width 1 Choose a
 * (width 1) ? b : c ZeroExtend SignExtend                       a is narrower than w Extract   bits
 * extra .. extra + w - 1 of a  (truncation: extra = 0) Concat    a above b; w = width(a) + width(b)
 *
 *   MulHigh   the upper w of the 2w bits of a * b, without signs
 *   WideDiv WideRem     of the number of 2w bits that has a above b, by c, without signs: the lower
 *                       w bits of the quotient (c == 0: mask(w)), and the rest (c == 0: b)
 *
 * Floating point. A number is the bits of an IEEE float (width 32) or double (width 64); rounding
 * is to nearest, ties to even. Which NaN an operation gives is the machine's business: two NaNs of
 * one width count as the same result; the evaluator always gives that of 0.0 / 0.0.
 *
 *   FAdd FSub FMul FDiv FRem          operands of width w; FRem is fmod
 *   FMulAdd   a * b + c, rounded once
 *   FSqrt     FRound  to an integer, the direction is `extra` (PINCER_ROUND_...)
 *   FEqual FLess FLessEqual           ordered: false if one is a NaN; result of width 1
 *   FUnordered                        true if one is a NaN
 *   FToInt    towards zero, as a signed number; w is 32 or 64; what does not fit, and NaN: 2^(w-1)
 *   IntToF UIntToF                    of a signed or unsigned number of any width
 *   FConvert  between float and double
 *   Apply     function number `extra` of functions.def on a and b (b is the constant 0 if it takes
 * one) Negation, absolute value and copysign are operations on bits; minimum and maximum are
 * Choose.
 *
 * Functions of the subject's world. Call is what function number `extra` of the target's list of
 * pure functions (target.h) gives for its arguments, which are packed into the words a, b and c of
 * 64 bits each (expr/calls.h); words it does not need are 0. Nothing is known of such a function
 * but what it answers when it is called; a call that does not return has no value, and no condition
 * over it holds.
 *
 * Long double: the 80 bits of the x87, as two terms: the significand (64 bits, the leading one
 * included) and, above it, sign and exponent (16 bits). Extended is operation number `extra`
 * (PINCER_EXTENDED_...) on the significands a and b; c, of width 32, has sign and exponent of the
 * first operand above those of the second. Of a result that is a long double, w == 64 is the
 * significand and w == 16 the rest. Operands that there are not are zero. Bits that are no number
 * (a leading zero, where there must be a one) are what the machine makes of them: a NaN.
 *
 * In the analysis form division by zero and INT_MIN / -1 are traps that come before the division,
 * and shift amounts are masked, so the corner cases above meet a recorded run only in library/.
 */
#ifndef PINCER_ABI_OPERATIONS_H
#define PINCER_ABI_OPERATIONS_H

/* X(name, operands) */
#define PINCER_OPERATIONS(X)                                                                       \
  X(Constant, 0)                                                                                   \
  X(Input, 0)                                                                                      \
  X(Add, 2)                                                                                        \
  X(Sub, 2)                                                                                        \
  X(Mul, 2)                                                                                        \
  X(UDiv, 2)                                                                                       \
  X(SDiv, 2)                                                                                       \
  X(URem, 2)                                                                                       \
  X(SRem, 2)                                                                                       \
  X(And, 2)                                                                                        \
  X(Or, 2)                                                                                         \
  X(Xor, 2)                                                                                        \
  X(Shl, 2)                                                                                        \
  X(LShr, 2)                                                                                       \
  X(AShr, 2)                                                                                       \
  X(Equal, 2)                                                                                      \
  X(ULess, 2)                                                                                      \
  X(ULessEqual, 2)                                                                                 \
  X(SLess, 2)                                                                                      \
  X(SLessEqual, 2)                                                                                 \
  X(Choose, 3)                                                                                     \
  X(ZeroExtend, 1)                                                                                 \
  X(SignExtend, 1)                                                                                 \
  X(Extract, 1)                                                                                    \
  X(Concat, 2)                                                                                     \
  X(MulHigh, 2)                                                                                    \
  X(WideDiv, 3)                                                                                    \
  X(WideRem, 3)                                                                                    \
  X(FAdd, 2)                                                                                       \
  X(FSub, 2)                                                                                       \
  X(FMul, 2)                                                                                       \
  X(FDiv, 2)                                                                                       \
  X(FRem, 2)                                                                                       \
  X(FMulAdd, 3)                                                                                    \
  X(FSqrt, 1)                                                                                      \
  X(FRound, 1)                                                                                     \
  X(FEqual, 2)                                                                                     \
  X(FLess, 2)                                                                                      \
  X(FLessEqual, 2)                                                                                 \
  X(FUnordered, 2)                                                                                 \
  X(FToInt, 1)                                                                                     \
  X(IntToF, 1)                                                                                     \
  X(UIntToF, 1)                                                                                    \
  X(FConvert, 1)                                                                                   \
  X(Apply, 2)                                                                                      \
  X(Call, 3)                                                                                       \
  X(Extended, 3)

typedef enum {
#define PINCER_OPERATION(name, operands) PINCER_OP_##name,
  PINCER_OPERATIONS(PINCER_OPERATION)
#undef PINCER_OPERATION
      PINCER_OPERATION_COUNT
} PincerOperation;

/* Directions of FRound. */
enum {
  PINCER_ROUND_EVEN = 0, /* rint, nearbyint, roundeven */
  PINCER_ROUND_DOWN = 1, /* floor */
  PINCER_ROUND_UP = 2,   /* ceil */
  PINCER_ROUND_ZERO = 3, /* trunc */
  PINCER_ROUND_AWAY = 4, /* round: ties away from zero */
  PINCER_ROUND_COUNT = 5
};

/* Functions of Apply. X(name, arguments): the C function `name` on doubles; on floats it is the one
 * with an `f` behind its name. Their values are those that the system's libm computes. */
typedef enum {
#define PINCER_FUNCTION(name, arguments) PINCER_FUNCTION_##name,
#include "abi/functions.def"
#undef PINCER_FUNCTION
  PINCER_FUNCTION_COUNT
} PincerFunction;

/* Of a long double, bits. */
enum { PINCER_EXTENDED_WIDTH = 80 };

/* Operations on long double. What they give is a long double (two terms) if nothing else is said.
 */
enum {
  PINCER_EXTENDED_ADD,
  PINCER_EXTENDED_SUB,
  PINCER_EXTENDED_MUL,
  PINCER_EXTENDED_DIV,
  PINCER_EXTENDED_REM, /* fmodl */
  PINCER_EXTENDED_SQRT,
  PINCER_EXTENDED_ROUND,                                                    /* + PINCER_ROUND_... */
  PINCER_EXTENDED_FROM_DOUBLE = PINCER_EXTENDED_ROUND + PINCER_ROUND_COUNT, /* a: its bits */
  PINCER_EXTENDED_FROM_INT,                                                 /* a: signed */
  PINCER_EXTENDED_FROM_UINT,
  PINCER_EXTENDED_TO_FLOAT, /* the bits of a float (w == 32) or double (w == 64), rounded once */
  PINCER_EXTENDED_TO_INT,   /* as FToInt; w is 16, 32 or 64 */
  PINCER_EXTENDED_EQUAL,    /* w == 1, as FEqual and the like */
  PINCER_EXTENDED_LESS,
  PINCER_EXTENDED_LESS_EQUAL,
  PINCER_EXTENDED_UNORDERED,
  PINCER_EXTENDED_APPLY, /* + number of functions.def: its function with an `l` behind its name */
  PINCER_EXTENDED_COUNT = PINCER_EXTENDED_APPLY + PINCER_FUNCTION_COUNT
};

#endif
