import type { SoundPart, SpeechAsClient, SpeechAsServer } from '@posthouse/llm/operations/speech'
import { parsedFields } from '@posthouse/llm/bytes/fields'
import { dataOf, type FrameCutter, framesOf } from '@posthouse/llm/bytes/framing'
import { wavOf } from '@posthouse/llm/bytes/wav'
import type { Usage } from '@posthouse/llm/canonical/usage'
import { phrase } from '@posthouse/contract/phrases'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import type { Channel } from '../../../domain/channels/channel.ts'
import { brokenAnswer, failureIn, noJson } from '../../../upstream/attempt-failure.ts'
import type { BodyFacts } from '../../request/body-facts.ts'
import { type Flow, type Flowed, nothingFlowed } from './flow.ts'
import { asBuffer, checked, type PassageWork } from '../passage.ts'

export type SpeechFlowWork = PassageWork & {
  readonly channel: Channel
  readonly asClient: SpeechAsClient
  readonly asServer: SpeechAsServer
  readonly type: string
  readonly asked: BodyFacts['form']
  readonly cutter: FrameCutter
}

const types: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

/** Uncompressed: 24 000 samples per second of 16 bits. Compressed: 128 kbit/s. https://platform.openai.com/docs/guides/text-to-speech */
const bytesPerSecond = { bare: 48_000, packed: 16_000 } as const
/** $0.015 per minute at $12 per million: https://platform.openai.com/docs/pricing. */
const tokensPerSecond = 1_250 / 60

const noSound = brokenAnswer('broken-answer', phrase('the upstream sent no sound'))

type Form = 'sound' | 'events' | 'json' | 'none'

function formOf(type: string): Form {
  if (/^text\/event-stream/i.test(type)) return 'events'
  if (/^application\/([\w.-]+\+)?json/i.test(type)) return 'json'
  return /^text\//i.test(type) ? 'none' : 'sound'
}

/** Converts speech of a supplier (sound, events or JSON) to what the client wants (sound or events). */
export class SpeechFlow implements Flow {
  readonly #work: SpeechFlowWork
  readonly #form: Form
  reported: ReportedUsage | null = null

  constructor(work: SpeechFlowWork) {
    this.#work = work
    this.#form = formOf(work.type)
  }

  get isWhole(): boolean {
    return this.#form === 'json'
  }

  get headers(): Flow['headers'] {
    const { asked, type } = this.#work
    if (asked.events) return { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }
    const isNamed = this.#form === 'sound' && /^audio\//i.test(type)
    return { 'content-type': isNamed ? type : (types[this.#format] ?? 'application/octet-stream') }
  }

  get #format(): string {
    const { asked, asClient } = this.#work
    return asked.format ?? (asClient.pcm === undefined ? 'mp3' : 'wav')
  }

  take(bytes: Buffer): Flowed {
    switch (this.#form) {
      case 'sound':
        return this.#sounding([bytes])
      case 'events':
        return this.#frames(bytes)
      case 'json':
        return this.#whole(bytes)
      case 'none':
        return { ...nothingFlowed, failure: noSound }
    }
  }

  finish(): Flowed {
    const rest = this.#form === 'events' ? this.#work.cutter.flush() : null
    return rest === null ? nothingFlowed : this.#frame(asBuffer(rest))
  }

  last(usage: Usage, cost: string | null): Buffer | null {
    const { asked, asServer } = this.#work
    if (!asked.events) return null
    const done = JSON.stringify(asServer.done(usage))
    const priced = cost === null ? done : done.replace(/\}\}$/, `,"cost":${cost}}}`)
    return Buffer.from(`data: ${priced}\n\n`)
  }

  #frames(bytes: Buffer): Flowed {
    const run = this.#work.cutter.push(bytes)
    if (run === null) return nothingFlowed
    const parts: Flowed[] = []
    for (const { bytes: frame, ends, open, broken } of framesOf(run)) {
      if (open || broken === true) return joined([...parts, { ...nothingFlowed, failure: noSound }])
      if (ends.length > 0) parts.push(this.#frame(asBuffer(frame)))
      if (parts.at(-1)?.failure != null) break
    }
    return joined(parts)
  }

  #frame(frame: Buffer): Flowed {
    const data = dataOf(frame.toString('utf8'))
    if (data === null || data === '[DONE]') return nothingFlowed
    const fields = parsedFields(data)
    if (fields === null) return { ...nothingFlowed, failure: noJson }
    return this.#parts(this.#work.asClient.parts(fields))
  }

  #whole(bytes: Buffer): Flowed {
    const fields = parsedFields(bytes.toString('utf8'))
    if (fields === null) return { ...nothingFlowed, failure: noJson }
    return this.#parts(this.#work.asClient.parts(fields))
  }

  #parts(parts: readonly SoundPart[]): Flowed {
    const sounds: Buffer[] = []
    for (const part of parts) {
      if (part.kind === 'failure') {
        const flowed = this.#sounding(sounds)
        return { ...flowed, failure: failureIn(part.failure, this.#work.channel) }
      }
      if (part.kind === 'sound') sounds.push(Buffer.from(part.base64, 'base64'))
      else this.reported = checked(part.reported, this.#work, { saidBytes: () => 0 })
    }
    return this.#sounding(sounds)
  }

  #sounding(sounds: readonly Buffer[]): Flowed {
    const given = sounds.filter(({ length }) => length > 0)
    if (given.length === 0) return nothingFlowed
    const { asClient, asked, asServer } = this.#work
    const isBare = asClient.pcm !== undefined || /^(wav|pcm)$/.test(this.#format)
    const length = given.reduce((sum, bytes) => sum + bytes.length, 0)
    const rate = isBare ? bytesPerSecond.bare : bytesPerSecond.packed
    const out =
      asClient.pcm !== undefined && this.#format === 'wav'
        ? [asBuffer(wavOf(Buffer.concat(given), asClient.pcm))]
        : given
    return {
      texts: [],
      out: asked.events ? out.map((bytes) => event(asServer.delta(bytes.toString('base64')))) : out,
      soundTokens: (length / rate) * tokensPerSecond,
      failure: null,
    }
  }
}

const event = (fields: object): Buffer => Buffer.from(`data: ${JSON.stringify(fields)}\n\n`)

const joined = (parts: readonly Flowed[]): Flowed => ({
  texts: [],
  out: parts.flatMap(({ out }) => out),
  soundTokens: parts.reduce((sum, { soundTokens }) => sum + soundTokens, 0),
  failure: parts.at(-1)?.failure ?? null,
})
