/* Events. What was recorded before at the same place is counted, not repeated: a term has one value
 * in a run, so its condition has one outcome. */
#include "runtime/recorder_state.h"

#include <string.h>

typedef struct {
  uint32_t kind, place;
  uint32_t count; /* events */
  uint32_t table; /* of a switch, + 1 */
} Place;

static Place *places;
static uint32_t placeCount;
static RecordIndex knownPlaces;
enum { RECENT_PLACES = 128 };
static Place *recentPlaces[RECENT_PLACES];
static NearIndex knownEvents; /* by their terms */
static uint64_t *decided;     /* a bit per term: some condition event has it */
static uint64_t *failed;      /* the same: a check that fails has it */

enum { MOST_PLACES = 1 << 20, MOST_CASES_OF_CHOICE = 64 };

static int isSamePlace(uint32_t number, const void *key) {
  const Place *wanted = key;
  return places[number - 1].kind == wanted->kind && places[number - 1].place == wanted->place;
}
/* Whether two tables of reads have their entries at the same places. */
static int isSameRange(uint32_t table, uint32_t other) {
  const uint64_t *a = &pincerRecorder.tables[table], *b = &pincerRecorder.tables[other];
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}
static int isSameBounds(uint32_t table, uint32_t other) {
  const uint64_t *a = &pincerRecorder.tables[table], *b = &pincerRecorder.tables[other];
  return a[0] == b[0] && a[1] == b[1];
}
static int isSameEvent(uint32_t number, const void *key) {
  const PincerEvent *event = &pincerRecorder.events[number - 1], *wanted = key;
  return event->kind == wanted->kind && event->place == wanted->place &&
         event->term == wanted->term &&
         (event->kind != PINCER_EVENT_WITHIN || isSameRange(event->table, wanted->table)) &&
         (event->kind != PINCER_EVENT_BOUNDS || isSameBounds(event->table, wanted->table));
}

static uint64_t hashOfEvent(const void *key) {
  const PincerEvent *event = key;
  return mixHash((uint64_t)event->kind << 32 | event->place, event->term);
}
static const void *keyOfEvent(uint32_t number) { return &pincerRecorder.events[number - 1]; }
static const RecordKind anEvent = {isSameEvent, hashOfEvent, keyOfEvent};

void eventsReserve(void) { knownEvents = nearIndexOf(PINCER_TERM_CAPACITY, PINCER_EVENT_CAPACITY); }

void eventsBegin(void) {
  enum { FIRST = 1 << 10 };
  places = recorderReserve(sizeof(Place) * MOST_PLACES);
  decided = recorderReserve(PINCER_TERM_CAPACITY / 8);
  failed = recorderReserve(PINCER_TERM_CAPACITY / 8);
  knownPlaces = indexOf(FIRST);
  memset(recentPlaces, 0, sizeof recentPlaces);
  nearBegin(&knownEvents);
  placeCount = 0;
  pincerRecorder.eventCount = pincerRecorder.tableUsed = 0;
}

static Place *placeOf(uint32_t kind, uint32_t number) {
  const Place wanted = {kind, number, 0, 0};
  Place **recent = &recentPlaces[(number ^ kind << 4) % RECENT_PLACES];
  if (*recent && (*recent)->place == number && (*recent)->kind == kind)
    return *recent;
  const uint64_t hash = mixHash(kind, number);
  const uint32_t known = indexFind(&knownPlaces, hash, isSamePlace, &wanted);
  if (known)
    return *recent = &places[known - 1];
  if (placeCount == MOST_PLACES)
    return 0;
  places[placeCount++] = wanted;
  indexAdd(&knownPlaces, hash, placeCount);
  return &places[placeCount - 1];
}

static int isIn(const uint64_t *set, uint32_t term) {
  return term - 1 < PINCER_TERM_CAPACITY && set[(term - 1) / 64] >> (term - 1) % 64 & 1;
}

/* The condition without negations. */
static uint32_t coreOf(uint32_t term) {
  const PincerTerm *record = recordOf(term);
  const int isNegation = record->operation == PINCER_OP_Xor && record->width == 1 &&
                         recordOf(record->b)->operation == PINCER_OP_Constant;
  return isNegation ? record->a : term;
}

enum { EVENTS_AHEAD = 1024 };
__attribute__((noinline)) static void makeRoomForEvents(uint32_t count) {
  if (count + 2 * EVENTS_AHEAD > PINCER_EVENT_CAPACITY)
    return;
  recorderMakeRoom(&pincerRecorder.events[count], sizeof(PincerEvent) * EVENTS_AHEAD);
  recorderMakeRoom(&knownEvents.next[count], sizeof *knownEvents.next * EVENTS_AHEAD);
}

void eventsMakeRoom(uint32_t term, uint32_t count) {
  recorderMakeRoom(&knownEvents.first[term], sizeof *knownEvents.first * count);
}

void eventsForget(uint32_t term) { nearForget(&knownEvents, term); }

/* False: there was no room for it. */
static int append(Place *place, const PincerEvent *event) {
  Recorder *recorder = &pincerRecorder;
  if (place->count == PINCER_EVENTS_PER_PLACE) {
    recorderLost(PINCER_LOST_HOT_PLACE);
    return 0;
  }
  if (recorder->eventCount == PINCER_EVENT_CAPACITY) {
    recorderLost(PINCER_LOST_EVENTS_FULL);
    return 0;
  }
  if (recorder->eventCount % EVENTS_AHEAD == 0 && recorder->eventCount != 0)
    makeRoomForEvents(recorder->eventCount);
  place->count++;
  PincerEvent *room = &recorder->events[recorder->eventCount++];
  room->kind = event->kind;
  room->padding = 0;
  room->thread = (uint16_t)recorderThread();
  room->place = event->place;
  room->term = event->term;
  room->count = 1;
  room->value = event->value;
  room->table = event->table;
  room->passed = recorderMarkersPassed();
  recorder->segment->eventCount = recorder->eventCount;
  nearAdd(&knownEvents, &anEvent, event->term, recorder->eventCount);
  return 1;
}

