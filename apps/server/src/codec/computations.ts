import type { Fields } from '@posthouse/llm/bytes/fields'
import { countQuestion, type ToCount } from '../upstream/count-question.ts'
import { type PricedBody, withCost } from './answer/with-cost.ts'
import { type BodyWithUsage, withUsage } from './answer/with-usage.ts'
import { type ReadFrame, readFrame, type ToReadFrame } from './answer/frame-jobs/read-frame.ts'
import { scanFrame, type ScannedFrame, type ToScanFrame } from './answer/frame-jobs/scan-frame.ts'
import {
  type PricedFrames,
  priceFrames,
  tellInChunk,
  tellUsage,
  type ToPrice,
  type ToTellInChunk,
  type ToTellUsage,
  usagesIn,
} from './answer/frame-jobs/tell-usage.ts'
import {
  type ToTranslateFrame,
  type ToWriteEnd,
  type TranslatedFrame,
  translateFrame,
  writeEnd,
} from './answer/frame-jobs/translate-frame.ts'
import { type Beginning, begun } from '../domain/kept-answers/begun.ts'
import { changedFields, type Changes } from '../domain/kept-answers/changed-fields.ts'
import {
  conversationAsked,
  type ConversationAsked,
  type ConversationBody,
} from './request/conversation-asked.ts'
import { described, type Described } from '../domain/kept-answers/described.ts'
import { inputPage, type InputPage } from '../domain/kept-answers/input-page.ts'
import { keepable, type Keepable, type ToKeep } from '../domain/kept-answers/keepable.ts'
import { type TurnBody, makeTurn, type ToMake } from './request/make-turn.ts'
import { objectText } from '../domain/kept-answers/object-text.ts'
import { recorded, type Told, type ToRecord } from '../domain/kept-answers/recorded.ts'

/** Input and result of each pure computation. */
export type Computations = {
  makeTurn: { takes: ToMake; gives: TurnBody }
  keepable: { takes: ToKeep; gives: Keepable | null }
  begun: { takes: Beginning; gives: string }
  recorded: { takes: ToRecord; gives: Told | null }
  described: { takes: string; gives: Described }
  changedFields: { takes: Changes; gives: string }
  inputPage: { takes: InputPage; gives: string }
  conversationAsked: { takes: ConversationBody; gives: ConversationAsked }
  objectText: { takes: Uint8Array; gives: string | null }
  countQuestion: { takes: ToCount; gives: Uint8Array | null }
  withUsage: { takes: BodyWithUsage; gives: Uint8Array }
  withCost: { takes: PricedBody; gives: Uint8Array }
  translateFrame: { takes: ToTranslateFrame; gives: TranslatedFrame }
  writeEnd: { takes: ToWriteEnd; gives: Uint8Array }
  readFrame: { takes: ToReadFrame; gives: ReadFrame }
  scanFrame: { takes: ToScanFrame; gives: ScannedFrame }
  tellUsage: { takes: ToTellUsage; gives: Uint8Array | null }
  tellInChunk: { takes: ToTellInChunk; gives: Uint8Array | null }
  usagesIn: { takes: ToPrice; gives: readonly Fields[] }
  priceFrames: { takes: PricedFrames; gives: Uint8Array }
}

/** Run on the loop for small inputs, else in a thread. They refuse by throwing. */
export const computations: {
  readonly [Name in keyof Computations]: (
    input: Computations[Name]['takes'],
  ) => Computations[Name]['gives']
} = {
  makeTurn,
  keepable,
  begun,
  recorded,
  described,
  changedFields,
  inputPage,
  conversationAsked,
  objectText,
  countQuestion,
  withUsage,
  withCost,
  translateFrame,
  writeEnd,
  readFrame,
  scanFrame,
  tellUsage,
  tellInChunk,
  usagesIn,
  priceFrames,
}
