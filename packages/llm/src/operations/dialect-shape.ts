import type { DialectName, SpokenDialect } from '../canonical/dialect.ts'
import type { ModelEvent, UsageEvent } from '../canonical/event.ts'
import type { Failure } from '../canonical/failure.ts'
import type { Fields } from '../bytes/fields.ts'
import type { ForeignEdits, PlaceEdit } from '../bytes/place-edit.ts'
import type { Losses } from '../canonical/losses.ts'
import type { CallIds } from '../canonical/calls/same-ids.ts'
import type { UntranslatedText } from '../canonical/untranslated.ts'
import type { OpenEnd, UsagePlaces } from '../canonical/usage/usage-places.ts'
import type { RequestField } from '../canonical/dropped-fields.ts'
import type { CountAsClient, CountAsServer } from './count.ts'
import type { EmbedAnswer, EmbedRequest } from './embed.ts'
import type { TranscribeAsClient } from './transcribe.ts'
import type { EditRequest, ImageAnswer, ImageRequest } from './image.ts'
import type { ModerateAnswer, ModerateRequest } from './moderate.ts'
import type { RerankAnswer, RerankRequest } from './rerank.ts'
import type { OperationName } from './operation.ts'
import type { SpeechAsClient, SpeechAsServer } from './speech.ts'
import type { PieceAsClient, PieceAsServer } from './piece.ts'
import type { ModelRequest } from '../canonical/request.ts'
import type { ReportedUsage } from '../canonical/usage.ts'
import type { DecodeResult } from '../canonical/decode-result.ts'
import type { CallsInStream } from '../canonical/calls/tool-calls.ts'

/** The part of a request that a dialect says in its address instead of in its body. */
export type AddressFields = { readonly model: string; readonly stream: boolean }

/** A body for a supplier, and what of the request it could not carry: canonical/dropped-fields.ts. */
export type EncodedBody = {
  readonly body: Fields
  readonly dropped: readonly (RequestField | `rest.${string}`)[]
}

/**
 * A dialect as its client: all there is of one that only suppliers speak. It knows bodies, frames, events
 * and the paths of its calls; it knows no address, no key and no price. State goes in and comes out, and is used once: what grows in it grows in place. It is
 * plain data, which crosses from thread to thread: no functions, no classes, and nothing nested as deep as an answer is
 * long.
 */
export type SupplierDialectShape<ReadState> = {
  readonly id: SpokenDialect
  readonly asClient: AsClient<ReadState>
  /** The arguments of a call are an object, and no text that need not be one. */
  readonly hasObjectArguments: boolean
  /** Usage as this dialect reports it; null when there is none. */
  readonly usage: (reported: unknown) => ReportedUsage | null
}

/** A dialect that clients speak, too. */
export type DialectShape<ReadState, WriteState> = SupplierDialectShape<ReadState> & {
  readonly id: DialectName
  readonly asClient: PassThroughShape
  readonly asServer: AsServer<WriteState>
  /** Usage as it is told. */
  readonly usageFields: (event: UsageEvent) => Fields
}

/** A client and its supplier speak the same. */
export type PassThroughShape = {
  /** Parts of a client's body in its own dialect that a supplier would refuse: other suppliers' signatures. */
  readonly foreignIn: (body: Fields) => ForeignEdits
  /** Ids of calls that its suppliers would refuse are mended; null: they take any, or none. */
  readonly callIds: CallIds | null
  /** Headers of the client that mean something to a supplier of the dialect, and nothing about the client. */
  readonly headersPassedOn: RegExp
  readonly unread: UntranslatedText
  readonly usagePlaces: UsagePlaces
  /** Null: answers that go on as they came are read as events beside. */
  readonly scan: Scan | null
  /** Null: its streams have a last frame. */
  readonly openEnd: OpenEnd | null
  /** Null: it counts no tokens. */
  readonly count: CountAsClient | null
}

export type { CallsInStream }

/** The parsing of the few frames that a scan of an answer's bytes finds by their names. */
export type Scan = {
  /** The failure that one frame tells, whatever stood before it; null: it tells none. */
  readonly failureInFrame: (frame: string) => Failure | null
  readonly failureInWhole: (answer: Fields) => Failure | null
  /** Of an answer or of a chunk. */
  readonly usageIn: (answerOrChunk: Fields) => ReportedUsage | null
  readonly calls: {
    readonly start: () => CallsInStream
    /** Reads a chunk. Answers the indices that its calls lack. */
    readonly missingIndices: (calls: CallsInStream, chunk: Fields) => readonly PlaceEdit[]
    /** An answer has incomplete arguments, and no reason to stop. */
    readonly isOpen: (calls: CallsInStream) => boolean
  }
}

