/** Counts tokens without holding up the event loop. */
export type TokenCounter = {
  /** Whole tokens of texts as the model would cut them: exact for known encodings, else bytes ÷ 3. */
  count(texts: readonly string[], model: string): Promise<number>
  /** Loads the encodings. Until it is done, `count` answers with bytes ÷ 3. */
  load(): Promise<void>
}

type Encode = (text: string) => number

/** Long words make the encoder slow by their square: pieces keep every step short. */
const pieceCharacters = 512
/** How long one turn of the event loop may count. */
const turnMs = 4
const pieceBytesPerToken = 3

export const tokensByBytes = (bytes: number): number => Math.ceil(bytes / pieceBytesPerToken)

export type CounterOptions = {
  readonly monotonic: () => number
  /** After this the rest is estimated by its bytes. */
  readonly deadlineMs: number
}

export function createTokenCounter({ monotonic, deadlineMs }: CounterOptions): TokenCounter {
  const encodings = new Map<EncodingName, Encode>()
  return {
    count: async (texts, model) => {
      const name = encodingOf(model)
      const encode = name === null ? undefined : encodings.get(name)
      if (encode === undefined) return tokensByBytes(bytesOf(texts))
      const started = monotonic()
      let turnStarted = started
      let tokens = 0
      let restBytes = 0
      for (const piece of piecesOf(texts)) {
        const now = monotonic()
        if (now - started > deadlineMs) {
          restBytes += Buffer.byteLength(piece)
          continue
        }
        if (now - turnStarted > turnMs) {
          await new Promise((resolve) => setImmediate(resolve))
          turnStarted = monotonic()
        }
        tokens += encode(piece)
      }
      return tokens + tokensByBytes(restBytes)
    },
    load: async () => {
      for (const name of encodingNames) {
        encodings.set(name, await loadEncoding(name))
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

const encodingNames = ['o200k_base', 'cl100k_base'] as const
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
