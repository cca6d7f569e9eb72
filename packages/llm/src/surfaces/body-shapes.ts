import type { DialectName } from '../canonical/dialect.ts'
import { dialects } from '../dialects.ts'
import { tierOf } from '../dialects/anthropic-messages/usage.ts'
import type { Meters } from '../canonical/meter.ts'
import { type Fields, fieldsOf, listedOf, listOf, numberOf, textOf } from '../bytes/fields.ts'
import type { Bucket } from '../canonical/usage.ts'
import {
  anthropicPicture,
  geminiPicture,
  openAiPicture,
  type PictureTokens,
} from './picture-tokens.ts'

/** The JSON bodies that clients send. */
export type BodyKind =
  | DialectName
  | 'openai-completions'
  | 'openai-compaction'
  | 'openai-embeddings'
  | 'openai-images'
  | 'openai-edits'
  | 'openai-variations'
  | 'openai-transcriptions'
  | 'openai-moderations'
  | 'openai-speech'
  | 'rerank'
  | 'gemini-embedding'
  | 'gemini-embeddings'
  | 'gemini-count'

/** The places of a body that has what routing and price need. */
export type BodyShape = {
  /** Else the model and whether it streams stand in the path. */
  readonly namesModel: boolean
  /** The field that carries the input, and whether it must be a list with at least one entry. */
  readonly input: string
  readonly inputIsList: boolean
  /** One object may stand where a list is meant. */
  readonly inputMayBeOne?: true
  /** Other fields whose text goes into the prompt. */
  readonly counted: readonly string[]
  /** Fields that hold the limit of the output, the one that wins first. Empty: there is no output. */
  readonly limits: readonly string[]
  /**
   * The least that a limit may be; 0: nothing but the prompt is wanted, to be said again, or to be cached (Messages:
   * https://platform.claude.com/docs/en/build-with-claude/prompt-caching, on warming the cache up).
   */
  readonly leastLimit: 0 | 1
  /** Names by which other servers know the limit: they count as well. */
  readonly aliases: readonly string[]
  /** The field that a limit of ours goes into when the client gave none. */
  readonly usualLimit: string | null
  /** The answer is never a stream, and whoever asks for one is told. */
  readonly whole?: true
  /** Tokens that one answer may take where no limit can be given. Absent: none. */
  readonly outputEach?: (fields: Fields) => number
  /** The bucket that they are in, where nothing is written. */
  readonly outputIs?: Bucket
  /** Tokens of the input that are no text, as far as its fields tell. */
  readonly extra?: (fields: Fields) => number
  /** Pictures that come as files. */
  readonly pictures?: (fields: Fields) => number
  /** What is a stream comes as events that are no chat. */
  readonly eventsByStream?: true
  /** The input is a text, and nothing else. */
  readonly inputIsText?: true
  /** Measures of the call that its fields tell. */
  readonly beside?: (fields: Fields) => Meters
  /** Fields whose values make an answer of another kind, with a price of its own. Absent: there is one kind. */
  readonly kinds?: readonly string[]
  /** Calls that it counts as, where one has a size. Absent: one. */
  readonly units?: (fields: Fields) => number
  /** Texts of a batch, each of which is read in a context of its own. Absent: one. */
  readonly entries?: (fields: Fields) => number
  /** The field that is read again with each of them. */
  readonly readEach?: string
  /** Fields that multiply the output. */
  readonly answers: readonly string[]
  /** The field in which the rest of the body may stand as a whole. */
  readonly wrapped?: string
  /** The part of the input that goes into the prompt, where not all of it does. */
  readonly read?: (input: unknown) => unknown
  /** Fields that ask for a service tier with a price of its own. */
  readonly tiers: readonly string[]
  /** The tier that they ask for together; absent: the first of them that is a text. */
  readonly tierIn?: (fields: Fields) => string | null
  /** It goes on from what is kept: turns before it, a stored prompt. */
  readonly keepsState?: true
  /** Each of several prompts is answered, and `echo` repeats it in its answer. */
  readonly promptsEach?: true
  /** An address stands for a document or a picture, and does not say for which. */
  readonly linksAreFiles?: true
  readonly pictureTokens: PictureTokens
  /** The object that has limits and multipliers. */
  readonly options: (fields: Fields) => Fields
  /** Tokens that nobody wrote. */
  readonly frame: Frame
}

/** Tokens that a vendor puts around the texts of a request. */
export type Frame = {
  readonly once: number
  readonly perMessage: number
  /** The model is told how tools are called, when there are any. */
  readonly withTools: number
}

/** OpenAI's cookbook on counting: https://cookbook.openai.com/examples/how_to_count_tokens_with_tiktoken. */
const openAiFrame: Frame = { once: 3, perMessage: 4, withTools: 0 }

