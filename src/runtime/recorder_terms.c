/* Hash-consed terms. Few foldings: those that keep masks, extensions and byte-wise copies from
 * piling up. Everything else is simplified outside, where there is time. */
#include "runtime/recorder_state.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

static NearIndex known;  /* by their youngest operands */
static uint8_t *nesting; /* by term: reads through addresses that depend on such reads */

/* Few constants come again and again: the latest of each kind is kept at hand. */
enum { RECENT_BITS = 8 };
static uint32_t recentConstants[1 << RECENT_BITS];

static uint64_t hashOf(const void *key) {
  const PincerTerm *record = key;
  if (record->operation == PINCER_OP_Input) /* they are named one after the other: neighbours */
    return mixHash(record->a / 8, record->width) << 3 | record->a % 8;
  const uint64_t shape =
      record->operation | (uint64_t)record->width << 8 | (uint64_t)record->extra << 16;
  const uint64_t last = record->operation == PINCER_OP_Constant ? record->value : record->c;
  return mixHash(shape << 32 | record->a, (uint64_t)record->b << 32 ^ last);
}

static int isSame(uint32_t term, const void *key) {
  const PincerTerm *record = &pincerRecorder.terms[term - 1], *wanted = key;
  return record->a == wanted->a && record->b == wanted->b &&
         record->operation == wanted->operation && record->width == wanted->width &&
         record->extra == wanted->extra && record->c == wanted->c &&
         (record->operation != PINCER_OP_Constant || record->value == wanted->value);
}

void termsBegin(void) {
  known = nearIndexOf(PINCER_TERM_CAPACITY, PINCER_TERM_CAPACITY);
  nesting = recorderReserve(PINCER_TERM_CAPACITY);
  memset(recentConstants, 0, sizeof recentConstants);
  pincerRecorder.termCount = 0;
}

/* Constants don't count: everybody has them. */
static uint32_t youngestOperand(const PincerTerm *record) {
  if (record->operation == PINCER_OP_Constant || record->operation == PINCER_OP_Input)
    return 0;
  uint32_t youngest = record->a;
  const int hasTable = record->operation == PINCER_OP_READ; /* b is no term */
  if (!hasTable && (record->b > youngest ? !isConstant(record->b) : isConstant(youngest)))
    youngest = record->b;
  if (record->c > youngest && !isConstant(record->c))
    youngest = record->c;
  return youngest <= pincerRecorder.termCount ? youngest : 0; /* the log is open to wild writes */
}

uint32_t nestedReads(uint32_t term) {
  return term - 1 < pincerRecorder.termCount ? nesting[term - 1] : 0;
}

static uint8_t nestingOf(const PincerTerm *record) {
  if (record->operation == PINCER_OP_Constant || record->operation == PINCER_OP_Input)
    return 0;
  const int isRead = record->operation == PINCER_OP_READ;
  uint32_t most = nestedReads(record->a);
  if (!isRead && nestedReads(record->b) > most)
    most = nestedReads(record->b);
  if (nestedReads(record->c) > most)
    most = nestedReads(record->c);
  return (uint8_t)(isRead && most < UINT8_MAX ? most + 1 : most);
}

/* Pages come one by one when they are first written to, which costs more than the terms on them.
 * A run that makes many gets them by the dozen. */
enum { TERMS_AHEAD = 4096 };
static void populate(void *from, size_t bytes) {
  const uintptr_t begin = (uintptr_t)from & ~(uintptr_t)4095;
  /* If it can't, they come one by one. */
  madvise((void *)begin, (uintptr_t)from + bytes - begin, MADV_POPULATE_WRITE);
}
static void makeRoomAhead(uint32_t count) {
  const int saved = errno;
  if (count + 2 * TERMS_AHEAD <= PINCER_TERM_CAPACITY) {
    populate(&pincerRecorder.terms[count], sizeof(PincerTerm) * TERMS_AHEAD);
    populate(&known.first[count], sizeof *known.first * TERMS_AHEAD);
    populate(&known.next[count], sizeof *known.next * TERMS_AHEAD);
  }
  errno = saved;
}

