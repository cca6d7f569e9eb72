import type { BodyKind, BodyReading } from '../surfaces/body-facts.ts'
import type { Helpers, Preparation, ToPrepare } from './prepare.ts'

/** What is done with a body. */
export type Work =
  | { readonly kind: 'read'; readonly as: BodyKind; readonly body: Uint8Array }
  | ({ readonly kind: 'prepare' } & ToPrepare)

/** What came of it. */
export type Done =
  | { readonly kind: 'read'; readonly reading: BodyReading }
  | { readonly kind: 'prepare'; readonly preparation: Preparation }

/** A question of a thread to the loop. */
export type Call =
  | { readonly name: 'fetch'; readonly args: Parameters<Helpers['fetch']> }
  | { readonly name: 'thoughts'; readonly args: Parameters<Helpers['thoughts']> }

export type ToThread =
  | { readonly job: number; readonly work: Work }
  | { readonly answer: number; readonly value: unknown }
  /** In words that the caller may be told. */
  | { readonly answer: number; readonly refused: string }

export type FromThread =
  | { readonly job: number; readonly done: Done }
  | { readonly job: number; readonly bug: string }
  | { readonly job: number; readonly question: number; readonly call: Call }
