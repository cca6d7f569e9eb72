/** Reading this much, translating it and writing it takes a few milliseconds: more is done off the loop. */
export const inlineBytesMax = 256 * 1024
