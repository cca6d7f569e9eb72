/** Longer turns are not stored, because a row passes through memory in one piece. */
export const keptBytesMax = 8 * 1024 * 1024

/** Events that contain a whole response. */
export const endWord = /response\.(completed|incomplete)/