/* Counts it, if it was recorded before; appends it otherwise. */
static int countOrAppend(Place *place, const PincerEvent *event) {
  const uint32_t known = nearFind(&knownEvents, &anEvent, event->term, event);
  if (!known)
    return append(place, event);
  PincerEvent *before = &pincerRecorder.events[known - 1];
  before->count += before->count != UINT32_MAX;
  return 1;
}

void recordEvent(uint32_t kind, uint32_t number, Value what) {
  if (kind == PINCER_EVENT_CHECK && what.value == 0)
    what.term = termEvenIfConcrete(what); /* what fails for any inputs matters as much */
  if (what.term == 0)
    return;
  int isNew = 0;
  if (what.width == 1) {
    const uint32_t core = coreOf(what.term);
    isNew = !isIn(decided, core);
    const int isCheck = kind == PINCER_EVENT_CHECK, fails = isCheck && !what.value;
    if ((kind == PINCER_EVENT_CONDITION || (isCheck && !fails) || (fails && isIn(failed, core))) &&
        !isNew)
      return; /* the run has said so before */
    if (fails && core - 1 < PINCER_TERM_CAPACITY)
      failed[(core - 1) / 64] |= 1ull << (core - 1) % 64;
    if (core - 1 < PINCER_TERM_CAPACITY)
      decided[(core - 1) / 64] |= 1ull << (core - 1) % 64;
  }
  Place *place = placeOf(kind, number);
  if (!place) {
    recorderLost(PINCER_LOST_EVENTS_FULL);
    return;
  }
  const PincerEvent event = {
      .kind = (uint8_t)kind, .place = number, .term = what.term, .value = what.value};
  if (isNew) /* no need to look for it */
    append(place, &event);
  else
    countOrAppend(place, &event);
}

int recordWithin(uint32_t number, Value address, uint32_t table) {
  Place *place = placeOf(PINCER_EVENT_WITHIN, number);
  if (!place) {
    recorderLost(PINCER_LOST_EVENTS_FULL);
    return 0;
  }
  const PincerEvent event = {.kind = PINCER_EVENT_WITHIN,
                             .place = number,
                             .term = address.term,
                             .value = address.value,
                             .table = table};
  return countOrAppend(place, &event);
}

void recordBounds(uint32_t number, Value address, uint64_t lowest, uint64_t count) {
  Recorder *recorder = &pincerRecorder;
  Place *place = placeOf(PINCER_EVENT_BOUNDS, number);
  if (!place || PINCER_TABLE_CAPACITY - recorder->tableUsed < 2)
    return;
  recorder->tables[recorder->tableUsed] = lowest;
  recorder->tables[recorder->tableUsed + 1] = count;
  const PincerEvent event = {.kind = PINCER_EVENT_BOUNDS,
                             .place = number,
                             .term = address.term,
                             .value = address.value,
                             .table = recorder->tableUsed};
  const uint32_t before = recorder->eventCount;
  countOrAppend(place, &event);
  if (recorder->eventCount > before)
    recorder->segment->tableUsed = recorder->tableUsed += 2;
}

/* Copies the cases of a switch into the tables, once. */
static int giveTable(Place *place, const uint64_t *cases) {
  Recorder *recorder = &pincerRecorder;
  if (place->table)
    return 1;
  if (cases[0] >= PINCER_TABLE_CAPACITY ||
      recorder->tableUsed + cases[0] + 1 > PINCER_TABLE_CAPACITY)
    return 0;
  for (uint64_t i = 0; i <= cases[0]; i++)
    recorder->tables[recorder->tableUsed + i] = cases[i];
  place->table = recorder->tableUsed + 1;
  recorder->tableUsed += (uint32_t)cases[0] + 1;
  recorder->segment->tableUsed = recorder->tableUsed;
  return 1;
}

void recordSwitch(uint32_t number, Value what, const uint64_t *cases) {
  if (what.term == 0)
    return;
  Place *place = placeOf(PINCER_EVENT_SWITCH, number);
  if (!place || !giveTable(place, cases)) {
    recorderLost(PINCER_LOST_EVENTS_FULL);
    return;
  }
  const PincerEvent event = {.kind = PINCER_EVENT_SWITCH,
                             .place = number,
                             .term = what.term,
                             .value = what.value,
                             .table = place->table - 1};
  countOrAppend(place, &event);
}

/* Each case is a place of its own, so that the ways to different cases are told apart. */
static void recordCase(uint32_t place, Value what, uint64_t label) {
  const Value same = binaryTerm(PINCER_OP_Equal, what, concrete(what.width, label), 1,
                                what.value == (label & maskOf(what.width)));
  recordEvent(PINCER_EVENT_CONDITION, (uint32_t)mixHash(place, label), same);
}

/* As if the cases were compared one after the other: runs that go the same way record the same. */
void recordChoice(uint32_t place, Value what, const uint64_t *cases) {
  if (what.term == 0)
    return;
  if (cases[0] > MOST_CASES_OF_CHOICE) {
    recordEvent(PINCER_EVENT_VALUE, place, what);
    return;
  }
  for (uint64_t i = 1; i <= cases[0]; i++) {
    recordCase(place, what, cases[i]);
    if (cases[i] == what.value)
      return;
  }
}
