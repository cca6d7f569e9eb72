/** At most so many characters (UTF-16 units) from the beginning of a text, never half of one that takes two. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? most - 1 : most)
}

/** V8 copies what is cut out of a text up to this, and beyond it keeps the whole text for its sake. */
const copiedMax = 12

/** A text that was cut out of another, without the other: for what is kept longer. Characters up to U+00FF. */
export const ownText = (cut: string): string =>
  cut.length <= copiedMax ? cut : Buffer.from(cut, 'latin1').toString('latin1')
