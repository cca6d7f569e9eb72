import { tokensByBytes, type TokenCounter } from './token-counter.ts'

/** Text is kept to be counted up to this; what is longer is counted by its bytes. */
export const keptCharactersMax = 512 * 1024

/** The texts of a whole answer, as they stand in the JSON of the wire: as much as is kept to be counted, and its bytes. */
export type DeliveredText = { readonly kept: string; readonly bytes: number }

/** Texts as they stand in JSON, one character a byte. */
export function deliveredTextIn(texts: readonly string[]): DeliveredText {
  const delivered = new DeliveredContent()
  for (const text of texts) delivered.add(text)
  return delivered.said
}

/**
 * Text that reached the client's socket, kept so that it can be counted when no usage comes. While a
 * stream runs only lengths are added up: nobody counts tokens of an answer that reports its own.
 */
export class DeliveredContent {
  #texts: string[] = []
  #keptCharacters = 0
  #droppedBytes = 0
  #bytes = 0
  #marked = false
  #soundTokens = 0
  #counted: { readonly bytes: number; readonly tokens: Promise<number> } | null = null

  /** Text as it stands in the JSON of the wire: one character a byte, escapes and all. */
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

  /** The texts of a whole answer. */
  addSaid({ kept, bytes }: DeliveredText): void {
    this.add(kept)
    this.#bytes += bytes - kept.length
    this.#droppedBytes += bytes - kept.length
  }

  get said(): DeliveredText {
    return { kept: this.#texts.join(''), bytes: this.#bytes }
  }

  /** Takes text back that no socket took: of the last write, or of none. */
  takeBack(texts: readonly string[]): void {
    if (texts.length === 0) return
    this.#texts = without(this.#texts, texts)
    const kept = this.#texts.reduce((sum, { length }) => sum + length, 0)
    this.#bytes -= this.#keptCharacters - kept
    this.#keptCharacters = kept
  }

  /** Something went out that may be no text: vectors, pictures, sealed reasoning. */
  mark(): void {
    this.#marked = true
  }

  /** Sound went out, that stands for so many tokens. */
  addSound(tokens: number): void {
    this.#soundTokens += tokens
    this.mark()
  }

  get anything(): boolean {
    return this.#marked || this.#bytes > 0
  }

  /** Bytes as they stand in the JSON of the wire. */
  get bytes(): number {
    return this.#bytes
  }

  /** Characters that are kept to be counted. */
  get keptCharacters(): number {
    return this.#keptCharacters
  }

  /** A quick guess, never far below the truth. */
  get tokensAbout(): number {
    return tokensByBytes(this.#bytes)
  }

  /** The same number as long as nothing is added: what the client was told is what is charged. */
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

/** The text that escaped bytes stand for. Text that is not whole JSON is taken as it is. */
export function unescaped(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}

/** Texts without some of them, each taken out once: the last of its kind. */
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