/* 0: no room, or a record with the same operands and another value, which can't be (unless it is a
 * call of a function that is not as pure as it was said to be). */
static uint32_t intern(const PincerTerm *wanted) {
  Recorder *recorder = &pincerRecorder;
  const uint32_t youngest = youngestOperand(wanted);
  int isFull;
  const uint32_t old = nearFind(&known, youngest, hashOf, isSame, wanted, &isFull);
  if (old) {
    if (recorder->terms[old - 1].value == wanted->value)
      return old;
    recorderLost(wanted->operation == PINCER_OP_Call ? PINCER_LOST_IMPURE : PINCER_LOST_STALE);
    return 0;
  }
  if (recorder->termCount == PINCER_TERM_CAPACITY) {
    recorderLost(PINCER_LOST_TERMS_FULL);
    return 0;
  }
  if (recorder->termCount % TERMS_AHEAD == 0 && recorder->termCount != 0)
    makeRoomAhead(recorder->termCount);
  recorder->terms[recorder->termCount] = *wanted;
  nesting[recorder->termCount] = nestingOf(wanted);
  const uint32_t term = ++recorder->termCount;
  recorder->segment->termCount = term;
  nearAdd(&known, youngest, isFull, hashOf, wanted, term);
  return term;
}

static uint32_t constantTerm(Value value) {
  uint32_t *recent = &recentConstants[mixHash(value.value, value.width) >> (64 - RECENT_BITS)];
  const PincerTerm *record = recordOf(*recent);
  if (record->operation == PINCER_OP_Constant && record->width == value.width &&
      record->value == value.value)
    return *recent;
  const PincerTerm constant = {
      .value = value.value, .operation = PINCER_OP_Constant, .width = (uint8_t)value.width};
  return *recent = intern(&constant);
}

static uint32_t termOf(Value value) { return value.term ? value.term : constantTerm(value); }

static Value made(const PincerTerm *record) {
  return (Value){intern(record), record->width, record->value};
}

Value inputTerm(uint32_t number, uint32_t width, uint64_t value) {
  const PincerTerm input = {.value = value & maskOf(width),
                            .a = number,
                            .operation = PINCER_OP_Input,
                            .width = (uint8_t)width};
  return made(&input);
}

Value operationTerm(uint32_t operation, uint32_t extra, uint32_t width, uint64_t value, Value a,
                    Value b, Value c) {
  if ((a.term | b.term | c.term) == 0)
    return concrete(width, value);
  const PincerTerm record = {.value = value & maskOf(width),
                             .a = termOf(a),
                             .b = b.width ? termOf(b) : 0,
                             .c = c.width ? termOf(c) : 0,
                             .operation = (uint8_t)operation,
                             .width = (uint8_t)width,
                             .extra = (uint16_t)extra};
  if (record.a == 0 || (b.width && record.b == 0) || (c.width && record.c == 0))
    return concrete(width, value);
  return made(&record);
}

/* x op constant (or constant op x) that is x itself, or a constant. */
static int foldsAway(uint32_t operation, Value a, Value b, Value *result) {
  const int constantRight = b.term == 0;
  const Value x = constantRight ? a : b;
  const uint64_t constant = constantRight ? b.value : a.value;
  const uint64_t ones = maskOf(x.width);
  const Value zero = concrete(x.width, 0);
  *result = x;
  switch (operation) {
  case PINCER_OP_Add:
  case PINCER_OP_Xor:
    return constant == 0;
  case PINCER_OP_Or:
    if (constant == ones)
      *result = concrete(x.width, ones);
    return constant == 0 || constant == ones;
  case PINCER_OP_And:
    if (constant == 0)
      *result = zero;
    return constant == 0 || constant == ones;
  case PINCER_OP_Mul:
    if (constant == 0)
      *result = zero;
    return constant <= 1;
  case PINCER_OP_Sub:
  case PINCER_OP_Shl:
  case PINCER_OP_LShr:
  case PINCER_OP_AShr:
    return constantRight && constant == 0;
  case PINCER_OP_UDiv:
    return constantRight && constant == 1;
  case PINCER_OP_Equal:
    return x.width == 1 && constant == 1;
  default:
    return 0;
  }
}

