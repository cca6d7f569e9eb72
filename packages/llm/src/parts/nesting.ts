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
      const code = piece.charCodeAt(at)
      if (this.#isInText) {
        if (code === backslash) at += 1
        else if (code === quote) this.#isInText = false
      } else if (code === quote) this.#isInText = true
      else if (code === 123 || code === 91) this.#depth += 1
      else if (code === 125 || code === 93) this.#depth -= 1
    }
    this.#isEscaped = at > piece.length
    return this.#depth > depthMost
  }
}
