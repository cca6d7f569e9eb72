import { tokensByBytes, type TokenCounter } from './token-counter.ts'

/** Text beyond this is not kept, and counted by its bytes. */
export const keptCharactersMax = 512 * 1024

/** Text of a whole answer, JSON-escaped: `kept` is the part that can be counted, `bytes` the length of all of it. */
export type DeliveredText = { readonly kept: string; readonly bytes: number }

/** `texts` are JSON-escaped latin1, one character per byte. */
export function deliveredTextIn(texts: readonly string[]): DeliveredText {
  const delivered = new DeliveredContent()
  for (const text of texts) delivered.add(text)
  return delivered.said
}

/**
 * Content written to the client's socket, kept so that it can be counted if the supplier reports no usage. While a stream
 * runs only lengths are added up, because most answers report their own usage.
 */
export class DeliveredContent {
  #texts: string[] = []
  #keptCharacters = 0
  #droppedBytes = 0
  #bytes = 0
  #marked = false
  #soundTokens = 0
  #counted: { readonly bytes: number; readonly tokens: Promise<number> } | null = null

  /** JSON-escaped latin1, one character per byte. */
  add(escaped: string): void {
    if (escaped === '') return
    this.#bytes += escaped.length
    if (this.#keptCharacters + escaped.length > keptCharactersMax) {
      this.#droppedBytes += escaped.length
      return
    }
    this.#keptCharacters += escaped.length
    this.#texts.push(escaped)
  }

  addSaid({ kept, bytes }: DeliveredText): void {
    this.add(kept)
    this.#bytes += bytes - kept.length
    this.#droppedBytes += bytes - kept.length
  }

  get said(): DeliveredText {
    return { kept: this.#texts.join(''), bytes: this.#bytes }
  }

  /** Removes text of the last write that the socket did not accept. */
  takeBack(texts: readonly string[]): void {
    if (texts.length === 0) return
    this.#texts = without(this.#texts, texts)
    const kept = this.#texts.reduce((sum, { length }) => sum + length, 0)
    this.#bytes -= this.#keptCharacters - kept
    this.#keptCharacters = kept
  }

  /** Records delivery of something other than text: vectors, pictures, sealed reasoning. */
  mark(): void {
    this.#marked = true
  }

  /** Records delivery of sound worth this many tokens. */
  addSound(tokens: number): void {
    this.#soundTokens += tokens
    this.mark()
  }

  get anything(): boolean {
    return this.#marked || this.#bytes > 0
  }

  /** Bytes of JSON-escaped text. */
  get bytes(): number {
    return this.#bytes
  }

  get keptCharacters(): number {
    return this.#keptCharacters
  }

  /** A quick estimate, never far too low. */
  get tokensAbout(): number {
    return tokensByBytes(this.#bytes)
  }

  /** Counts once and returns the same number until text is added, so that the client is told what is charged. */
  count(counter: TokenCounter, model: string): Promise<number> {
    if (this.#counted?.bytes === this.#bytes) return this.#counted.tokens
    const tokens = this.#count(counter, model)
    this.#counted = { bytes: this.#bytes, tokens }
    return tokens
  }

  async #count(counter: TokenCounter, model: string): Promise<number> {
    if (this.#bytes === 0) return Math.ceil(this.#soundTokens)
    const text = unescaped(this.#texts.join(''))
    return (await counter.count([text], model)) + tokensByBytes(this.#droppedBytes)
  }
}

/** Decodes JSON escapes. Text that is not valid JSON is returned unchanged. */
export function unescaped(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** Removes the last occurrence of each of `others`. */
export function without(texts: readonly string[], others: readonly string[]): string[] {
  if (others.length === 0) return [...texts]
  const out = new Map<string, number>()
  for (const text of others) out.set(text, (out.get(text) ?? 0) + 1)
  const left = texts.toReversed().filter((text) => {
    const count = out.get(text) ?? 0
    if (count > 0) out.set(text, count - 1)
    return count === 0
  })
  return left.toReversed()
}
