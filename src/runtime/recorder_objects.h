/* Inside the recorder: which object an address lies in. */
#ifndef PINCER_RUNTIME_RECORDER_OBJECTS_H
#define PINCER_RUNTIME_RECORDER_OBJECTS_H

#include <stdint.h>

typedef struct {
  uintptr_t begin, end;
  int isConstant; /* nobody ever writes to it */
  int isLibrarys; /* it belongs to the C library */
} Object;

/* Sorts what the lowering listed. Before any constructor runs. */
void objectsBegin(void);
/* This thread is the first of the process: its locals can be found. */
void stackBegins(void);
/* The object of the next access of this thread, where the instrumented code knows it by itself. */
void hintObject(const void *begin, uint64_t size);
void forgetHint(void);
/* Whether [address, address + bytes) lies in an object that is known. */
int objectAt(uintptr_t address, uint64_t bytes, Object *object);

#endif
