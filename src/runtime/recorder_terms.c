/* Hash-consed terms. Few foldings: those that keep masks, extensions and byte-wise copies from
 * piling up. Everything else is simplified outside, where there is time. */
#include "runtime/recorder_state.h"

#include <string.h>

/* A record as what finds it again takes it: in words. */
typedef struct {
  uint64_t value;
  uint64_t operands; /* a, and b above it */
  uint64_t kind;     /* c, and above it operation, width and extra */
} __attribute__((may_alias)) Words;
_Static_assert(sizeof(Words) == sizeof(PincerTerm) && offsetof(PincerTerm, a) == 8 &&
                   offsetof(PincerTerm, c) == 16 && offsetof(PincerTerm, operation) == 20 &&
                   offsetof(PincerTerm, width) == 21 && offsetof(PincerTerm, extra) == 22,
               "words lie otherwise than fields");

enum { OPERATION_AT = 32, WIDTH_AT = 40, EXTRA_AT = 48 };

static inline uint64_t kindOf(uint32_t operation, uint32_t width, uint32_t extra, uint32_t c) {
  return (uint64_t)(extra & 0xffff) << EXTRA_AT | (uint64_t)width << WIDTH_AT |
         (uint64_t)operation << OPERATION_AT | c;
}
static inline uint32_t operationIn(const Words *words) {
  return words->kind >> OPERATION_AT & 0xff;
}

static NearIndex known;  /* by their youngest operands that are no constants: everybody has those */
static uint8_t *nesting; /* by term: reads through addresses that depend on such reads */
static int anyReads;

/* Few constants come again and again: the latest of each kind is kept at hand. */
enum { RECENT_BITS = 8 };
static uint32_t recentConstants[1 << RECENT_BITS];

static uint64_t hashOf(const void *key) {
  const Words *words = key;
  const uint32_t operation = operationIn(words);
  if (operation == PINCER_OP_Input) /* they are named one after the other: neighbours */
    return mixHash(words->operands / 8, words->kind) << 3 | words->operands % 8;
  return mixHash(words->operands,
                 operation == PINCER_OP_Constant ? words->kind ^ words->value : words->kind);
}

static inline const Words *wordsAt(uint32_t term) {
  return (const Words *)&pincerRecorder.terms[term - 1];
}
static const void *keyOf(uint32_t term) { return wordsAt(term); }

static inline int isSame(uint32_t term, const void *key) {
  const Words *words = wordsAt(term), *wanted = key;
  return words->operands == wanted->operands && words->kind == wanted->kind &&
         (operationIn(wanted) != PINCER_OP_Constant || words->value == wanted->value);
}
static const RecordKind aTerm = {isSame, hashOf, keyOf};

void termsReserve(void) { known = nearIndexOf(PINCER_TERM_CAPACITY, PINCER_TERM_CAPACITY); }

