/* Memory through symbolic addresses.
 *
 * A read becomes a term that selects among the entries that the object has at the distance of the
 * address's step: a[i].f has one per element. The entries' values (and terms, where they have some)
 * stand in a table of the log; equal tables are shared. That the address is that of one of these
 * entries is an event, unless the term can't mean anything else. What the rest of the run computes
 * from such a term is then true for every index.
 *
 * A write gives each entry of a small object a term: the new value if the address is the entry's
 * own, otherwise the old one.
 *
 * Where the object is not known, has too many entries to write, or the log has no room, the address
 * is held at its value in this run. A pointer among its summands always is: another object is
 * another shape of the input. */
#include "runtime/recorder_addresses.h"

#include <string.h>

enum {
  WHOLE_OBJECT = 4096, /* bytes; and beyond them */
  MOST_ENTRIES = 1024,
  MOST_ENTRIES_WITH_TERMS = 256,
  MOST_NESTED = 32, /* a checksum of more bytes is more than can be solved */
  MOST_ENTRIES_WRITTEN = 64,
  MOST_WRITTEN_IN_ALL = 1 << 16, /* entries in one run */
  MOST_TABLES = 1 << 16,
  HEADER_WORDS = sizeof(PincerReadTable) / sizeof(uint64_t)
};

/* Places in memory at equal distances. */
typedef struct {
  uint64_t base, count, stride;
} Range;

typedef struct {
  Range range;
  uint32_t width;
  uint32_t table;     /* the latest of them */
  uint32_t isUniform; /* all its entries are the same */
} KnownTable;

static KnownTable *knownTables;
static uint32_t knownTableCount;
static RecordIndex tableIndex;
static uint32_t writtenInAll;

static uint64_t hashOfKey(const KnownTable *key) {
  return mixHash(mixHash(key->range.base, key->range.count), key->range.stride << 8 | key->width);
}
static int isSameKey(uint32_t number, const void *wanted) {
  const KnownTable *table = &knownTables[number - 1], *key = wanted;
  return table->range.base == key->range.base && table->range.count == key->range.count &&
         table->range.stride == key->range.stride && table->width == key->width;
}

void readsBegin(void) {
  knownTables = recorderReserve(sizeof(KnownTable) * MOST_TABLES);
  tableIndex = indexOf(1 << 8);
  knownTableCount = writtenInAll = 0;
}

static uint32_t bytesOf(uint32_t width) { return (width + 7) / 8; }

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t memoryAt(uint64_t address, uint32_t width) {
  uint64_t value = 0;
  memcpy(&value, (const void *)(uintptr_t)address, bytesOf(width));
  return value & maskOf(width);
}

static Value entryAt(uint64_t address, uint32_t width) {
  const void *at = (const void *)(uintptr_t)address;
  const uint64_t value = memoryAt(address, width);
  return anyTags(at, bytesOf(width)) ? loadTerm(at, width, value) : concrete(width, value);
}

/* The entries of the object, or as many of them around the address. */
static Range entriesAround(uint64_t address, uint64_t stride, uint32_t bytes, const Object *object,
                           uint64_t most) {
  const uint64_t before = (address - object->begin) / stride,
                 after = (object->end - address - bytes) / stride;
  if (before + after < most)
    return (Range){address - before * stride, before + 1 + after, stride};
  uint64_t below = lesser(before, most / 2);
  const uint64_t above = lesser(after, most - 1 - below);
  below = lesser(before, most - 1 - above);
  return (Range){address - below * stride, below + 1 + above, stride};
}

static int hasTags(Range range, uint32_t bytes) {
  if (range.stride <= 2 * bytes)
    return anyTags((const void *)(uintptr_t)range.base, (range.count - 1) * range.stride + bytes);
  for (uint64_t i = 0; i < range.count; i++)
    if (anyTags((const void *)(uintptr_t)(range.base + i * range.stride), bytes))
      return 1;
  return 0;
}

static uint64_t wordsOf(const PincerReadTable *table) {
  return HEADER_WORDS + table->count * (table->hasTerms ? 2 : 1);
}

/* Writes a table behind those there are, without counting it yet. False: no room. */
static int draftTable(Range range, uint32_t width, int withTerms, int *isUniform) {
  Recorder *recorder = &pincerRecorder;
  const PincerReadTable header = {range.base, range.count, range.stride, (uint64_t)withTerms};
  if (wordsOf(&header) > PINCER_TABLE_CAPACITY - recorder->tableUsed)
    return 0;
  uint64_t *words = &recorder->tables[recorder->tableUsed];
  memcpy(words, &header, sizeof header);
  words += HEADER_WORDS;
  Value first = {0};
  *isUniform = 1;
  for (uint64_t i = 0; i < range.count; i++) {
    const uint64_t address = range.base + i * range.stride;
    const Value entry =
        withTerms ? entryAt(address, width) : concrete(width, memoryAt(address, width));
    if (withTerms)
      *words++ = entry.term;
    *words++ = entry.value;
    if (i == 0)
      first = entry;
    *isUniform &= entry.term == first.term && entry.value == first.value;
  }
  return 1;
}

