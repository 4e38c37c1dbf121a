/* The checksum of a record: CRC-32 (ISO-HDLC, as in zip and PNG). */
#ifndef HEED_STUDY_CRC32_H
#define HEED_STUDY_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The CRC of bytes that follow others whose CRC is `crc` (0: none before). */
uint32_t crc32_add(uint32_t crc, const char *bytes, size_t len);

#endif
