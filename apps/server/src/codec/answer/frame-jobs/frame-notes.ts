import { isContent, type ModelEvent, type UsageEvent } from '@posthouse/llm/canonical/event'
import { areGathered, tooLong } from '../../reasoning/conversation-digests.ts'
import { keptBytesMax } from '../../reasoning/signature-store.ts'
import { escaped, type FrameNotes, type Span, textIn } from '../event-watch.ts'

/** Short texts are joined up to this length, because a frame may have a hundred thousand. */
const joinedMax = 64 * 1024

type CallEvent = Extract<ModelEvent, { kind: 'tool-call' }>

/** Collects the facts of a frame's events. For one frame. */
export class NoteTaker {
  readonly #isSeen: boolean
  readonly #spans: Span[] = []
  #pieces: { text: string; readonly waits: boolean }[] = []
  #gives = false
  #stops = false
  #last: FrameNotes['last'] = null
  readonly #seen: ModelEvent[] = []
  #reasoningLength = 0
  #argumentsLength = 0

  constructor(isSeen: boolean) {
    this.#isSeen = isSeen
  }

  /** `waits` if the client's dialect sends it in a later frame. */
  add(event: ModelEvent, waits = false): void {
    if (isContent(event)) this.give([textIn(event)], waits)
    this.#stops ||= event.kind === 'answer-end'
    if (event.kind === 'usage') this.#cut(event)
    if (event.kind === 'failed' || event.kind === 'end') this.#last = event
    if (this.#isSeen) this.#see(event)
  }

  /** Adds texts for the client. */
  give(texts: readonly string[], waits = false): void {
    this.#gives ||= texts.length > 0
    for (const text of texts) if (text !== '') this.#write(escaped(text), waits)
  }

  get notes(): FrameNotes {
    this.#cut(null)
    return { spans: this.#spans, last: this.#last, seen: this.#seen }
  }

  #write(text: string, waits: boolean): void {
    const before = this.#pieces.at(-1)
    const isJoined = before?.waits === waits && before.text.length + text.length <= joinedMax
    if (isJoined) before.text += text
    else this.#pieces.push({ text, waits })
  }

  #cut(usage: UsageEvent | null): void {
    const pieces = this.#pieces
    this.#spans.push({
      texts: pieces.map(({ text }) => text),
      waiting: pieces.flatMap(({ text, waits }) => (waits ? [text] : [])),
      gives: this.#gives,
      stops: this.#stops,
      usage,
    })
    this.#pieces = []
    this.#gives = false
    this.#stops = false
  }

  /** Reasoning and arguments beyond the stored length are reported by length only. */
  #see(event: ModelEvent): void {
    if (event.kind === 'end') this.#seen.push(event)
    else if (event.kind === 'tool-call') this.#call(event)
    else if (event.kind === 'reasoning') this.#think(event)
  }

  #call(event: CallEvent): void {
    const wereGathered = areGathered(this.#argumentsLength)
    this.#argumentsLength += event.arguments.length
    if (areGathered(this.#argumentsLength)) return this.#grow(event)
    // Arguments that are too long are replaced once.
    if (wereGathered) this.#seen.push({ ...event, arguments: tooLong })
    else if (event.id !== null) this.#seen.push({ ...event, arguments: '' })
  }

  #grow(event: CallEvent): void {
    const before = this.#seen.at(-1)
    const isJoined =
      event.id === null &&
      before?.kind === 'tool-call' &&
      before.answer === event.answer &&
      before.index === event.index
    if (!isJoined) return void this.#seen.push(event)
    const grown = { ...before, arguments: before.arguments + event.arguments }
    this.#seen[this.#seen.length - 1] = { ...grown, name: event.name ?? before.name }
  }

  #think(event: Extract<ModelEvent, { kind: 'reasoning' }>): void {
    if (this.#reasoningLength > keptBytesMax) return
    this.#reasoningLength += event.text.length + (event.signature?.length ?? 0)
    if (this.#reasoningLength > keptBytesMax) {
      this.#seen.push({ kind: 'reasoning', answer: 0, text: tooLong, signature: null })
      return
    }
    const before = this.#seen.at(-1)
    const isJoined =
      before?.kind === 'reasoning' && before.signature === null && event.id === undefined
    if (isJoined)
      this.#seen[this.#seen.length - 1] = { ...before, ...event, text: before.text + event.text }
    else this.#seen.push(event)
  }
}
