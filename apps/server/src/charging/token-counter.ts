/** Counts tokens without holding up the event loop. */
export type TokenCounter = {
  /** Whole tokens of texts as the model would cut them: exact for known encodings, else bytes ÷ 3. */
  count(texts: readonly string[], model: string): Promise<number>
  /** The same by the nearest encoding where none is published: to be told, not to be charged. */
  about(texts: readonly string[], model: string): Promise<number>
  /** No fewer than `count` or `about`, however long it takes: to be held. */
  most(texts: readonly string[], model: string): Promise<number>
  /** Loads the encodings. Until it is done, `count` answers with bytes ÷ 3. */
  load(): Promise<void>
}

type Encode = (text: string) => number

/** Long words make the encoder slow by their square: pieces keep every step short. */
export const pieceCharacters = 512
/** How long one turn of the event loop may count. */
const turnMs = 4
/** So little text is counted where it stands: it takes less than a turn. */
const atOnceCharacters = 16 * pieceCharacters
const pieceBytesPerToken = 3

export const tokensByBytes = (bytes: number): number => Math.ceil(bytes / pieceBytesPerToken)

export type CounterOptions = {
  readonly monotonic: () => number
  /** After this the rest is estimated by its bytes. */
  readonly deadlineMs: number
}

export function createTokenCounter({ monotonic, deadlineMs }: CounterOptions): TokenCounter {
  const encodings = new Map<EncodingName, Encode>()
  /** The long count that is under way, and behind it those that wait. */
  let queue: Promise<unknown> = Promise.resolve()
  const countBy = async (
    texts: readonly string[],
    name: EncodingName | null,
    mostMs = deadlineMs,
  ): Promise<number> => {
    const encode = name === null ? undefined : encodings.get(name)
    if (encode === undefined) return tokensByBytes(bytesOf(texts))
    const counting: Counting = { encode, monotonic, deadline: monotonic() + mostMs }
    const characters = texts.reduce((sum, { length }) => sum + length, 0)
    if (characters <= atOnceCharacters) return countPieces(texts, counting)
    // One after the other: a turn of the event loop counts for one of them.
    const counted = queue.then(() => countPieces(texts, counting))
    queue = counted.catch(() => null)
    return counted
  }
  const load = async (): Promise<void> => {
    for (const name of encodingNames) {
      encodings.set(name, await loadEncoding(name))
      await nextTurn()
    }
  }
  let loading: Promise<void> | null = null
  return {
    count: (texts, model) => countBy(texts, encodingOf(model)),
    about: (texts, model) => countBy(texts, encodingOf(model) ?? nearest),
    most: async (texts, model) => {
      await loading
      const published = encodingOf(model)
      const counted = await countBy(texts, published ?? nearest, Number.POSITIVE_INFINITY)
      return published === null ? Math.max(counted, tokensByBytes(bytesOf(texts))) : counted
    },
    load: () => (loading ??= load()),
  }
}

type Counting = {
  readonly encode: Encode
  readonly monotonic: () => number
  /** Monotonic. Waiting counts too. */
  readonly deadline: number
}

async function countPieces(
  texts: readonly string[],
  { encode, monotonic, deadline }: Counting,
): Promise<number> {
  const pieces = piecesOf(texts)
  let turnStarted = monotonic()
  let tokens = 0
  for (const piece of pieces) {
    let now = monotonic()
    if (now - turnStarted > turnMs) {
      await nextTurn()
      now = turnStarted = monotonic()
    }
    if (now > deadline) return tokens + tokensByBytes(bytesOf([piece, ...pieces]))
    tokens += encode(piece)
  }
  return tokens
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const encodingNames = ['o200k_base', 'cl100k_base'] as const
/** What Anthropic's and Google's models report is within a few per cent of it, for text of every kind. */
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

/** Which encoding a model's name means; null: not published. */
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

const bytesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
