/* Looks a few steps into the term of an address: a[i].f is base + i * size + offset. What is not
 * understood is answered with "anything". */
#include "runtime/recorder_addresses.h"

enum { MOST_SUMMANDS = 8, DEPTH = 12 };

typedef struct {
  uint32_t terms[MOST_SUMMANDS];
  uint32_t count;
} Summands;

/* Without constants. Sums of too many are taken as one summand. */
static Summands summandsOf(uint32_t term) {
  Summands found = {.count = 0};
  uint32_t work[MOST_SUMMANDS] = {term}, left = 1;
  while (left > 0) {
    const uint32_t current = work[--left];
    const PincerTerm *record = recordOf(current);
    if (record->operation == PINCER_OP_Constant)
      continue;
    if (record->operation == PINCER_OP_Add && found.count + left + 2 <= MOST_SUMMANDS) {
      work[left++] = record->a;
      work[left++] = record->b;
    } else {
      found.terms[found.count++] = current;
    }
  }
  return found;
}

static Value valueOf(uint32_t term) {
  const PincerTerm *record = recordOf(term);
  return (Value){term, record->width, record->value};
}

static int leadsInto(uint64_t pointer, const Object *object) {
  return pointer >= object->begin && pointer <= object->end;
}

Parts partsOf(Value address, const Object *object) {
  const Summands summands = summandsOf(address.term);
  uint32_t pointerAt = MOST_SUMMANDS;
  Parts parts = {concrete(POINTER_WIDTH, 0), address};
  for (uint32_t i = summands.count; i-- > 0;) {
    const PincerTerm *record = recordOf(summands.terms[i]);
    if (record->width == POINTER_WIDTH && leadsInto(record->value, object))
      pointerAt = i;
  }
  if (pointerAt == MOST_SUMMANDS)
    return parts;
  parts.pointer = valueOf(summands.terms[pointerAt]);
  Value rest = concrete(POINTER_WIDTH, 0);
  for (uint32_t i = 0; i < summands.count; i++)
    if (i != pointerAt) {
      const Value summand = valueOf(summands.terms[i]);
      rest = binaryTerm(PINCER_OP_Add, rest, summand, POINTER_WIDTH, rest.value + summand.value);
      rest.value &= maskOf(POINTER_WIDTH);
    }
  parts.address =
      binaryTerm(PINCER_OP_Add, rest, concrete(POINTER_WIDTH, address.value - rest.value),
                 POINTER_WIDTH, address.value);
  return parts;
}

/* The summand that is a choice between pointers, or leads out of the object; MOST_SUMMANDS: none.
 * Pointers are settled wherever they lead: whether both are in one object depends on its size, and
 * runs that go the same way must record the same. (A text that grows is another test, no other
 * way.) */
static uint32_t choiceAmong(const Summands *summands, Value address, const Object *object) {
  for (uint32_t i = 0; i < summands->count; i++) {
    const PincerTerm *record = recordOf(summands->terms[i]);
    if (record->operation != PINCER_OP_Choose)
      continue;
    if (object && leadsInto(record->value, object))
      return i;
    const uint64_t b = recordOf(record->b)->value, c = recordOf(record->c)->value;
    const uint64_t other = address.value - record->value + (record->value == b ? c : b);
    if (!object || other < object->begin || other >= object->end)
      return i;
  }
  return MOST_SUMMANDS;
}

/* The sum with one summand replaced. */
static Value withSummand(Value address, const Summands *summands, uint32_t replaced, Value by) {
  Value sum = concrete(POINTER_WIDTH, 0);
  for (uint32_t i = 0; i < summands->count; i++) {
    const Value summand = i == replaced ? by : valueOf(summands->terms[i]);
    sum = binaryTerm(PINCER_OP_Add, sum, summand, POINTER_WIDTH,
                     (sum.value + summand.value) & maskOf(POINTER_WIDTH));
  }
  return binaryTerm(PINCER_OP_Add, sum, concrete(POINTER_WIDTH, address.value - sum.value),
                    POINTER_WIDTH, address.value);
}

Value settled(uint32_t place, Value address, const Object *object) {
  enum { MOST_CHOICES = 32 };
  for (int i = 0; i < MOST_CHOICES && address.term; i++) {
    const Summands summands = summandsOf(address.term);
    const uint32_t at = choiceAmong(&summands, address, object);
    if (at == MOST_SUMMANDS)
      break;
    const PincerTerm choice = *recordOf(summands.terms[at]);
    const Value condition = valueOf(choice.a);
    recordEvent(PINCER_EVENT_CONDITION, place, condition);
    const uint32_t taken = condition.value ? choice.b : choice.c;
    address =
        withSummand(address, &summands, at,
                    isConstant(taken) ? concrete(POINTER_WIDTH, choice.value) : valueOf(taken));
  }
  return address;
}