static Value valueOf(uint32_t term);

/* What is shifted out is gone, also from below constants that were mixed in: x >> 8 >> 8 is
 * x >> 16, (x ^ c) >> 8 is x >> 8 ^ c >> 8, and x ^ c ^ d is x ^ (c ^ d). So the state of a
 * checksum becomes concrete again where nothing symbolic is left in it. */
static int joinsConstants(uint32_t operation, Value a, Value b, uint32_t width, Value *result) {
  const PincerTerm *inner = recordOf(a.term);
  if (a.term == 0 || b.term != 0 || inner->width != width || !isConstant(inner->b) ||
      (inner->operation != PINCER_OP_Xor && inner->operation != PINCER_OP_LShr))
    return 0;
  const Value x = valueOf(inner->a);
  const uint64_t constant = recordOf(inner->b)->value;
  if (x.term == 0)
    return 0;
  if (operation == PINCER_OP_Xor && inner->operation == PINCER_OP_Xor) {
    const uint64_t both = constant ^ b.value;
    *result = binaryTerm(PINCER_OP_Xor, x, concrete(width, both), width, x.value ^ both);
    return 1;
  }
  if (operation != PINCER_OP_LShr || b.value >= width)
    return 0;
  if (inner->operation == PINCER_OP_LShr) {
    const uint64_t by = constant >= width ? width : constant + b.value;
    *result = by >= width
                  ? concrete(width, 0)
                  : binaryTerm(PINCER_OP_LShr, x, concrete(width, by), width, x.value >> by);
    return 1;
  }
  const Value shifted = binaryTerm(PINCER_OP_LShr, x, b, width, x.value >> b.value);
  const uint64_t rest = constant >> b.value;
  *result = binaryTerm(PINCER_OP_Xor, shifted, concrete(width, rest), width, shifted.value ^ rest);
  return 1;
}

Value binaryTerm(uint32_t operation, Value a, Value b, uint32_t width, uint64_t value) {
  Value folded;
  if ((a.term | b.term) == 0)
    return concrete(width, value);
  if ((a.term == 0 || b.term == 0) && foldsAway(operation, a, b, &folded))
    return folded;
  if (operation == PINCER_OP_Xor && a.term == 0) { /* the constant on the right */
    const Value constant = a;
    a = b;
    b = constant;
  }
  if (joinsConstants(operation, a, b, width, &folded))
    return folded;
  if (operation == PINCER_OP_Xor && a.width == 1 && b.term == 0) { /* not not x */
    const PincerTerm *inner = recordOf(a.term);
    if (inner->operation == PINCER_OP_Xor) {
      const PincerTerm *right = recordOf(inner->b);
      if (right->operation == PINCER_OP_Constant && right->value == 1)
        return (Value){inner->a, 1, b.value ^ a.value};
    }
  }
  const PincerTerm record = {.value = value & maskOf(width),
                             .a = termOf(a),
                             .b = termOf(b),
                             .operation = (uint8_t)operation,
                             .width = (uint8_t)width};
  if (record.a == 0 || record.b == 0)
    return concrete(width, value);
  return made(&record);
}

Value negated(Value condition) {
  return binaryTerm(PINCER_OP_Xor, condition, concrete(1, 1), 1, condition.value ^ 1);
}

Value extended(uint32_t operation, Value a, uint32_t width, uint64_t value) {
  if (a.term == 0)
    return concrete(width, value);
  if (a.width == width)
    return a;
  const PincerTerm *inner = recordOf(a.term);
  const PincerTerm record = {.value = value & maskOf(width),
                             .a = inner->operation == PINCER_OP_ZeroExtend ? inner->a : a.term,
                             .operation = inner->operation == PINCER_OP_ZeroExtend
                                              ? PINCER_OP_ZeroExtend
                                              : (uint8_t)operation,
                             .width = (uint8_t)width};
  return made(&record);
}

