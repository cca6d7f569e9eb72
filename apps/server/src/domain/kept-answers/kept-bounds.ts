/** A turn that is longer is not kept: with what it says, a row goes through memory as one piece. */
export const keptBytesMax = 8 * 1024 * 1024

/** What an event is called that has a whole response. */
export const endWord = /response\.(completed|incomplete)/