static uint64_t powerOfTwoIn(uint64_t number) { return number & (0 - number); }

static uint64_t commonDivisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static uint64_t greater(uint64_t a, uint64_t b) { return a > b ? a : b; }

static uint64_t times(uint64_t step, uint64_t factor) {
  uint64_t product;
  return __builtin_mul_overflow(step, factor, &product) ? powerOfTwoIn(factor) : product;
}

static uint64_t stepWithin(uint32_t term, int depth) {
  const PincerTerm *record = recordOf(term);
  const uint64_t right = record->b ? recordOf(record->b)->value : 0;
  if (record->operation == PINCER_OP_Constant)
    return 0;
  if (depth == 0)
    return 1;
  switch (record->operation) {
  case PINCER_OP_Add:
  case PINCER_OP_Sub:
    return commonDivisor(stepWithin(record->a, depth - 1), stepWithin(record->b, depth - 1));
  case PINCER_OP_Mul:
    if (isConstant(record->b))
      return times(stepWithin(record->a, depth - 1), right);
    return isConstant(record->a)
               ? times(stepWithin(record->b, depth - 1), recordOf(record->a)->value)
               : 1;
  case PINCER_OP_Shl:
    return isConstant(record->b) && right < record->width
               ? times(stepWithin(record->a, depth - 1), 1ull << right)
               : 1;
  case PINCER_OP_And: {
    if (!isConstant(record->b))
      return 1;
    /* A fixed rest stays fixed only where the mask lets it through. */
    const uint64_t inner = powerOfTwoIn(stepWithin(record->a, depth - 1));
    return greater(powerOfTwoIn(right), inner);
  }
  case PINCER_OP_ZeroExtend:
  case PINCER_OP_SignExtend:
    return stepWithin(record->a, depth - 1);
  case PINCER_OP_Choose: {
    const uint64_t a = recordOf(record->b)->value, b = recordOf(record->c)->value;
    return commonDivisor(
        commonDivisor(stepWithin(record->b, depth - 1), stepWithin(record->c, depth - 1)),
        a > b ? a - b : b - a);
  }
  default:
    return 1;
  }
}

uint64_t stepOf(uint32_t term) { return stepWithin(term, DEPTH); }

typedef struct {
  uint64_t low, high;
} Bounds;

static Bounds boundsOf(uint32_t term, int depth);

/* Of a sum or product that does not wrap around; otherwise everything. */
static Bounds combined(const PincerTerm *record, int depth) {
  const Bounds all = {0, maskOf(record->width)};
  const Bounds a = boundsOf(record->a, depth), b = boundsOf(record->b, depth);
  Bounds result;
  const int overflows = record->operation == PINCER_OP_Add
                            ? __builtin_add_overflow(a.high, b.high, &result.high)
                            : __builtin_mul_overflow(a.high, b.high, &result.high);
  if (overflows || result.high > all.high)
    return all;
  result.low = record->operation == PINCER_OP_Add ? a.low + b.low : a.low * b.low;
  return result;
}

static Bounds boundsOf(uint32_t term, int depth) {
  const PincerTerm *record = recordOf(term);
  const Bounds all = {0, maskOf(record->width)};
  if (record->operation == PINCER_OP_Constant)
    return (Bounds){record->value, record->value};
  if (depth == 0)
    return all;
  const uint64_t right = record->b && isConstant(record->b) ? recordOf(record->b)->value : 0;
  Bounds a;
  switch (record->operation) {
  case PINCER_OP_Add:
  case PINCER_OP_Mul:
    return combined(record, depth - 1);
  case PINCER_OP_Shl:
    a = boundsOf(record->a, depth - 1);
    if (!isConstant(record->b) || right >= record->width || a.high > all.high >> right)
      return all;
    return (Bounds){a.low << right, a.high << right};
  case PINCER_OP_LShr:
    a = boundsOf(record->a, depth - 1);
    return isConstant(record->b) && right < record->width
               ? (Bounds){a.low >> right, a.high >> right}
               : all;
  case PINCER_OP_And:
    if (!isConstant(record->b))
      return all;
    a = boundsOf(record->a, depth - 1);
    return (Bounds){0, a.high < right ? a.high : right};
  case PINCER_OP_URem:
    return right ? (Bounds){0, right - 1} : all;
  case PINCER_OP_ZeroExtend:
    return boundsOf(record->a, depth - 1);
  case PINCER_OP_SignExtend:
    a = boundsOf(record->a, depth - 1);
    return a.high >> (recordOf(record->a)->width - 1) ? all : a;
  default:
    return all;
  }
}

int isAlwaysBetween(Value address, uint64_t first, uint64_t last) {
  const Bounds bounds = boundsOf(address.term, DEPTH);
  return bounds.low >= first && bounds.high <= last;
}
