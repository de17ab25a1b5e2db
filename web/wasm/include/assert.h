/*
 * assert.h for WebAssembly without a C library: what does not hold stops the program.
 *
 * SPDX-License-Identifier: MIT
 */
#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __builtin_trap())
#endif
