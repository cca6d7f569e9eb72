/** Reading, translating and writing this much takes a few milliseconds. Larger bodies go to threads. */
export const inlineBytesMax = 256 * 1024
