import { keptCharactersMax, unescaped } from './delivered-content.ts'
import { pieceCharacters, tokensByBytes } from './token-counter.ts'

/**
 * Tokens of what a stream says, counted while it runs in the pieces that its settlement counts. What was not
 * counted yet is a token a byte, and no text is more: a stream is counted where that reaches the end of what is held.
 */
export class RunningCount {
  readonly #count: (text: string) => Promise<number>
  #uncounted: string[] = []
  /** Of all that was said. */
  #bytes = 0
  #countedBytes = 0
  #tokens = 0
  /** Of whole pieces. */
  #wholeTokens = 0
  /** The piece that goes on. */
  #piece = ''

  /** `count`: whole tokens of a text, never fewer than are charged for it. */
  constructor(count: (text: string) => Promise<number>) {
    this.#count = count
  }

  /** Texts that are about to go out, in order, as they stand in the JSON of the wire. */
  say(texts: readonly string[]): void {
    for (const text of texts) {
      this.#bytes += text.length
      this.#uncounted.push(text)
    }
  }

  get isCounted(): boolean {
    return this.#uncounted.length === 0
  }

  /** Of the first so many bytes, how many were not counted yet. */
  uncounted(bytes: number): number {
    return Math.max(0, bytes - this.#countedBytes)
  }

  /** The first so many bytes are no more tokens. */
  most(bytes: number): number {
    return this.#tokens + this.uncounted(bytes)
  }

  /** A quick guess. */
  about(bytes: number): number {
    return this.#tokens + tokensByBytes(this.uncounted(bytes))
  }

  /** Counts what was said until now. One at a time. */
  async countOn(): Promise<void> {
    const bytes = this.#bytes
    const text = this.#piece + unescaped(this.#uncounted.splice(0).join(''))
    const end = text.length - (text.length % pieceCharacters)
    this.#wholeTokens += await this.#count(text.slice(0, end))
    this.#piece = text.slice(end)
    const counted = this.#wholeTokens + (await this.#count(this.#piece))
    // Text longer than is kept is charged by its bytes.
    const charged =
      bytes > keptCharactersMax ? this.#tokens + tokensByBytes(bytes - this.#countedBytes) : 0
    this.#tokens = Math.max(counted, charged)
    this.#countedBytes = bytes
  }
}