/**
 * 346 tokens with tools by https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview#pricing; the
 * rest of it, and what stands around messages, as answers of its models report it.
 */
const anthropicFrame: Frame = { once: 8, perMessage: 5, withTools: 510 }

/** As answers of its models report it. */
const geminiFrame: Frame = { once: 1, perMessage: 1, withTools: 0 }

/**
 * A picture of OpenAI's in the highest quality has up to 6 240 tokens at 1024x1536 and less (https://community.openai.com/t/1371851),
 * about 7 300 of gpt-image-2's, and comes in parts of 100 tokens more where those are asked for.
 */
const pictureTokensMost = 8_192

/**
 * Larger ones of gpt-image-2: at $30 for a million tokens, 13 700 at 3840x2160 by https://fal.ai/models/openai/gpt-image-2/, and
 * 18 900 by https://ezkit.app/ai-image/gpt-image-2/fal.
 */
const largePictureTokensMost = 20_480

const usualPixelsMost = 1_024 * 1_536

/** A size that is not in pixels, such as `4K`, may be any. */
function pictureTokens({ size }: Fields): number {
  if (typeof size !== 'string' || size === 'auto') return pictureTokensMost
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  const pixels = Number(width) * Number(height)
  return pixels <= usualPixelsMost ? pictureTokensMost : largePictureTokensMost
}

/**
 * Sound is some twenty tokens a second (https://platform.openai.com/docs/pricing: $0.015 a minute at $12 a million), and in
 * a second hardly fewer than five bytes of text are spoken.
 */
const tokensPerByteMost = 5
/** Silence before and behind it. */
const tokensOfPauses = 256

const lengthOf = (text: string): number => new TextEncoder().encode(text).length

const atTop = (fields: Fields): Fields => fields

/** Of OpenAI's, and of Hugging Face's: some servers obey them in any dialect. */
export const answerCounts = ['n', 'best_of', 'num_return_sequences'] as const

const chat = {
  frame: openAiFrame,
  namesModel: true,
  inputIsList: true,
  answers: answerCounts,
  leastLimit: 1,
  aliases: [],
  tiers: ['service_tier'],
  pictureTokens: openAiPicture,
  options: atTop,
} as const

const gemini: BodyShape = {
  ...chat,
  pictureTokens: geminiPicture,
  frame: geminiFrame,
  namesModel: false,
  input: 'contents',
  inputMayBeOne: true,
  counted: ['systemInstruction', 'system_instruction', 'tools'],
  limits: ['maxOutputTokens', 'max_output_tokens'],
  usualLimit: 'maxOutputTokens',
  answers: ['candidateCount', 'candidate_count'],
  tiers: ['serviceTier', 'service_tier'],
  options: (fields) =>
    fieldsOf(fields['generationConfig']) ?? fieldsOf(fields['generation_config']) ?? {},
}

const geminiVectors = {
  ...chat,
  pictureTokens: geminiPicture,
  answers: [],
  namesModel: false,
  inputIsList: false,
  counted: [],
  limits: [],
  usualLimit: null,
} as const

/** A list of numbers is one text, in tokens. */
const textsIn = (value: unknown): number =>
  Math.max(1, listOf(value).filter((entry) => typeof entry !== 'number').length)

/** A search of Cohere's is a question about so many documents: https://docs.cohere.com/docs/how-does-cohere-pricing-work. */
const documentsPerUnit = 100

/** Whole seconds of the file that came. */
const secondsIn = ({ file }: Fields): number =>
  Math.max(1, Math.ceil(numberOf(fieldsOf(file)?.['seconds']) ?? 0))

/** Whoever speaks fast says some four words a second. */
const tokensPerSecondMost = 10
/** $0.006 a minute at $6 a million are some 17: https://platform.openai.com/docs/pricing. */
const tokensPerSecondHeard = 20

const edits = {
  ...chat,
  answers: ['n'],
  kinds: ['size', 'quality'],
  outputEach: () => pictureTokensMost,
  outputIs: 'image_out',
  inputIsList: false,
  counted: [],
  limits: [],
  usualLimit: null,
  eventsByStream: true,
  pictures: ({ image, images }) => listedOf(image).length + listedOf(images).length,
} as const satisfies Partial<BodyShape>

/** The service tier that a body asks for; null: it asks for none. */
export const tierAskedIn = ({ tierIn, tiers }: BodyShape, fields: Fields): string | null =>
  tierIn === undefined
    ? (tiers.map((name) => textOf(fields[name])).find((word) => word !== null) ?? null)
    : tierIn(fields)

