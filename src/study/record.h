/* How a record's line ends, for those who write and those who read it. */
#ifndef HEED_STUDY_RECORD_H
#define HEED_STUDY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_START "{\"v\":"
#define RECORD_TAIL  ",\"c\":\"" /* then eight hex digits, then "} */

enum { RECORD_TAIL_LEN = 6 + 8 + 2 };

/* Does text[0..len) end in a checksum, and which one? */
bool record_has_checksum(const char *text, size_t len, uint32_t *given);
/* What its checksum should be: the CRC of all before it; without one, of all but the closing brace. */
uint32_t record_checksum(const char *text, size_t len);

#endif
