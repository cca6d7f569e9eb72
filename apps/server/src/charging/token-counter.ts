import { FairTurns, type Step } from './fair-turns.ts'

/** Counts tokens without blocking the event loop: long texts are counted in pieces, taking turns. */
export type TokenCounter = {
  /**
   * Tokens to charge: exact for published encodings, else bytes ÷ 3, as beyond `countedCharactersMax`. The result does not depend on
   * load or time.
   */
  count(texts: readonly string[], model: string): Promise<number>
  /** Tokens to hold: like `count` within a deadline, after which the rest is estimated by its bytes. */
  guess(texts: readonly string[], model: string): Promise<Guess>
  /** Tokens to show: uses the nearest encoding if none is published. Never charged. */
  about(texts: readonly string[], model: string): Promise<number>
  /** Tokens to hold: at least `count` and `about`, without a deadline. */
  most(texts: readonly string[], model: string): Promise<number>
  /** Loads the encodings. Until then `guess` returns bytes ÷ 3 and `count` waits. */
  load(): Promise<void>
  /** Called at shutdown: long texts that are not counted yet are charged by their bytes. */
  hurry(): void
}

/** `isWhole` if `count` would return the same. */
type Guess = { readonly tokens: number; readonly isWhole: boolean }

type Encode = (text: string) => number

/** The encoder takes quadratic time on long words, so every step gets a short piece. */
export const pieceCharacters = 512
/** Text up to this is counted at once; it rarely takes more than a turn. */
const atOnceCharacters = 16 * pieceCharacters
/**
 * Longer text is counted by its bytes. The slowest text of this length takes half a minute. A length rather than a time, so that the
 * same text always has the same price.
 */
export const countedCharactersMax = 6 * 1024 * 1024
const pieceBytesPerToken = 3

export const tokensByBytes = (bytes: number): number => Math.ceil(bytes / pieceBytesPerToken)

export type CounterOptions = {
  readonly monotonic: () => number
  /** Deadline of a guess, waiting included. */
  readonly deadlineMs: number
}

export function createTokenCounter({ monotonic, deadlineMs }: CounterOptions): TokenCounter {
  const encodings = new Map<EncodingName, Encode>()
  const turns = new FairTurns(monotonic)
  let hurried = false
  const countBy = async (
    texts: readonly string[],
    name: EncodingName | null,
    until: Until,
  ): Promise<Guess> => {
    const encode = name === null ? undefined : encodings.get(name)
    if (encode === undefined) {
      return { tokens: tokensByBytes(bytesOf(texts)), isWhole: name === null }
    }
    const counting = new Counting(texts, encode, until)
    const isLittle = charactersOf(texts) <= atOnceCharacters
    if (!isLittle || !turns.atOnce(counting.step)) await turns.whole(counting.step)
    return counting
  }
  const inTime = (): Until => {
    const deadline = monotonic() + deadlineMs
    return { isOver: () => monotonic() > deadline, characters: countedCharactersMax }
  }
  const load = async (): Promise<void> => {
    for (const name of encodingNames) {
      encodings.set(name, await loadEncoding(name))
      await nextTurn()
    }
  }
  let loading: Promise<void> | null = null
  return {
    count: async (texts, model) => {
      await loading
      const isLong = charactersOf(texts) > atOnceCharacters
      const isOver = (): boolean => isLong && hurried
      const until = { isOver, characters: countedCharactersMax }
      return (await countBy(texts, encodingOf(model), until)).tokens
    },
    guess: (texts, model) => countBy(texts, encodingOf(model), inTime()),
    about: async (texts, model) =>
      (await countBy(texts, encodingOf(model) ?? nearest, inTime())).tokens,
    most: async (texts, model) => {
      await loading
      const published = encodingOf(model)
      const { tokens } = await countBy(texts, published ?? nearest, toTheEnd)
      return published === null ? Math.max(tokens, tokensByBytes(bytesOf(texts))) : tokens
    },
    load: () => (loading ??= load()),
    hurry: () => {
      hurried = true
    },
  }
}

/** Where counting stops; the rest is estimated by its bytes. */
type Until = { readonly isOver: () => boolean; readonly characters: number }

const toTheEnd: Until = { isOver: () => false, characters: Number.POSITIVE_INFINITY }

class Counting implements Guess {
  tokens = 0
  isWhole = true
  readonly #pieces: Generator<string>
  readonly #encode: Encode
  readonly #until: Until
  #characters = 0

  constructor(texts: readonly string[], encode: Encode, until: Until) {
    this.#pieces = piecesOf(texts)
    this.#encode = encode
    this.#until = until
  }

  readonly step: Step = () => {
    const { value: piece } = this.#pieces.next()
    if (typeof piece !== 'string') return true
    const isLate = this.#until.isOver()
    if (isLate || this.#characters >= this.#until.characters) {
      this.isWhole = !isLate
      this.tokens += tokensByBytes(bytesOf([piece, ...this.#pieces]))
      return true
    }
    this.#characters += piece.length
    this.tokens += this.#encode(piece)
    return false
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const encodingNames = ['o200k_base', 'cl100k_base'] as const
/** Within a few per cent of what Anthropic's and Google's models report, for all kinds of text. */
const nearest: EncodingName = 'o200k_base'
type EncodingName = (typeof encodingNames)[number]

/** Special tokens in a text are counted as plain text. */
const plain = { disallowedSpecial: new Set<string>() }

async function loadEncoding(name: EncodingName): Promise<Encode> {
  const encoding =
    name === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  return (text) => encoding.countTokens(text, plain)
}

/** Encoding of a model by its name; null if unpublished. */
export function encodingOf(model: string): EncodingName | null {
  const name = model.slice(model.lastIndexOf('/') + 1)
  if (/^(gpt-4(-|$)|gpt-3\.5|text-embedding-)/.test(name)) return 'cl100k_base'
  if (/^(gpt-|chatgpt-|o[1-9])/.test(name) || model.startsWith('sandbox/')) return 'o200k_base'
  return null
}

function* piecesOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) {
    for (let from = 0; from < text.length; from += pieceCharacters) {
      yield text.slice(from, from + pieceCharacters)
    }
  }
}

const charactersOf = (texts: readonly string[]): number =>
  texts.reduce((sum, { length }) => sum + length, 0)

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
