import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import type { Phrase } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import type { BodyReading } from './request/body-facts.ts'
import type { Looked, Tell, ToLookAt, ToTranslate, Translation } from './answer/answers.ts'
import type { PieceFound, PieceWay } from './answer/pieces.ts'
import type { Computations } from './computations.ts'
import type { Helpers, Preparation, ToPrepare } from './request/prepare.ts'

/** Input and result of each job on a body. */
export type Works = {
  read: { takes: { readonly as: BodyKind; readonly body: Uint8Array }; gives: BodyReading }
  prepare: { takes: ToPrepare; gives: Preparation }
  translate: { takes: ToTranslate & { readonly body: Uint8Array }; gives: Translation }
  look: { takes: ToLookAt & { readonly body: Uint8Array }; gives: Looked }
  compute: { takes: Computing; gives: Computations[keyof Computations]['gives'] }
  piece: { takes: { readonly way: PieceWay; readonly body: Uint8Array }; gives: PieceFound }
}

/** A computation and its input. */
export type Computing<Name extends keyof Computations = keyof Computations> = {
  [Each in Name]: { readonly name: Each; readonly input: Computations[Each]['takes'] }
}[Name]

export type Work<Name extends keyof Works = keyof Works> = {
  [Each in Name]: { readonly kind: Each } & Works[Each]['takes']
}[Name]

/** What a job may ask of the loop. */
export type ThreadHelpers = Helpers & { readonly tell: Tell }

/** A question from a thread to the loop. */
export type Call =
  | { readonly name: 'fetch'; readonly args: Parameters<Helpers['fetch']> }
  | { readonly name: 'keptReasoning'; readonly args: Parameters<Helpers['keptReasoning']> }
  | { readonly name: 'tell'; readonly args: Parameters<Tell> }

export type Answer =
  | { readonly answer: number; readonly value: Value }
  /** `refused` may be shown to the caller. */
  | { readonly answer: number; readonly refused: Phrase }

/** The result of a helper. */
export type Value = Awaited<ReturnType<ThreadHelpers[keyof ThreadHelpers]>>

export type ToThread = { readonly job: number; readonly work: Work } | Answer

/** The end of a job. */
export type End =
  | { readonly job: number; readonly done: Works[keyof Works]['gives'] }
  | { readonly job: number; readonly bug: string }
  | { readonly job: number; readonly refusal: Pick<Refusal, 'code' | 'params'> }

export type FromThread =
  | End
  | { readonly job: number; readonly question: number; readonly call: Call }
