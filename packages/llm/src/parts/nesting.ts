/** Lists and objects in one another that a frame or an answer may have: as many as a request. */
const depthMost = 128

const quote = 34
const backslash = 92

/** Whether JSON is nested deeper than anybody can write again, seen by its brackets before it is parsed. */
export const isTooDeep = (json: string): boolean =>
  json.length > depthMost && new Nesting().isTooDeepWith(json)

/** The same of JSON that comes in pieces. */
export class Nesting {
  #depth = 0
  #isInText = false
  /** The last piece ended behind a backslash. */
  #isEscaped = false

  /** Whether it is nested too deep with its next piece. */
  isTooDeepWith(piece: string): boolean {
    let at = this.#isEscaped ? 1 : 0
    for (; at < piece.length && this.#depth <= depthMost; at += 1) {
      if (this.#isInText) {
        at = textEnd(piece, at)
        if (at >= piece.length) break
        this.#isInText = false
        continue
      }
      const code = piece.charCodeAt(at)
      if (code === quote) this.#isInText = true
      else if (code === 123 || code === 91) this.#depth += 1
      else if (code === 125 || code === 93) this.#depth -= 1
    }
    this.#isEscaped = at > piece.length
    return this.#depth > depthMost
  }
}

/**
 * Where the quote stands that ends a text; behind the piece: it does not end there, and one place further where its
 * last backslash escapes what comes next. Long texts are jumped over: pictures are some.
 */
function textEnd(piece: string, from: number): number {
  let at = from
  for (;;) {
    const end = piece.indexOf('"', at)
    const backslashes = backslashesBefore(piece, end === -1 ? piece.length : end, at)
    if (end === -1) return piece.length + (backslashes % 2)
    if (backslashes % 2 === 0) return end
    at = end + 1
  }
}

/** How many stand in a row, no further back than `least`. */
function backslashesBefore(piece: string, end: number, least: number): number {
  let at = end
  while (at > least && piece.charCodeAt(at - 1) === backslash) at -= 1
  return end - at
}