export const bodyShapes: Readonly<Record<BodyKind, BodyShape>> = {
  'openai-chat': {
    ...chat,
    input: 'messages',
    counted: ['tools', 'functions', 'response_format'],
    limits: ['max_completion_tokens', 'max_tokens'],
    aliases: dialects['openai-chat'].asClient.places.limitAliases,
    // The one that every supplier knows.
    usualLimit: 'max_tokens',
  },
  'openai-completions': {
    ...chat,
    promptsEach: true,
    input: 'prompt',
    entries: ({ prompt }) => textsIn(prompt),
    inputIsList: false,
    counted: [],
    limits: ['max_completion_tokens', 'max_tokens'],
    leastLimit: 0,
    aliases: dialects['openai-chat'].asClient.places.limitAliases,
    usualLimit: 'max_tokens',
  },
  'openai-embeddings': {
    ...chat,
    answers: [],
    input: 'input',
    entries: ({ input }) => textsIn(input),
    inputIsList: false,
    counted: [],
    limits: [],
    usualLimit: null,
  },
  'openai-images': {
    ...chat,
    answers: ['n'],
    kinds: ['size', 'quality'],
    outputEach: pictureTokens,
    outputIs: 'image_out',
    input: 'prompt',
    inputIsList: false,
    counted: [],
    limits: [],
    usualLimit: null,
    eventsByStream: true,
  },
  'openai-edits': { ...edits, input: 'prompt', inputIsText: true },
  'openai-variations': { ...edits, input: 'image' },
  'openai-transcriptions': {
    ...chat,
    answers: [],
    input: 'file',
    inputIsList: false,
    read: () => '',
    counted: ['prompt'],
    limits: [],
    usualLimit: null,
    eventsByStream: true,
    outputEach: (fields) => 256 + secondsIn(fields) * tokensPerSecondMost,
    extra: (fields) => secondsIn(fields) * tokensPerSecondHeard,
    beside: (fields) => [{ meter: 'second', amount: secondsIn(fields) }],
  },
  'openai-moderations': {
    ...chat,
    answers: [],
    input: 'input',
    entries: ({ input }) => textsIn(input),
    inputIsList: false,
    counted: [],
    limits: [],
    usualLimit: null,
    whole: true,
  },
  'openai-speech': {
    ...chat,
    answers: [],
    input: 'input',
    inputIsList: false,
    inputIsText: true,
    counted: ['instructions'],
    limits: [],
    usualLimit: null,
    outputIs: 'audio_out',
    outputEach: ({ input, speed }) =>
      Math.ceil(
        tokensOfPauses +
          (lengthOf(textOf(input) ?? '') * tokensPerByteMost) / (numberOf(speed) ?? 1),
      ),
    beside: ({ input }) => [{ meter: 'character', amount: Array.from(textOf(input) ?? '').length }],
  },
  rerank: {
    ...chat,
    kinds: [],
    units: ({ documents }) => Math.ceil(listOf(documents).length / documentsPerUnit),
    answers: [],
    input: 'documents',
    entries: ({ documents }) => textsIn(documents),
    readEach: 'query',
    inputIsList: true,
    counted: ['query'],
    limits: [],
    usualLimit: null,
    whole: true,
  },
  'openai-responses': {
    ...chat,
    keepsState: true,
    input: 'input',
    inputIsList: false,
    counted: ['instructions', 'tools', 'text'],
    limits: ['max_output_tokens'],
    aliases: dialects['openai-responses'].asClient.places.limitAliases,
    usualLimit: 'max_output_tokens',
  },
  'openai-compaction': {
    ...chat,
    keepsState: true,
    input: 'input',
    inputIsList: false,
    counted: ['instructions', 'tools', 'text'],
    limits: ['max_output_tokens'],
    // Suppliers that make it themselves take none.
    usualLimit: null,
    whole: true,
  },
  'anthropic-messages': {
    ...chat,
    linksAreFiles: true,
    pictureTokens: anthropicPicture,
    frame: anthropicFrame,
    input: 'messages',
    counted: ['system', 'tools', 'output_config', 'output_format'],
    limits: ['max_tokens'],
    leastLimit: 0,
    aliases: dialects['anthropic-messages'].asClient.places.limitAliases,
    usualLimit: 'max_tokens',
    tiers: ['speed', 'inference_geo', 'service_tier'],
    tierIn: tierOf,
  },
  gemini,
  'gemini-count': { ...gemini, wrapped: 'generateContentRequest' },
  'gemini-embedding': { ...geminiVectors, input: 'content' },
  'gemini-embeddings': {
    ...geminiVectors,
    input: 'requests',
    entries: ({ requests }) => textsIn(requests),
    inputIsList: true,
    read: (requests) => listOf(requests).map((request) => fieldsOf(request)?.['content']),
  },
}
