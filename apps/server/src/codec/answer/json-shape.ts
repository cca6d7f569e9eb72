const quote = 34
const backslash = 92
const openers = new Set(Buffer.from('{['))
const closers = new Set(Buffer.from('}]'))
/** Characters allowed outside strings: punctuation, numbers, and the letters of `true`, `false` and `null`. */
const others = new Set(Buffer.from(' \t\r\n,:+-.0123456789eEtrufalsn'))

const depthMax = 128

/**
 * Checks whether forwarded bytes can be a JSON object: strings are closed, brackets balance, and no other characters occur. Not a
 * parser. Stateful, for one answer.
 */
export class JsonShape {
  #depth = 0
  #inText = false
  #escaped = false
  #ended = false

  /** Returns false once it cannot be JSON. */
  push(bytes: Uint8Array): boolean {
    let at = 0
    while (at < bytes.length) {
      if (this.#inText) at = this.#textFrom(bytes, at)
      else if (this.#takes(bytes[at] ?? 0)) at += 1
      else return false
    }
    return true
  }

  /** The object is complete. */
  get isWhole(): boolean {
    return this.#ended
  }

  /** Position after the string. */
  #textFrom(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      if (this.#escaped) this.#escaped = false
      else if (bytes[at] === backslash) this.#escaped = true
      else if (bytes[at] === quote) {
        this.#inText = false
        return at + 1
      }
    }
    return bytes.length
  }

  #takes(code: number): boolean {
    if (this.#ended) return code <= 32
    if (code === quote) this.#inText = true
    else if (openers.has(code)) this.#depth += 1
    else if (closers.has(code)) {
      this.#depth -= 1
      this.#ended = this.#depth === 0
    } else if (!others.has(code)) return false
    return this.#depth >= 0 && this.#depth <= depthMax
  }
}