static int isAsDrafted(uint32_t table) {
  const uint64_t *old = &pincerRecorder.tables[table],
                 *draft = &pincerRecorder.tables[pincerRecorder.tableUsed];
  const PincerReadTable *header = (const PincerReadTable *)draft;
  return memcmp(old, draft, wordsOf(header) * sizeof *old) == 0;
}

static uint32_t keepDraft(void) {
  Recorder *recorder = &pincerRecorder;
  const uint32_t table = recorder->tableUsed;
  recorder->tableUsed += (uint32_t)wordsOf((const PincerReadTable *)&recorder->tables[table]);
  recorder->segment->tableUsed = recorder->tableUsed;
  return table;
}

/* Tables of numbers are the most common, and compared for every read. */
static int isUnchanged32(const uint32_t *memory, const uint64_t *entries, uint64_t count) {
  uint64_t changed[4] = {0}, i = 0;
  for (; i + 4 <= count; i += 4)
    for (int k = 0; k < 4; k++)
      changed[k] |= memory[i + k] ^ entries[i + k];
  for (; i < count; i++)
    changed[0] |= memory[i] ^ entries[i];
  return (changed[0] | changed[1] | changed[2] | changed[3]) == 0;
}

/* Whether the entries, all concrete, are what they were when the table was made. */
static int isUnchanged(Range range, uint32_t width, uint32_t table) {
  const uint64_t *entries = &pincerRecorder.tables[table + HEADER_WORDS];
  const void *memory = (const void *)(uintptr_t)range.base;
  if (pincerRecorder.tables[table + 3] != 0)
    return 0;
  if (width == 32 && range.stride == 4 && range.base % 4 == 0)
    return isUnchanged32(memory, entries, range.count);
  uint64_t changed = 0;
  if (width == 8 && range.stride == 1)
    for (uint64_t i = 0; i < range.count; i++)
      changed |= ((const uint8_t *)memory)[i] ^ entries[i];
  else
    for (uint64_t i = 0; i < range.count; i++)
      changed |= memoryAt(range.base + i * range.stride, width) ^ entries[i];
  return changed == 0;
}

/* The table of these entries as they are now; null: no room. What is constant is copied once. */
static const KnownTable *tableOf(Range range, uint32_t width, int isConstant, int withTerms) {
  const KnownTable key = {.range = range, .width = width};
  const uint32_t number = indexFind(&tableIndex, hashOfKey(&key), isSameKey, &key);
  if (number &&
      (isConstant || (!withTerms && isUnchanged(range, width, knownTables[number - 1].table))))
    return &knownTables[number - 1];
  int isUniform;
  if ((number == 0 && knownTableCount == MOST_TABLES) ||
      !draftTable(range, width, withTerms, &isUniform))
    return NULL;
  KnownTable *known = &knownTables[number ? number - 1 : knownTableCount];
  if (number && isAsDrafted(known->table))
    return known;
  *known = key;
  known->table = keepDraft();
  known->isUniform = (uint32_t)isUniform;
  if (number == 0)
    indexAdd(&tableIndex, hashOfKey(&key), ++knownTableCount);
  return known;
}

/* Whether the address can't mean anything outside. A step that is no power of two is a guess. */
static int isSurelyWithin(Value address, Range range) {
  return (range.stride & (range.stride - 1)) == 0 &&
         isAlwaysBetween(address, range.base, range.base + (range.count - 1) * range.stride);
}

extern const char __pincer_checked __attribute__((weak)); /* PINCER_CHECKED */

/* What may lead out of the object, however it is told from other places in it below. */
static void checkBounds(uint32_t place, Value address, const Object *object, uint64_t bytes) {
  if (!&__pincer_checked || object->isLibrarys || address.term == 0 ||
      isAlwaysBetween(address, object->begin, object->end - bytes))
    return;
  recordBounds(place, address, object->begin, object->end - bytes - object->begin + 1);
}

void announceAccess(uint32_t place, Value address, uint64_t bytes) {
  Object object;
  if (objectAt((uintptr_t)address.value, bytes, &object))
    return;
  address = settled(place, address, NULL);
  if (address.term != 0)
    recordEvent(PINCER_EVENT_ADDRESS, place, address);
}

