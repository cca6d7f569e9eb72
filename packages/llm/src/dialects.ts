import type { DialectName, SpokenDialect } from './canonical/dialect.ts'
import type { ModelEvent, UsageEvent } from './canonical/event.ts'
import type {
  AsClient,
  AsServer,
  DialectShape,
  PassThroughShape,
  Scan,
  SupplierDialectShape,
} from './operations/dialect-shape.ts'
import { anthropicMessages } from './dialects/anthropic-messages/dialect.ts'
import { bedrockConverse } from './dialects/bedrock-converse/dialect.ts'
import { unreadable } from './canonical/answer-bounds.ts'
import { gemini } from './dialects/gemini/dialect.ts'
import { openAiCompletions } from './dialects/openai-chat/completions.ts'
import { openAiChat } from './dialects/openai-chat/dialect.ts'
import { openAiCompaction } from './dialects/openai-responses/compaction.ts'
import { openAiResponses } from './dialects/openai-responses/dialect.ts'
import { cohere, elevenLabs, voyage } from './pieces-alone.ts'
import type { OperationName } from './operations/operation.ts'
import type { ModelRequest } from './canonical/request.ts'

/** Reads one stream of a supplier's. Has state; is used once. */
export type StreamReader = {
  /** Plain data: `readOn` goes on from it, in another thread too. */
  readonly state: unknown
  step(frame: string): readonly ModelEvent[]
  finish(): readonly ModelEvent[]
  /** The last report that no event has told yet; null: there is none. */
  heard(): UsageEvent | null
}

/** Writes one stream to a client. Has state; is used once. */
export type StreamWriter = {
  /** Plain data: `writeOn` goes on from it, in another thread too. */
  readonly state: unknown
  /** The same to write a frame with, and not the end: without what only that repeats. */
  readonly light: unknown
  /** Goes on from what was made of `light` elsewhere. */
  goOn(light: unknown): void
  frames(event: ModelEvent): string
}

/** A dialect of suppliers, whose states are its own business. */
export type SupplierDialect = Pick<
  SupplierDialectShape<never>,
  'id' | 'usage' | 'hasObjectArguments'
> & {
  readonly asClient: Pick<
    SupplierDialectShape<never>['asClient'],
    | 'paths'
    | 'places'
    | 'embed'
    | 'image'
    | 'edit'
    | 'moderate'
    | 'rerank'
    | 'speech'
    | 'transcribe'
    | 'body'
    | 'answer'
    | 'failure'
  > & {
    read(): StreamReader
    /** From a state that another reader of the dialect left. */
    readOn(state: unknown): StreamReader
  }
}

/** One that clients speak, too. */
export type Dialect = SupplierDialect & {
  readonly id: DialectName
  readonly asClient: PassThroughShape
  readonly usageFields: DialectShape<never, never>['usageFields']
  readonly asServer: Pick<
    DialectShape<never, never>['asServer'],
    | 'embed'
    | 'image'
    | 'edit'
    | 'moderate'
    | 'rerank'
    | 'speech'
    | 'count'
    | 'request'
    | 'fieldNames'
    | 'remembered'
    | 'repeatsRequest'
    | 'endRepeats'
    | 'textKept'
    | 'answer'
    | 'losses'
    | 'failure'
  > & {
    write(request: ModelRequest): StreamWriter
    /** From a state that another writer of the dialect left. */
    writeOn(state: unknown): StreamWriter
  }
}

const spoken = <Read>(shape: SupplierDialectShape<Read>): SupplierDialect => ({
  id: shape.id,
  usage: shape.usage,
  hasObjectArguments: shape.hasObjectArguments,
  // A state comes back to the dialect that left it.
  asClient: {
    ...shape.asClient,
    read: () => readerOf(shape.asClient, shape.asClient.start()),
    readOn: (state) => readerOf(shape.asClient, state as Read),
  },
})

function dialect<Read, Write>(shape: DialectShape<Read, Write>): Dialect {
  const { id, asServer, usageFields } = shape
  const supplier = spoken(shape)
  const { foreignIn, callIds, headersPassedOn, count, unread, usagePlaces, scan, openEnd } =
    shape.asClient
  const same: PassThroughShape = {
    foreignIn,
    callIds,
    headersPassedOn,
    count,
    unread,
    usagePlaces,
    scan,
    openEnd,
  }
  return {
    ...supplier,
    id,
    usageFields,
    asClient: { ...supplier.asClient, ...same },
    asServer: {
      ...asServer,
      write: (request) => writerOf(asServer, asServer.open(request)),
      writeOn: (state) => writerOf(asServer, state as Write),
    },
  }
}

function readerOf<State>(asClient: AsClient<State>, from: State): StreamReader {
  let state = from
  return {
    get state() {
      return state
    },
    step: (frame) => {
      const failed = unreadable(frame)
      if (failed !== null) return [failed]
      const [next, events] = asClient.step(state, frame)
      state = next
      return events
    },
    finish: () => asClient.finish(state),
    heard: () => asClient.heard?.(state) ?? null,
  }
}

function writerOf<State>(asServer: AsServer<State>, from: State): StreamWriter {
  let state = from
  return {
    get state() {
      return state
    },
    get light() {
      return asServer.light === null ? state : asServer.light.lightened(state)
    },
    goOn: (light) => {
      const made = light as State
      state = asServer.light === null ? made : asServer.light.restored(made, state)
    },
    frames: (event) => {
      const [next, frames] = asServer.frames(state, event)
      state = next
      return frames
    },
  }
}

/** Every dialect of clients by its name. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  'openai-chat': dialect(openAiChat),
  'openai-responses': dialect(openAiResponses),
  'anthropic-messages': dialect(anthropicMessages),
  gemini: dialect(gemini),
}

/** Every dialect of suppliers. */
export const spokenBySuppliers: Readonly<Record<SpokenDialect, SupplierDialect>> = {
  ...dialects,
  'bedrock-converse': spoken(bedrockConverse),
  cohere: spoken(cohere),
  voyage: spoken(voyage),
  elevenlabs: spoken(elevenLabs),
}

/** The scan of a dialect whose answers go on as they came and are not read as events. */
export function scanOf({ id, asClient: { scan } }: Dialect): Scan {
  if (scan === null) throw new Error(`answers of ${id} are not scanned`)
  return scan
}

/** Operations that clients have a form of its own for, whoever serves it: a prompt, and a conversation that is to be made short. */
const forms: Readonly<Partial<Record<OperationName, Dialect>>> = {
  completions: dialect(openAiCompletions),
  compact: dialect(openAiCompaction),
}

/** The way to read and answer a client's request, where it is a chat or can be said in one. */
export const clientOf = ({
  operation,
  dialect: name,
}: {
  readonly operation: OperationName
  readonly dialect: DialectName
}): Dialect => forms[operation] ?? dialects[name]