static Value valueOf(uint32_t term) {
  const PincerTerm *record = recordOf(term);
  if (record->operation == PINCER_OP_Constant)
    return concrete(record->width, record->value);
  return (Value){term, record->width, record->value};
}

Value extracted(Value a, uint32_t low, uint32_t width) {
  const Value result = concrete(width, low >= 64 ? 0 : a.value >> low);
  if (a.term == 0 || low + width > a.width)
    return result;
  if (width == a.width)
    return a;
  const PincerTerm *inner = recordOf(a.term);
  if (inner->operation == PINCER_OP_Extract)
    return extracted(valueOf(inner->a), inner->extra + low, width);
  if (inner->operation == PINCER_OP_ZeroExtend) {
    const uint32_t innerWidth = recordOf(inner->a)->width;
    if (low >= innerWidth)
      return result;
    if (low + width <= innerWidth)
      return extracted(valueOf(inner->a), low, width);
  }
  if (inner->operation == PINCER_OP_Concat) {
    const uint32_t lowWidth = recordOf(inner->b)->width;
    if (low >= lowWidth)
      return extracted(valueOf(inner->a), low - lowWidth, width);
    if (low + width <= lowWidth)
      return extracted(valueOf(inner->b), low, width);
  }
  const PincerTerm record = {.value = result.value,
                             .a = a.term,
                             .operation = PINCER_OP_Extract,
                             .width = (uint8_t)width,
                             .extra = (uint16_t)low};
  return made(&record);
}

/* Parts of one term that belong together again. */
static int isAdjacent(Value high, Value low, Value *whole) {
  const PincerTerm *upper = recordOf(high.term), *lower = recordOf(low.term);
  const uint32_t lowerOf = lower->operation == PINCER_OP_Extract ? lower->a : low.term;
  const uint32_t lowerAt = lower->operation == PINCER_OP_Extract ? lower->extra : 0;
  if (upper->operation != PINCER_OP_Extract || lower->operation != PINCER_OP_Extract ||
      upper->a != lowerOf || upper->extra != lowerAt + low.width)
    return 0;
  *whole = extracted(valueOf(lowerOf), lowerAt, high.width + low.width);
  return 1;
}

Value concatenated(Value high, Value low) {
  const uint32_t width = high.width + low.width;
  const uint64_t value = high.value << low.width | low.value;
  Value whole;
  if ((high.term | low.term) == 0)
    return concrete(width, value);
  if (high.term == 0 && high.value == 0)
    return extended(PINCER_OP_ZeroExtend, low, width, value);
  if (high.term && low.term && isAdjacent(high, low, &whole))
    return whole;
  const PincerTerm record = {.value = value,
                             .a = termOf(high),
                             .b = termOf(low),
                             .operation = PINCER_OP_Concat,
                             .width = (uint8_t)width};
  if (record.a == 0 || record.b == 0)
    return concrete(width, value);
  return made(&record);
}

Value chosen(Value condition, Value a, Value b) {
  const Value taken = condition.value ? a : b;
  if (condition.term == 0 || (a.term == b.term && a.value == b.value))
    return taken;
  if (a.width == 1 && a.term == 0 && b.term == 0) /* different constants: the condition itself */
    return a.value ? condition : negated(condition);
  const PincerTerm record = {.value = taken.value,
                             .a = condition.term,
                             .b = termOf(a),
                             .c = termOf(b),
                             .operation = PINCER_OP_Choose,
                             .width = (uint8_t)a.width};
  if (record.b == 0 || record.c == 0)
    return concrete(a.width, taken.value);
  return made(&record);
}

Value readTerm(Value address, uint32_t table, uint32_t width, uint64_t value) {
  const PincerTerm record = {.value = value & maskOf(width),
                             .a = address.term,
                             .b = table,
                             .operation = PINCER_OP_READ,
                             .width = (uint8_t)width};
  return made(&record);
}
