/* Frames of an inspect target: counts markers, and writes down at one of them what every variable
 * is (abi/frames.h). */
#include "abi/frames.h"
#include "runtime/frames.h"
#include "runtime/recorder_state.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

_Thread_local PincerFrame *__pincer_frames __attribute__((tls_model("initial-exec")));
static _Thread_local uint32_t passed; /* markers of this thread */

static struct {
  uint32_t at; /* 0: nowhere */
  char *room;
  uint64_t size;
  void (*done)(void);
} wanted;
static _Thread_local int isWatched; /* the thread that asked */

/* Markers that the calling thread has passed (in an inspect target). */
uint32_t recorderMarkersPassed(void) { return passed; }

void pincerInspectAt(uint32_t number, void *room, uint64_t size, void (*done)(void)) {
  wanted.at = number;
  wanted.room = room;
  wanted.size = size;
  wanted.done = done;
  isWatched = 1;
}

/* Writing. What does not fit is left out, and counted nowhere: the header says how much is there.
 */
typedef struct {
  uint64_t used;
  uint32_t *count; /* values of the frame at hand */
  uint32_t parts;  /* of the variable at hand */
} Page;

static void *put(Page *page, const void *what, uint64_t size) {
  const uint64_t padded = (size + 7) & ~(uint64_t)7;
  if (wanted.size - page->used < padded)
    return 0;
  char *to = wanted.room + page->used;
  page->used += padded;
  memcpy(to, what, size);
  return to;
}

enum { MOST_TEXT = 512 };

static uint32_t lengthOf(const char *text) { return (uint32_t)strnlen(text, MOST_TEXT); }

static void putTexts(Page *page, const char *first, const char *second) {
  char both[2 * MOST_TEXT];
  const uint32_t a = lengthOf(first), b = lengthOf(second);
  memcpy(both, first, a);
  memcpy(both + a, second, b);
  put(page, both, a + b);
}

static void putValue(Page *page, PincerShownValue value, const char *name, const char *type) {
  value.nameLength = lengthOf(name);
  value.typeLength = lengthOf(type);
  const uint64_t room = sizeof value + value.nameLength + value.typeLength + 16;
  if (wanted.size - page->used < room)
    return;
  put(page, &value, sizeof value);
  putTexts(page, name, type);
  ++*page->count;
}

/* The bits of a scalar, and the term that a load of them gives. */
static void readScalar(const unsigned char *address, uint64_t size, PincerShownValue *value) {
  memcpy(value->value, address, size < 16 ? size : 16);
  value->bits = (uint32_t)(8 * size);
  if (size > 8 || !recorderEnter())
    return;
  value->term = loadTerm(address, value->bits, value->value[0]).term;
  recorderLeave();
}

static void readBitField(const unsigned char *address, uint64_t offsetBits, uint64_t bits,
                         PincerShownValue *value) {
  const unsigned char *first = address + offsetBits / 8;
  const uint32_t low = (uint32_t)(offsetBits % 8), bytes = (uint32_t)(low + bits + 7) / 8;
  uint64_t whole = 0;
  value->bits = (uint32_t)bits;
  if (bytes > 8)
    return;
  memcpy(&whole, first, bytes);
  value->value[0] = whole >> low & maskOf((uint32_t)bits);
  if (!recorderEnter())
    return;
  value->term = extracted(loadTerm(first, 8 * bytes, whole), low, (uint32_t)bits).term;
  recorderLeave();
}

static int isLeaf(const PincerTypeInfo *type) {
  return type->encoding != PINCER_ENCODING_STRUCT && type->encoding != PINCER_ENCODING_ARRAY;
}

static void showParts(Page *page, const char *name, const PincerTypeInfo *type,
                      const unsigned char *address, uint32_t line);

static void showMember(Page *page, const char *whole, const PincerMember *member,
                       const unsigned char *address, uint32_t line) {
  char name[MOST_TEXT];
  snprintf(name, sizeof name, "%s%s%s", whole, *member->name ? "." : "", member->name);
  if (member->bitFieldBits == 0) {
    showParts(page, name, member->type, address + member->offsetBits / 8, line);
    return;
  }
  PincerShownValue value = {.encoding = (uint32_t)member->type->encoding, .line = line};
  readBitField(address, member->offsetBits, member->bitFieldBits, &value);
  page->parts++;
  putValue(page, value, name, member->type->name);
}

