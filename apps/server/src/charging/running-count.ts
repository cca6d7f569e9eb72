import { keptCharactersMax, unescaped } from './delivered-content.ts'
import { pieceCharacters, tokensByBytes } from './token-counter.ts'

/**
 * Counts the tokens of a running stream in the same pieces as its settlement. Uncounted text is taken as one token per byte, an upper
 * bound, so counting is needed only when that bound reaches the held amount.
 */
export class RunningCount {
  readonly #count: (text: string) => Promise<number>
  #uncounted: string[] = []
  /** Bytes of all text. */
  #bytes = 0
  #countedBytes = 0
  #tokens = 0
  /** Tokens of complete pieces. */
  #wholeTokens = 0
  /** The incomplete piece. */
  #piece = ''

  /** `count` returns the tokens of a text, never fewer than are charged. */
  constructor(count: (text: string) => Promise<number>) {
    this.#count = count
  }

  /** Adds JSON-escaped texts that are about to be sent, in order. */
  say(texts: readonly string[]): void {
    for (const text of texts) {
      this.#bytes += text.length
      this.#uncounted.push(text)
    }
  }

  get isCounted(): boolean {
    return this.#uncounted.length === 0
  }

  /** How many of the first `bytes` bytes are not counted yet. */
  uncounted(bytes: number): number {
    return Math.max(0, bytes - this.#countedBytes)
  }

  /** Upper bound of the tokens of the first `bytes` bytes. */
  most(bytes: number): number {
    return this.#tokens + this.uncounted(bytes)
  }

  /** Quick estimate of the tokens of the first `bytes` bytes. */
  about(bytes: number): number {
    return this.#tokens + tokensByBytes(this.uncounted(bytes))
  }

  /** Counts the text added so far. Calls run one at a time. */
  async countOn(): Promise<void> {
    const bytes = this.#bytes
    const text = this.#piece + unescaped(this.#uncounted.splice(0).join(''))
    const end = text.length - (text.length % pieceCharacters)
    this.#wholeTokens += await this.#count(text.slice(0, end))
    this.#piece = text.slice(end)
    const counted = this.#wholeTokens + (await this.#count(this.#piece))
    // Text beyond the kept length is charged by its bytes.
    const charged =
      bytes > keptCharactersMax ? this.#tokens + tokensByBytes(bytes - this.#countedBytes) : 0
    this.#tokens = Math.max(counted, charged)
    this.#countedBytes = bytes
  }
}
