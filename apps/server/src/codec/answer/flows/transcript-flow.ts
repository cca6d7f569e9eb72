import { phrase } from '@posthouse/contract/phrases'
import {
  subtitles,
  type TranscribeAsClient,
  type Transcript,
} from '@posthouse/llm/operations/transcribe'
import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameCutter, framesOf } from '@posthouse/llm/bytes/framing'
import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/canonical/usage'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import type { Channel } from '../../../domain/channels/channel.ts'
import {
  type AttemptFailure,
  brokenAnswer,
  failureIn,
  noJson,
} from '../../../upstream/attempt-failure.ts'
import type { BodyFacts } from '../../request/body-facts.ts'
import { asBuffer, checked, type PassageWork } from '../passage.ts'
import { type Flow, type Flowed, nothingFlowed } from './flow.ts'

export type TranscriptFlowWork = PassageWork & {
  readonly channel: Channel
  /** Client and supplier speak the same: what came goes on. */
  readonly isSame: boolean
  readonly asClient: TranscribeAsClient
  /** The media type of the answer. */
  readonly type: string
  readonly asked: BodyFacts['form']
  readonly cutter: FrameCutter
}

const noTranscript = brokenAnswer('broken-answer', phrase('the upstream sent no transcript'))

const failed = (failure: AttemptFailure): Flowed => ({ ...nothingFlowed, failure })

/** Converts a transcript of a supplier (JSON, events or plain text) to the requested format. */
export class TranscriptFlow implements Flow {
  readonly #work: TranscriptFlowWork
  readonly #isEvents: boolean
  /** Fields of a whole answer. */
  #fields: Fields | null = null
  #transcript: Transcript | null = null
  reported: ReportedUsage | null = null
  seconds: number | null = null

  constructor(work: TranscriptFlowWork) {
    this.#work = work
    this.#isEvents = /^text\/event-stream/i.test(work.type)
  }

  get isWhole(): boolean {
    return !this.#isEvents
  }

  get waits(): boolean {
    return !this.#isEvents
  }

  get headers(): Flow['headers'] {
    const { asked } = this.#work
    if (asked.events) return { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
    return { 'content-type': types[asked.format ?? 'json'] ?? 'application/json' }
  }

  take(bytes: Buffer): Flowed {
    return this.#isEvents ? this.#frames(bytes) : this.#whole(bytes)
  }

  finish(): Flowed {
    const rest = this.#isEvents ? this.#work.cutter.flush() : null
    const flowed = rest === null ? nothingFlowed : this.#frame(asBuffer(rest))
    return flowed.failure === null && this.#transcript === null ? failed(noTranscript) : flowed
  }

  last(usage: Usage, cost: string | null): Buffer | null {
    const transcript = this.#transcript
    if (this.#isEvents || transcript === null) return null
    const { asked } = this.#work
    if (asked.events) return Buffer.from(eventsOf(transcript, this.#usageTold(usage, cost)))
    if (asked.format === 'text') return Buffer.from(`${transcript.text}\n`)
    if (asked.format === 'srt' || asked.format === 'vtt') {
      return Buffer.from(subtitles(transcript, asked.format))
    }
    const told = this.#usageTold(usage, cost)
    return Buffer.from(JSON.stringify({ ...this.#fields, ...(told !== null && { usage: told }) }))
  }

  /** The supplier's own usage if it reported one, plus the cost if requested. */
  #usageTold(usage: Usage, cost: string | null): Fields | null {
    const given = this.#fields?.['usage']
    const told =
      typeof given === 'object' && given !== null
        ? { ...given }
        : outputTokensOf(usage) > 0
          ? {
              type: 'tokens',
              input_tokens: inputTokensOf(usage),
              output_tokens: outputTokensOf(usage),
              total_tokens: inputTokensOf(usage) + outputTokensOf(usage),
            }
          : {}
    if (cost !== null) return { ...told, cost: Number(cost) }
    return Object.keys(told).length > 0 ? told : null
  }

  #frames(bytes: Buffer): Flowed {
    const run = this.#work.cutter.push(bytes)
    if (run === null) return nothingFlowed
    const parts: Flowed[] = []
    for (const { bytes: frame, ends, open, broken } of framesOf(run)) {
      if (open || broken === true) parts.push(failed(noTranscript))
      else if (ends.length > 0) parts.push(this.#frame(asBuffer(frame)))
      if (parts.at(-1)?.failure != null) break
    }
    return {
      out: parts.flatMap(({ out }) => out),
      texts: parts.flatMap(({ texts }) => texts),
      soundTokens: 0,
      failure: parts.at(-1)?.failure ?? null,
    }
  }

  /** Forwards a frame unchanged. */
  #frame(frame: Buffer): Flowed {
    const data = dataOf(frame.toString('utf8'))
    if (data === null) return nothingFlowed
    if (data === '[DONE]') return { ...nothingFlowed, out: [frame] }
    const fields = parsedFields(data)
    if (fields === null) return failed(noJson)
    const texts: string[] = []
    for (const part of this.#work.asClient.parts(fields)) {
      if (part.kind === 'failure') return failed(failureIn(part.failure, this.#work.channel))
      if (part.kind === 'text') texts.push(part.text)
      else this.#heard(part.transcript)
    }
    return { ...nothingFlowed, out: [frame], texts }
  }

  #whole(bytes: Buffer): Flowed {
    const { asClient, channel, type } = this.#work
    const text = bytes.toString('utf8')
    if (text.trim() === '') return nothingFlowed
    const isText = /^text\/plain/i.test(type) && !/^\s*\{/.test(text)
    const fields = isText ? { text: text.trim() } : parsedFields(text)
    if (fields === null) return failed(noJson)
    const failure = asClient.failure(fields)
    if (failure !== null) return failed(failureIn(failure, channel))
    const transcript = asClient.transcript(fields)
    if (transcript === null) return failed(noTranscript)
    this.#fields = this.#work.isSame ? fields : inOpenAis(transcript, this.#work.asked.format)
    this.#heard(transcript)
    return { ...nothingFlowed, texts: [transcript.text] }
  }

  #heard(transcript: Transcript): void {
    this.#transcript = transcript
    this.seconds = transcript.seconds
    if (transcript.usage === null) return
    this.reported = checked(transcript.usage, this.#work, { saidBytes: () => 0 })
  }
}

/** https://platform.openai.com/docs/api-reference/audio/verbose-json-object */
const inOpenAis = ({ text, segments, seconds }: Transcript, format: string | null): Fields =>
  format === 'verbose_json'
    ? {
        task: 'transcribe',
        duration: seconds ?? segments.at(-1)?.end ?? 0,
        text,
        segments: segments.map((segment, id) => ({ id, ...segment })),
      }
    : { text }

const types: Readonly<Record<string, string>> = {
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** Events for a model that does not stream: https://platform.openai.com/docs/api-reference/audio/transcript-text-done-event */
const eventsOf = ({ text }: Transcript, usage: Fields | null): string =>
  [
    { type: 'transcript.text.delta', delta: text },
    { type: 'transcript.text.done', text, ...(usage !== null && { usage }) },
  ]
    .map((event) => `data: ${JSON.stringify(event)}\n\n`)
    .join('')