static void showParts(Page *page, const char *name, const PincerTypeInfo *type,
                      const unsigned char *address, uint32_t line) {
  PincerShownValue value = {.encoding = (uint32_t)type->encoding, .line = line};
  if (page->parts > PINCER_MOST_PARTS_SHOWN)
    return;
  if (page->parts++ == PINCER_MOST_PARTS_SHOWN) {
    value.encoding = PINCER_ENCODING_CUT;
    putValue(page, value, name, type->name);
    return;
  }
  if (isLeaf(type)) {
    if (type->encoding != PINCER_ENCODING_OTHER)
      readScalar(address, type->size, &value);
    putValue(page, value, name, type->name);
    return;
  }
  page->parts--;          /* the whole is no part of itself */
  if (type->count == 0) { /* an array whose length is known at run time only */
    value.encoding = PINCER_ENCODING_OTHER;
    putValue(page, value, name, type->name);
    return;
  }
  for (uint64_t i = 0; i < type->count && page->parts <= PINCER_MOST_PARTS_SHOWN; i++)
    if (type->encoding == PINCER_ENCODING_STRUCT) {
      showMember(page, name, &type->members[i], address, line);
    } else {
      char element[MOST_TEXT];
      const PincerTypeInfo *each = type->members[0].type;
      snprintf(element, sizeof element, "%s[%llu]", name, (unsigned long long)i);
      showParts(page, element, each, address + i * each->size, line);
    }
}

/* Memory that a variable is said to have may be gone, or overwritten by the subject's own doing. */
static sigjmp_buf afterFault;
static void onFault(int signal) {
  (void)signal;
  siglongjmp(afterFault, 1);
}

static void showVariable(Page *page, const PincerVariable *variable, const void *address) {
  volatile int faults = 0;
  page->parts = 0;
  if (sigsetjmp(afterFault, 1) == 0) {
    showParts(page, variable->name, variable->type, address, (uint32_t)variable->line);
    return;
  }
  recorderLeave();  /* if it was at work */
  if (faults++ > 0) /* not even the description can be read */
    return;
  const PincerShownValue lost = {.encoding = PINCER_ENCODING_OTHER,
                                 .line = (uint32_t)variable->line};
  putValue(page, lost, variable->name, variable->type->name);
}

static int beginFrame(Page *page, uint64_t line, const char *name, const char *file) {
  const PincerShownFrame shown = {
      .line = (uint32_t)line, .nameLength = lengthOf(name), .fileLength = lengthOf(file)};
  if (wanted.size - page->used < sizeof shown + 2 * MOST_TEXT)
    return 0;
  PincerShownFrame *written = put(page, &shown, sizeof shown);
  page->count = &written->variableCount;
  putTexts(page, name, file);
  return 1;
}

static int showFrame(Page *page, const PincerFrame *frame) {
  const PincerFunctionInfo *function = frame->function;
  if (!beginFrame(page, frame->line, function->name, function->file))
    return 0;
  for (uint64_t i = 0; i < function->variableCount; i++)
    if (frame->addresses[i])
      showVariable(page, &function->variables[i], frame->addresses[i]);
  return 1;
}

extern const PincerNamed namedBegin[] __asm__("__start_pincer_named") __attribute__((weak));
extern const PincerNamed namedEnd[] __asm__("__stop_pincer_named") __attribute__((weak));

static int showGlobals(Page *page) {
  if (!beginFrame(page, 0, "", ""))
    return 0;
  for (const PincerNamed *named = namedBegin; named && named < namedEnd; named++)
    showVariable(page, &named->variable,
                 named->addressInThread ? named->addressInThread() : named->address);
  return 1;
}

static void showAll(uint32_t slot, uint64_t value) {
  PincerFrames header = {.slot = slot, .value = value};
  Page page = {.used = sizeof header};
  volatile uint32_t frames = 0;
  struct sigaction action = {.sa_handler = onFault, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGBUS, &action, 0);
  const PincerFrame *volatile frame = __pincer_frames;
  while (frame && frames < PINCER_MOST_FRAMES_SHOWN) {
    if (sigsetjmp(afterFault, 1) != 0 || !showFrame(&page, frame))
      break;
    frames++;
    if (sigsetjmp(afterFault, 1) != 0)
      break;
    const PincerFrame *caller = frame->caller;
    /* The stack grows down. Whoever wrote over a frame may have made a ring. */
    frame = caller > frame ? caller : 0;
  }
  if (sigsetjmp(afterFault, 1) == 0)
    frames += (uint32_t)showGlobals(&page);
  header.frameCount = frames;
  header.used = page.used;
  header.magic = PINCER_FRAMES_MAGIC;
  memcpy(wanted.room, &header, sizeof header);
}

void __pincer_frames_event(uint32_t slot, uint64_t value) {
  passed++;
  if (wanted.at != passed || !isWatched)
    return;
  showAll(slot, value);
  wanted.done();
}
