/** V8 copies what is cut out of a text up to this, and beyond it keeps the whole text for its sake. */
const copiedMax = 12

/** A text that was cut out of another, without the other: for what is kept longer. Characters up to U+00FF. */
export const ownText = (cut: string): string =>
  cut.length <= copiedMax ? cut : Buffer.from(cut, 'latin1').toString('latin1')
