/** Longer values are cut: proxies refuse heads of a few thousand bytes. */
const charactersMax = 1_024

const plain = /^[\x20-\x7e]*$/

/**
 * A text as the value of a header: what is not printable ASCII is percent-encoded in UTF-8, because Node refuses
 * to write such a head and proxies to read it. Cut to 1 024 characters, never inside of a code.
 */
export function headerText(text: string): string {
  if (text.length <= charactersMax && plain.test(text)) return text
  let value = ''
  for (const character of text.toWellFormed()) {
    const written = plain.test(character) ? character : encodeURIComponent(character)
    if (value.length + written.length > charactersMax) break
    value += written
  }
  return value
}