/** A call, as far as its path depends on it. */
export type PathCall = {
  /** The model's name there. */
  readonly model: string
  readonly stream: boolean
  /** One thing is asked for, where that has an address of its own. */
  readonly single: boolean
  /** Words of the request that stand in the address. Absent: none do. */
  readonly words?: Readonly<Record<string, string>>
}

/** The paths of a dialect's operations, below the base of a supplier that keeps to it. It has no others. */
export type Paths = Readonly<Partial<Record<OperationName, (call: PathCall) => string>>>

/** The places of a body that change where it goes on as it came. */
export type BodyPlaces = {
  /** The body names the model in `model`; else its address does. */
  readonly namesModel: boolean
  /** Names of a limit of the output that the dialect does not have: a supplier may obey them, so they count as its own. */
  readonly limitAliases: readonly string[]
  /** Fields with a limit that stands inside another field; a field that is null goes. Null: the limit stands at the top. */
  readonly withLimit:
    | ((body: Fields, most: number) => Readonly<Record<string, Fields | null>>)
    | null
  /** A stream reports its usage to whoever asks for it in `stream_options`. */
  readonly streamOptions: boolean
  /** The field that says whether a supplier keeps the answer; null: it keeps none. */
  readonly storeField: 'store' | null
}

/** We call a supplier that speaks the dialect: what is not of one operation below is how it chats. */
export type AsClient<State> = {
  readonly paths: Paths
  readonly places: BodyPlaces
  /** Null: it has no vectors. */
  readonly embed: PieceAsClient<EmbedRequest, EmbedAnswer> | null
  /** Absent, like those below it: it has no words for it. */
  readonly image?: PieceAsClient<ImageRequest, ImageAnswer>
  readonly edit?: PieceAsClient<EditRequest, ImageAnswer>
  readonly moderate?: PieceAsClient<ModerateRequest, ModerateAnswer>
  readonly rerank?: PieceAsClient<RerankRequest, RerankAnswer>
  readonly speech?: SpeechAsClient
  readonly transcribe?: TranscribeAsClient
  readonly body: (request: ModelRequest) => EncodedBody
  readonly start: () => State
  readonly step: (state: State, frame: string) => readonly [State, readonly ModelEvent[]]
  /** The report so far of a dialect that tells it anew with every frame: events of it come at the end alone. */
  readonly heard?: (state: State) => UsageEvent | null
  /** The connection ended. Answers the terminal event if none came. */
  readonly finish: (state: State) => readonly ModelEvent[]
  readonly answer: (body: unknown) => readonly ModelEvent[]
  readonly failure: (status: number, body: string, headers?: AnswerHeaders) => Failure
}

/** Of an answer, in lower case: where a dialect names its errors there. */
type AnswerHeaders = Readonly<Record<string, string>>

/** A client that speaks the dialect calls us: what is not of one operation below is how it chats. */
export type AsServer<State> = {
  /** Null: it has no vectors. */
  readonly embed: PieceAsServer<EmbedRequest, EmbedAnswer> | null
  /** Absent, like those below it: its clients cannot ask for it. */
  readonly image?: PieceAsServer<ImageRequest, ImageAnswer>
  readonly edit?: PieceAsServer<EditRequest, ImageAnswer>
  readonly moderate?: PieceAsServer<ModerateRequest, ModerateAnswer>
  readonly rerank?: PieceAsServer<RerankRequest, RerankAnswer>
  readonly speech?: SpeechAsServer
  /** Null: its clients cannot ask for a count. */
  readonly count: CountAsServer | null
  readonly request: (body: unknown, addressed?: AddressFields) => DecodeResult<ModelRequest>
  /** The dialect's names of fields of the request, for `x-posthouse-dropped`. */
  readonly fieldNames: Readonly<Partial<Record<RequestField, string>>>
  /** The part of a request that a stream is opened with, however long the request is. */
  readonly remembered: (request: ModelRequest) => ModelRequest
  /** A whole answer repeats the request, and wants all of it. */
  readonly repeatsRequest: boolean
  /** The end of a stream repeats what was said before it. */
  readonly endRepeats: boolean
  /** Characters of text that a stream keeps of each alternative beside that, for what is told of their places. */
  readonly textKept: number
  readonly open: (request: ModelRequest) => State
  /** Frames for one event, empty when it needs none. */
  readonly frames: (state: State, event: ModelEvent) => readonly [State, string]
  /** The way of less of a growing state to another thread, and back into the whole; null: all of it goes. */
  readonly light: {
    readonly lightened: (state: State) => State
    readonly restored: (light: State, before: State) => State
  } | null
  readonly answer: (events: readonly ModelEvent[], request: ModelRequest) => Fields
  /** Content of an answer that its clients are not given, and why. */
  readonly losses: Losses
  /** The body of an answer that is an error. */
  readonly failure: (failure: Failure) => string
}