void termsBegin(void) {
  nearBegin(&known);
  nesting = recorderReserve(PINCER_TERM_CAPACITY);
  anyReads = 0;
  memset(recentConstants, 0, sizeof recentConstants);
  pincerRecorder.termCount = 0;
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

enum { TERMS_AHEAD = 4096 };
__attribute__((noinline)) static void makeRoomAhead(uint32_t count) {
  if (count + 2 * TERMS_AHEAD > PINCER_TERM_CAPACITY)
    return;
  recorderMakeRoom(&pincerRecorder.terms[count], sizeof(PincerTerm) * TERMS_AHEAD);
  recorderMakeRoom(&known.first[count], sizeof *known.first * TERMS_AHEAD);
  recorderMakeRoom(&known.next[count], sizeof *known.next * TERMS_AHEAD);
  eventsMakeRoom(count, TERMS_AHEAD);
}

/* The term that was found, if it has the value it should have: if not, that can't be (unless it is
 * a call of a function that is not as pure as it was said to be). */
static uint32_t foundAgain(uint32_t term, const Words *wanted) {
  if (wordsAt(term)->value == wanted->value)
    return term;
  recorderLost(operationIn(wanted) == PINCER_OP_Call ? PINCER_LOST_IMPURE : PINCER_LOST_STALE);
  return 0;
}

/* 0: no room, or something else is wrong. */
static uint32_t intern(uint32_t youngest, uint64_t value, uint64_t operands, uint64_t kind) {
  Recorder *recorder = &pincerRecorder;
  const Words wanted = {value, operands, kind};
  if (youngest > recorder->termCount) /* the log is open to wild writes */
    youngest = 0;
  const uint32_t old = nearFind(&known, &aTerm, youngest, &wanted);
  if (old)
    return foundAgain(old, &wanted);
  if (recorder->termCount == PINCER_TERM_CAPACITY) {
    recorderLost(PINCER_LOST_TERMS_FULL);
    return 0;
  }
  if (recorder->termCount % TERMS_AHEAD == 0 && recorder->termCount != 0)
    makeRoomAhead(recorder->termCount);
  PincerTerm *record = &recorder->terms[recorder->termCount];
  ((Words *)record)->value = value;
  ((Words *)record)->operands = operands;
  ((Words *)record)->kind = kind;
  if (anyReads)
    nesting[recorder->termCount] = nestingOf(record);
  const uint32_t term = recorder->termCount + 1;
  nearForget(&known, term);
  eventsForget(term);
  recorder->segment->termCount = recorder->termCount = term;
  nearAdd(&known, &aTerm, youngest, term);
  return term;
}

static uint32_t constantTerm(Value value) {
  const uint64_t hash = (value.value + value.width) * 0x9e3779b97f4a7c15ull;
  uint32_t *recent = &recentConstants[hash >> (64 - RECENT_BITS)];
  const PincerTerm *record = recordOf(*recent);
  if (record->operation == PINCER_OP_Constant && record->width == value.width &&
      record->value == value.value)
    return *recent;
  return *recent = intern(0, value.value, 0, kindOf(PINCER_OP_Constant, value.width, 0, 0));
}

static inline uint32_t termOf(Value value) { return value.term ? value.term : constantTerm(value); }

uint32_t termEvenIfConcrete(Value value) { return termOf(value); }

static inline uint32_t later(uint32_t a, uint32_t b) { return a > b ? a : b; }

/* A term with operands a, b and c. In numbers, not structs: these stay in registers. */
static inline Value made(uint32_t youngest, uint32_t operation, uint32_t width, uint32_t extra,
                         uint32_t a, uint32_t b, uint32_t c, uint64_t value) {
  value &= maskOf(width);
  return (Value){intern(youngest, value, (uint64_t)b << 32 | a, kindOf(operation, width, extra, c)),
                 width, value};
}

Value inputTerm(uint32_t number, uint32_t width, uint64_t value) {
  return made(0, PINCER_OP_Input, width, 0, number, 0, 0, value);
}

Value operationTerm(uint32_t operation, uint32_t extra, uint32_t width, uint64_t value, Value a,
                    Value b, Value c) {
  if ((a.term | b.term | c.term) == 0 && !isPack(operation, extra))
    return concrete(width, value);
  const uint32_t first = termOf(a), second = b.width ? termOf(b) : 0,
                 third = c.width ? termOf(c) : 0;
  if (first == 0 || (b.width && second == 0) || (c.width && third == 0))
    return concrete(width, value);
  return made(later(later(a.term, b.term), c.term), operation, width, extra, first, second, third,
              value);
}

/* x op constant (or constant op x) that is x itself, or a constant. */
static int foldsAway(uint32_t operation, Value a, Value b, Value *result) {
  const int constantRight = b.term == 0;
  const Value x = constantRight ? a : b;
  const uint64_t constant = constantRight ? b.value : a.value;
  const uint64_t ones = maskOf(x.width);
  if (constant > 1 && constant != ones)
    return 0;
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
  if ((operation != PINCER_OP_Xor && operation != PINCER_OP_LShr) || a.term == 0 || b.term != 0)
    return 0;
  const PincerTerm *inner = recordOf(a.term);
  if (inner->width != width || !isConstant(inner->b) ||
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
  const uint32_t left = termOf(a), right = termOf(b);
  if (left == 0 || right == 0)
    return concrete(width, value);
  return made(later(a.term, b.term), operation, width, 0, left, right, 0, value);
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
  const int isZeroExtended = inner->operation == PINCER_OP_ZeroExtend;
  const uint32_t of = isZeroExtended ? inner->a : a.term;
  return made(of, isZeroExtended ? PINCER_OP_ZeroExtend : operation, width, 0, of, 0, 0, value);
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
  return made(a.term, PINCER_OP_Extract, width, low, a.term, 0, 0, result.value);
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
  const uint32_t above = termOf(high), below = termOf(low);
  if (above == 0 || below == 0)
    return concrete(width, value);
  return made(later(high.term, low.term), PINCER_OP_Concat, width, 0, above, below, 0, value);
}

Value chosen(Value condition, Value a, Value b) {
  const Value taken = condition.value ? a : b;
  if (condition.term == 0 || (a.term == b.term && a.value == b.value))
    return taken;
  if (a.width == 1 && a.term == 0 && b.term == 0) /* different constants: the condition itself */
    return a.value ? condition : negated(condition);
  const uint32_t then = termOf(a), otherwise = termOf(b);
  if (then == 0 || otherwise == 0)
    return concrete(a.width, taken.value);
  return made(later(condition.term, later(a.term, b.term)), PINCER_OP_Choose, a.width, 0,
              condition.term, then, otherwise, taken.value);
}

Value readTerm(Value address, uint32_t table, uint32_t width, uint64_t value) {
  anyReads = 1;
  return made(address.term, PINCER_OP_READ, width, 0, address.term, table, 0, value);
}
