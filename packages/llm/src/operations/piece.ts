import type { DecodeResult } from '../canonical/decode-result.ts'
import type { UsageEvent } from '../canonical/event.ts'
import type { Failure } from '../canonical/failure.ts'
import type { Fields } from '../bytes/fields.ts'
import type { ReportedUsage } from '../canonical/usage.ts'

/*
 * An operation whose answer comes in one piece, in the dialects that have words for it. Its canonical request and answer are its own
 * business: whoever relays it handles fields alone.
 */

/** Facts of a request beside its body. */
export type PieceRequestFacts = {
  readonly model: string
  /** One thing is asked for, where that has an address of its own. */
  readonly single: boolean
  /** Numbers are wanted as the text of their bytes. */
  readonly packed: boolean
  /** The vendor in whose words it is answered, where a dialect has several. Absent: the usual one. */
  readonly shape?: 'cohere' | undefined
}

/** A body of the dialect, and what it could not carry, as the caller calls it. */
export type PieceBody = { readonly body: Fields; readonly dropped: readonly string[] }

/** A dialect's way to ask a supplier. */
export type PieceAsClient<Request, Answer> = {
  /** What the dialect has no way to ask for. Absent: it can ask for everything. */
  readonly cannot?: (request: Request) => (DecodeResult<never> & { readonly ok: false }) | null
  readonly body: (request: Request) => Fields
  /** Fields of the client's that the body could not carry. Absent: it carries all of a request. */
  readonly unsaid?: (request: Request) => readonly string[]
  /** The change of a client's own body for a supplier that calls the model otherwise. */
  readonly renamed: (
    body: () => Fields,
    asked: Pick<PieceRequestFacts, 'model' | 'single'>,
  ) => Fields
  readonly failure: (answer: Fields) => Failure | null
  /** It gives anything: what is none of it, and no failure, is empty. */
  readonly gives: (answer: Fields) => boolean
  readonly answer: (answer: Fields) => Answer
  /** The form that the client asked for. Absent: there is one only. */
  readonly form?: {
    /** The beginning of an answer has it, as far as it can be seen. */
    readonly begins: (first: string, asked: PieceRequestFacts) => boolean
    /** An answer in it; null: it is. */
    readonly recast: (answer: Fields, asked: PieceRequestFacts) => Fields | null
  }
  /** The field of an answer that holds its usage. */
  readonly usageField: string
  /** The usage in that field, where it has other names than the dialect's usual one. */
  readonly usage?: (reported: unknown) => ReportedUsage | null
  /** The list that makes an answer long: one that begins with it goes on as it comes. */
  readonly longList: string
}

/** The request of a client of the dialect, and its answer. */
export type PieceAsServer<Request, Answer> = {
  /** `dropped`: what no other dialect has a word for. */
  readonly request: (
    body: unknown,
    asked: Pick<PieceRequestFacts, 'model' | 'single'>,
  ) => DecodeResult<{ readonly request: Request; readonly dropped: readonly string[] }>
  readonly answer: (answer: Answer, asked: PieceRequestFacts) => Fields
  /** The usage as told, by the field that it stands in. */
  readonly usage: (usage: UsageEvent) => Fields
  /** Its clients count on being told, also where the supplier reported nothing. */
  readonly usageRequired: boolean
}

/** An operation between two dialects. */
export type PieceTranslation = Pick<
  PieceAsClient<never, never>,
  'renamed' | 'failure' | 'gives' | 'form' | 'usageField' | 'longList'
> & {
  /** Null: the usage is read as the supplier's dialect has it. */
  readonly reported: ((usage: unknown) => ReportedUsage | null) | null
} & Pick<PieceAsServer<never, never>, 'usage' | 'usageRequired'> & {
    readonly request: (
      body: unknown,
      asked: Pick<PieceRequestFacts, 'model' | 'single'>,
    ) => DecodeResult<PieceBody>
    readonly answer: (answer: Fields, asked: PieceRequestFacts) => Fields
  }

/** One dialect of clients and one of suppliers, put together. */
export function between<Request, Answer>(
  { request, answer, usage, usageRequired }: PieceAsServer<Request, Answer>,
  asClient: PieceAsClient<Request, Answer>,
): PieceTranslation {
  const { renamed, failure, gives, form, usageField, longList } = asClient
  return {
    renamed,
    failure,
    gives,
    ...(form === undefined ? {} : { form }),
    usageField,
    longList,
    reported: asClient.usage ?? null,
    usage,
    usageRequired,
    request: (body, asked) => {
      const read = request(body, asked)
      if (!read.ok) return read
      const { request: meant, dropped } = read.value
      const no = asClient.cannot?.(meant) ?? null
      if (no !== null) return no
      return {
        ok: true,
        value: {
          body: asClient.body(meant),
          dropped: [...dropped, ...(asClient.unsaid?.(meant) ?? [])],
        },
      }
    },
    answer: (fields, asked) => answer(asClient.answer(fields), asked),
  }
}
