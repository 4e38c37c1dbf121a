/* The one way out when memory is gone. */
#ifndef HEED_BASE_OUT_OF_MEMORY_H
#define HEED_BASE_OUT_OF_MEMORY_H

_Noreturn void heed_out_of_memory(void);

#endif
