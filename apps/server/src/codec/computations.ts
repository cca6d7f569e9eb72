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
import { type RunRequest, initialResponse } from '../domain/kept-answers/initial-response.ts'
import { changedFields, type FieldChanges } from '../domain/kept-answers/changed-fields.ts'
import {
  conversationAsked,
  type ConversationAsked,
  type ConversationBody,
} from './request/conversation-asked.ts'
import { runStatusOf, type RunStatus } from '../domain/kept-answers/response-status.ts'
import { inputPage, type InputPage } from '../domain/kept-answers/input-page.ts'
import {
  storableResponse,
  type StorableResponse,
  type AnswerToStore,
} from '../domain/kept-answers/storable-response.ts'
import { type TurnBody, makeTurn, type ToMake } from './request/make-turn.ts'
import { objectText } from '../domain/kept-answers/object-text.ts'
import {
  runEventOf,
  type RunEventText,
  type UpstreamFrame,
} from '../domain/kept-answers/run-event.ts'

/** Input and result of each pure computation. */
export type Computations = {
  makeTurn: { takes: ToMake; gives: TurnBody }
  storableResponse: { takes: AnswerToStore; gives: StorableResponse | null }
  initialResponse: { takes: RunRequest; gives: string }
  runEventOf: { takes: UpstreamFrame; gives: RunEventText | null }
  runStatusOf: { takes: string; gives: RunStatus }
  changedFields: { takes: FieldChanges; gives: string }
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
  storableResponse,
  initialResponse,
  runEventOf,
  runStatusOf,
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
