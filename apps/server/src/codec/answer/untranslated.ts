import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import { dataOf } from '@posthouse/llm/bytes/framing'
import type { UntranslatedState } from '@posthouse/llm/canonical/untranslated'
import { jsonOf } from './scan/scan.ts'

export const mayHoldUntranslated = (from: DialectName, body: Buffer | string): boolean =>
  dialects[from].asClient.unread.marks.some((mark) => body.includes(mark))

export type ToRead = { readonly from: DialectName; readonly body: Uint8Array }

/** Texts of a whole answer that have no event. */
export const untranslatedTextsIn = ({ from, body }: ToRead): string[] =>
  dialects[from].asClient.unread.inAnswer(
    fieldsOf(jsonOf(Buffer.from(body).toString('utf8'))) ?? {},
  )

/** Texts of a stream that have no event, each once. Stateful, for one stream. */
export class UntranslatedTexts {
  readonly state: UntranslatedState
  readonly #from: DialectName

  /** `state` continues another instance. */
  constructor(from: DialectName, state: UntranslatedState = { given: new Set(), open: new Set() }) {
    this.#from = from
    this.state = state
  }

  step(frame: string): string[] {
    if (!mayHoldUntranslated(this.#from, frame)) return []
    const event = fieldsOf(jsonOf(dataOf(frame) ?? '')) ?? {}
    return dialects[this.#from].asClient.unread.inEvent(event, this.state)
  }
}
