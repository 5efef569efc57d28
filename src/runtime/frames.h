/* Frames of an inspect target, as the driver sees them. Only inspect targets have any; the names
 * are weak: null where the recorder is not linked. */
#ifndef PINCER_RUNTIME_FRAMES_H
#define PINCER_RUNTIME_FRAMES_H

#include <stdint.h>

#pragma weak pincerInspectAt

/* The calling thread stops at its n-th marker: the frames (abi/frames.h) are written to `room`, and
 * `done` is called, which does not return. */
void pincerInspectAt(uint32_t number, void *room, uint64_t size, void (*done)(void));

#endif
