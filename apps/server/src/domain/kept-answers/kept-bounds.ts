/** A turn that is longer is not kept: with what it says, a row goes through memory as one piece. */
export const keptBytesMax = 8 * 1024 * 1024

/** Names of events that have a whole response. */
export const endWord = /response\.(completed|incomplete)/
