import { FairTurns, type Step } from './fair-turns.ts'

/** Counts tokens without holding up the event loop: long texts go by pieces, one of each in turn. */
export type TokenCounter = {
  /**
   * Whole tokens of texts as the model would cut them: exact for known encodings, else bytes ÷ 3. To be charged: the
   * same number however busy we are and however long it takes. Beyond `countedCharactersMax` bytes ÷ 3.
   */
  count(texts: readonly string[], model: string): Promise<number>
  /** The same in a bounded time, after which the rest is estimated by its bytes: to be held. */
  guess(texts: readonly string[], model: string): Promise<Guess>
  /** A guess by the nearest encoding where none is published: to be told, not to be charged. */
  about(texts: readonly string[], model: string): Promise<number>
  /** No fewer than `count` or `about`, however long it takes: to be held. */
  most(texts: readonly string[], model: string): Promise<number>
  /** Loads the encodings. Until it is done, `guess` answers with bytes ÷ 3, and `count` waits. */
  load(): Promise<void>
  /** We are about to end: what is long and not counted by now is charged by its bytes. */
  hurry(): void
}

/** `isWhole`: it is what `count` would say. */
type Guess = { readonly tokens: number; readonly isWhole: boolean }

type Encode = (text: string) => number

/** Long words make the encoder slow by their square: pieces keep every step short. */
export const pieceCharacters = 512
/** So little text is counted where it stands: it seldom takes more than a turn. */
const atOnceCharacters = 16 * pieceCharacters
/**
 * Longer text is counted by its bytes: signs that are slowest to count take half a minute of work up to here. It
 * is a length and no time, so that the same text has one price.
 */
export const countedCharactersMax = 6 * 1024 * 1024
const pieceBytesPerToken = 3

export const tokensByBytes = (bytes: number): number => Math.ceil(bytes / pieceBytesPerToken)

export type CounterOptions = {
  readonly monotonic: () => number
  /** After this the rest of a guess is estimated by its bytes. Waiting counts too. */
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

/** The length up to which is counted; the rest is estimated by its bytes. */
type Until = { readonly isOver: () => boolean; readonly characters: number }

const toTheEnd: Until = { isOver: () => false, characters: Number.POSITIVE_INFINITY }

/** One count, piece by piece. */
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
/** Reports of Anthropic's and Google's models are within a few per cent of it, for text of every kind. */
const nearest: EncodingName = 'o200k_base'
type EncodingName = (typeof encodingNames)[number]

/** Text is data here: what looks like a special token is counted as text. */
const plain = { disallowedSpecial: new Set<string>() }

async function loadEncoding(name: EncodingName): Promise<Encode> {
  const encoding =
    name === 'o200k_base'
      ? await import('gpt-tokenizer/encoding/o200k_base')
      : await import('gpt-tokenizer/encoding/cl100k_base')
  return (text) => encoding.countTokens(text, plain)
}

/** The encoding that a model's name means; null: not published. */
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
