import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import type { Phrase } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import type { BodyReading } from './request/body-facts.ts'
import type { Looked, Tell, ToLookAt, ToTranslate, Translation } from './answer/answers.ts'
import type { PieceFound, PieceWay } from './answer/pieces.ts'
import type { Computations } from './computations.ts'
import type { Helpers, Preparation, ToPrepare } from './request/prepare.ts'

/** Jobs on a body, by name: input and result. */
export type Works = {
  read: { takes: { readonly as: BodyKind; readonly body: Uint8Array }; gives: BodyReading }
  prepare: { takes: ToPrepare; gives: Preparation }
  translate: { takes: ToTranslate & { readonly body: Uint8Array }; gives: Translation }
  look: { takes: ToLookAt & { readonly body: Uint8Array }; gives: Looked }
  compute: { takes: Computing; gives: Computations[keyof Computations]['gives'] }
  piece: { takes: { readonly way: PieceWay; readonly body: Uint8Array }; gives: PieceFound }
}

/** Something to compute, and from what. */
export type Computing<Name extends keyof Computations = keyof Computations> = {
  [Each in Name]: { readonly name: Each; readonly input: Computations[Each]['takes'] }
}[Name]

export type Work<Name extends keyof Works = keyof Works> = {
  [Each in Name]: { readonly kind: Each } & Works[Each]['takes']
}[Name]

/** Whom the work asks for what is not in its data. */
export type ThreadHelpers = Helpers & { readonly tell: Tell }

/** A question of a thread to the loop. */
export type Call =
  | { readonly name: 'fetch'; readonly args: Parameters<Helpers['fetch']> }
  | { readonly name: 'keptReasoning'; readonly args: Parameters<Helpers['keptReasoning']> }
  | { readonly name: 'tell'; readonly args: Parameters<Tell> }

export type Answer =
  | { readonly answer: number; readonly value: Value }
  /** In words that the caller may be told. */
  | { readonly answer: number; readonly refused: Phrase }

/** A helper's message. */
export type Value = Awaited<ReturnType<ThreadHelpers[keyof ThreadHelpers]>>

export type ToThread = { readonly job: number; readonly work: Work } | Answer

/** A job's result. */
export type End =
  | { readonly job: number; readonly done: Works[keyof Works]['gives'] }
  | { readonly job: number; readonly bug: string }
  | { readonly job: number; readonly refusal: Pick<Refusal, 'code' | 'params'> }

export type FromThread =
  | End
  | { readonly job: number; readonly question: number; readonly call: Call }