static Value readSelecting(uint32_t place, Value address, const Object *object, uint32_t width,
                           Value loaded) {
  const uint32_t bytes = bytesOf(width);
  const uint64_t stride = stepOf(address.term);
  uint64_t most = MOST_ENTRIES;
  if (object->end - object->begin <= WHOLE_OBJECT)
    most = WHOLE_OBJECT;
  if (stride == 0)
    return loaded;
  if (nestedReads(address.term) >= MOST_NESTED) {
    recordEvent(PINCER_EVENT_ADDRESS, place, address);
    return loaded;
  }
  Range range = entriesAround(address.value, stride, bytes, object, most);
  const int withTerms = !object->isConstant && hasTags(range, bytes);
  if (withTerms)
    range = entriesAround(address.value, stride, bytes, object, MOST_ENTRIES_WITH_TERMS);
  const KnownTable *table = tableOf(range, width, object->isConstant, withTerms);
  if (range.count == 1 || !table) {
    recordEvent(PINCER_EVENT_ADDRESS, place, address);
    return loaded;
  }
  if (!isSurelyWithin(address, range) && !recordWithin(place, address, table->table))
    return loaded;
  if (table->isUniform)
    return loaded;
  return readTerm(address, table->table, width, loaded.value);
}

Value readThrough(uint32_t place, Value address, const void *from, uint32_t width, uint64_t value,
                  int wasAnnounced) {
  const Value loaded = loadTerm(from, width, value);
  Object object;
  if (address.term == 0)
    return loaded;
  const int isKnown = objectAt((uintptr_t)address.value, bytesOf(width), &object);
  address = settled(place, address, isKnown ? &object : NULL);
  if (address.term == 0)
    return loaded;
  if (!isKnown) {
    if (!wasAnnounced)
      recordEvent(PINCER_EVENT_ADDRESS, place, address);
    return loaded;
  }
  const Parts parts = partsOf(address, &object);
  if (parts.address.term == 0) {
    recordEvent(PINCER_EVENT_ADDRESS, place, address);
    return loaded;
  }
  recordEvent(PINCER_EVENT_ADDRESS, place, parts.pointer);
  checkBounds(place, parts.address, &object, bytesOf(width));
  return readSelecting(place, parts.address, &object, width, loaded);
}

/* Each entry: the new value if it is meant, otherwise the old one. */
static void writeEntries(Value address, Range range, Value value) {
  for (uint64_t i = 0; i < range.count; i++) {
    const uint64_t entry = range.base + i * range.stride;
    const Value isMeant = binaryTerm(PINCER_OP_Equal, address, concrete(POINTER_WIDTH, entry), 1,
                                     address.value == entry);
    storeTerm((void *)(uintptr_t)entry, chosen(isMeant, value, entryAt(entry, value.width)));
  }
}

/* Any table of a range says where its entries are. */
static int holdForWriting(uint32_t place, Value address, Range range, uint32_t width) {
  const KnownTable key = {.range = range, .width = width};
  if (isSurelyWithin(address, range))
    return 1;
  const uint32_t known = indexFind(&tableIndex, hashOfKey(&key), isSameKey, &key);
  const KnownTable *table =
      known ? &knownTables[known - 1] : tableOf(range, width, 0, hasTags(range, bytesOf(width)));
  return table && recordWithin(place, address, table->table);
}

static int writesAll(uint32_t place, Value address, const Object *object, Value value) {
  const uint32_t bytes = bytesOf(value.width);
  const Parts parts = partsOf(address, object);
  const uint64_t stride = stepOf(parts.address.term);
  if (parts.address.term == 0 || stride < bytes) /* entries that overlap */
    return 0;
  const Range range = entriesAround(address.value, stride, bytes, object, UINT32_MAX);
  if (range.count == 1 || range.count > MOST_ENTRIES_WRITTEN ||
      writtenInAll + range.count > MOST_WRITTEN_IN_ALL ||
      !holdForWriting(place, parts.address, range, value.width))
    return 0;
  recordEvent(PINCER_EVENT_ADDRESS, place, parts.pointer);
  writtenInAll += (uint32_t)range.count;
  writeEntries(parts.address, range, value);
  return 1;
}

void writeThrough(uint32_t place, Value address, void *to, Value value) {
  Object object;
  const int isKnown =
      address.term != 0 && objectAt((uintptr_t)address.value, bytesOf(value.width), &object);
  address = settled(place, address, isKnown ? &object : NULL);
  if (address.term != 0) {
    if (isKnown)
      checkBounds(place, partsOf(address, &object).address, &object, bytesOf(value.width));
    if (isKnown && writesAll(place, address, &object, value))
      return;
    recordEvent(PINCER_EVENT_ADDRESS, place, address);
  }
  storeTerm(to, value);
}
