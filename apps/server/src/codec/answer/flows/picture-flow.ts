import { phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf, objectsIn, parsedFields, textOf } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameCutter, framesOf } from '@posthouse/llm/bytes/framing'
import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import type { Channel } from '../../../domain/channels/channel.ts'
import {
  type AttemptFailure,
  brokenAnswer,
  emptyAnswer,
  failureIn,
  noJson,
} from '../../../upstream/attempt-failure.ts'
import { pieceOf, pieceReport, type PieceWay } from '../pieces.ts'
import { asBuffer, checked, type PassageWork } from '../passage.ts'
import { type Flow, type Flowed, nothingFlowed } from './flow.ts'

export type PictureFlowWork = PassageWork & {
  readonly channel: Channel
  readonly way: PieceWay
  readonly type: string
  readonly cutter: FrameCutter
}

const noPicture = brokenAnswer('broken-answer', phrase('the upstream sent no picture'))

const failed = (failure: AttemptFailure): Flowed => ({ ...nothingFlowed, failure })

/**
 * Partial pictures: https://platform.openai.com/docs/api-reference/images-streaming. If the supplier sends whole pictures, the client
 * gets the final event only.
 */
export class PictureFlow implements Flow {
  readonly #work: PictureFlowWork
  readonly #isEvents: boolean
  #given = false
  #whole: readonly Fields[] = []
  reported: ReportedUsage | null = null

  constructor(work: PictureFlowWork) {
    this.#work = work
    this.#isEvents = /^text\/event-stream/i.test(work.type)
  }

  readonly headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }

  get isWhole(): boolean {
    return !this.#isEvents
  }

  get waits(): boolean {
    return !this.#isEvents
  }

  take(bytes: Buffer): Flowed {
    return this.#isEvents ? this.#frames(bytes) : this.#pictures(bytes)
  }

  finish(): Flowed {
    const rest = this.#isEvents ? this.#work.cutter.flush() : null
    const flowed = rest === null ? nothingFlowed : this.#frame(asBuffer(rest))
    return flowed.failure === null && !this.#given ? failed(emptyAnswer) : flowed
  }

  last(usage: Usage): Buffer | null {
    if (this.#isEvents) return null
    const type = `${this.#work.way.operation === 'edit' ? 'image_edit' : 'image_generation'}.completed`
    const told = {
      input_tokens: inputTokensOf(usage),
      output_tokens: outputTokensOf(usage),
      total_tokens: inputTokensOf(usage) + outputTokensOf(usage),
    }
    const events = this.#whole.map((picture, at) => ({
      type,
      ...picture,
      ...(at === this.#whole.length - 1 && { usage: told }),
    }))
    return Buffer.from(
      events.map((event) => `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
    )
  }

  #frames(bytes: Buffer): Flowed {
    const run = this.#work.cutter.push(bytes)
    if (run === null) return nothingFlowed
    const out: Buffer[] = []
    for (const { bytes: frame, ends, open, broken } of framesOf(run)) {
      if (open || broken === true) return { ...nothingFlowed, out, failure: noPicture }
      if (ends.length === 0) continue
      const flowed = this.#frame(asBuffer(frame))
      for (const bytes of flowed.out) out.push(bytes)
      if (flowed.failure !== null) return { ...flowed, out }
    }
    return { ...nothingFlowed, out }
  }

  /** Forwards a frame unchanged. */
  #frame(frame: Buffer): Flowed {
    const data = dataOf(frame.toString('utf8'))
    if (data === null) return nothingFlowed
    if (data === '[DONE]') return { ...nothingFlowed, out: [frame] }
    const fields = parsedFields(data)
    if (fields === null) return failed(noJson)
    const { way, channel } = this.#work
    const failure = pieceOf(way).failure(fields)
    if (failure !== null) return failed(failureIn(failure, channel))
    if (textOf(fields['b64_json']) !== null) this.#given = true
    this.#hear(fields['usage'])
    return { ...nothingFlowed, out: [frame] }
  }

  #pictures(bytes: Buffer): Flowed {
    const { way, channel } = this.#work
    const piece = pieceOf(way)
    const fields = parsedFields(bytes.toString('utf8'))
    if (fields === null) return failed(noJson)
    const failure = piece.failure(fields)
    if (failure !== null) return failed(failureIn(failure, channel))
    if (!piece.gives(fields)) return failed(emptyAnswer)
    this.#given = true
    this.#hear(fields[piece.usageField])
    const { data, created } = way.from === way.to ? fields : piece.answer(fields, way.asked)
    this.#whole = objectsIn(data).map((picture) => ({ created_at: created, ...picture }))
    return nothingFlowed
  }

  #hear(usage: unknown): void {
    if (fieldsOf(usage) === null) return
    const reported = pieceReport(this.#work.way, usage, null)
    if (reported !== null) this.reported = checked(reported, this.#work, { saidBytes: () => 0 })
  }
}
