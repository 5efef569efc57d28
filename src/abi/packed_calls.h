/* Calls of pure functions whose arguments need more words than a term has operands. Plain C,
 * freestanding.
 *
 * Three words become one by a Call of the function with this number (expr/packed_words.h). Such a
 * call has a term even if none of its words has: whoever reads the log has to know what was packed.
 */
#ifndef PINCER_ABI_PACKED_CALLS_H
#define PINCER_ABI_PACKED_CALLS_H

enum { PINCER_CALL_PACK = 0xffff };

#endif
