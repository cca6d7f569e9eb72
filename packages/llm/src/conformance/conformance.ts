import { describe, expect, it } from 'vitest'
import { isTerminal, type ModelEvent } from '../canonical/event.ts'
import { type FrameCutter, frameCutter } from '../bytes/framing.ts'
import type {
  AddressFields,
  DialectShape,
  SupplierDialectShape,
} from '../operations/dialect-shape.ts'
import type { ModelRequest } from '../canonical/request.ts'
import { plainRequest } from '../testing/plain-request.ts'

/** A vendor's documented or recorded words, with their meaning. */
export type Cassette = {
  readonly about: string
  /** The page it was written from. */
  readonly source: string
  /** The channel type of the supplier whose golden answer it is. */
  readonly supplier?: number
  /** A request body of the dialect, … */
  readonly request: unknown
  /** … and what it was written from, where no client says it. */
  readonly asked?: Partial<ModelRequest>
  /** The facts in the address of the request, in a dialect that has them there. */
  readonly addressed?: AddressFields
  /** The answer as frames of a stream, … */
  readonly frames?: readonly string[]
  /** … or as a whole. */
  readonly body?: unknown
  readonly events: readonly ModelEvent[]
}

export type Skips = Readonly<Partial<Record<'writes what it reads' | 'keeps requests', string>>>

/** The form of frames on the wire. */
export type Wire = {
  readonly bytes: (frames: readonly string[]) => Uint8Array
  readonly cutter: () => FrameCutter
}

export const textWire: Wire = {
  bytes: (frames) => new TextEncoder().encode(frames.join('')),
  cutter: () => frameCutter(),
}

/** The demands on every dialect of a supplier, with its cassettes. */
export function readingConformance<Read>(
  dialect: SupplierDialectShape<Read>,
  cassettes: Readonly<Record<string, Cassette>>,
  wire: Wire,
): void {
  describe.each(Object.entries(cassettes))(`${dialect.id}: %s`, (_, cassette) => {
    it('means its events', () => {
      const read =
        cassette.frames === undefined
          ? dialect.asClient.answer(cassette.body)
          : readStream(dialect, cassette.frames)
      expect(read).toEqual(cassette.events)
    })

    it('has one terminal event, the last', () => {
      const terminal = cassette.events.map(isTerminal)
      expect(terminal.indexOf(true)).toBe(terminal.length - 1)
    })

    it.runIf(cassette.frames !== undefined)('means the same in any reads', () => {
      const bytes = wire.bytes(cassette.frames ?? [])
      for (const size of [1, 2, 3, 64, 1_000]) {
        expect(readStream(dialect, recut(bytes, [size], wire.cutter()))).toEqual(cassette.events)
      }
    })

    it.runIf(cassette.asked !== undefined)('is asked for in its words', () => {
      const { body } = dialect.asClient.body({ ...plainRequest, ...cassette.asked })
      expect(body).toEqual(cassette.request)
    })
  })
}

/** The demands on every dialect of clients, with its cassettes. One that cannot do a case says why. */
export function conformance<Read, Write>(
  dialect: DialectShape<Read, Write>,
  cassettes: Readonly<Record<string, Cassette>>,
  { skip = {} }: { skip?: Skips } = {},
): void {
  readingConformance(dialect, cassettes, textWire)
  describe.each(Object.entries(cassettes))(`${dialect.id}: %s`, (_, cassette) => {
    const requestOf = (body: unknown): ModelRequest => {
      const decoded = dialect.asServer.request(body, cassette.addressed)
      if (!decoded.ok) throw new Error(`${decoded.field}: ${decoded.reason}`)
      return decoded.value
    }

    it.skipIf('writes what it reads' in skip)('is written so that it means the same', () => {
      const request = { ...requestOf(cassette.request), usageAsked: true }
      let written = ''
      let state = dialect.asServer.open(request)
      for (const event of cassette.events) {
        const [next, frames] = dialect.asServer.frames(state, event)
        state = next
        written += frames
      }
      const read = readStream(dialect, recut(new TextEncoder().encode(written), [1_000]))
      // A text that came whole may be written in fragments.
      const sides = [read, cassette.events].map((events) =>
        (cassette.frames === undefined ? joined(events) : events).map(comparable),
      )
      expect(sides[0]).toEqual(sides[1])
    })

    const isWhole = cassette.events.at(-1)?.kind === 'end'
    it.runIf(isWhole)('is written in one piece so that it means the same', () => {
      const body = dialect.asServer.answer(cassette.events, requestOf(cassette.request))
      expect(joined(dialect.asClient.answer(body))).toEqual(joined(cassette.events))
    })

    it.skipIf('keeps requests' in skip)('keeps its request through ours and back', () => {
      const request = requestOf(cassette.request)
      expect(requestOf(dialect.asClient.body(request).body)).toEqual(request)
    })
  })
}

/** Failures get a code of ours when they had none. */
const comparable = (event: ModelEvent): unknown =>
  event.kind === 'failed' ? { kind: event.kind, message: event.failure.message } : event

/** Fragments put together, and the last word on usage: what a whole answer can tell. */
function joined(events: readonly ModelEvent[]): ModelEvent[] {
  const all: ModelEvent[] = []
  for (const event of events) {
    if (event.kind === 'usage' || event.kind === 'logprobs') continue
    const last = all.length - 1
    const at = event.kind === 'tool-call' ? all.findIndex((one) => isSameCall(one, event)) : last
    const grown = joinedWith(all[at], event)
    if (grown === null) all.push(event)
    else all[at] = grown
  }
  const usage = events.findLast(({ kind }) => kind === 'usage')
  return [...all.map(withPlainArguments), ...(usage === undefined ? [] : [usage])]
}

const isSameCall = (one: ModelEvent, event: ModelEvent): boolean =>
  one.kind === 'tool-call' &&
  event.kind === 'tool-call' &&
  one.answer === event.answer &&
  one.index === event.index

/** Null: it is no fragment of what was there before. */
function joinedWith(known: ModelEvent | undefined, event: ModelEvent): ModelEvent | null {
  if (known === undefined) return null
  if (known.kind === 'tool-call' && event.kind === 'tool-call') {
    return { ...known, arguments: known.arguments + event.arguments }
  }
  if (known.kind === 'reasoning' && event.kind === 'reasoning') {
    const isEnded = known.signature !== null || known.answer !== event.answer
    return isEnded ? null : { ...known, ...event, text: known.text + event.text }
  }
  const isText = known.kind === 'text' && event.kind === 'text'
  const isRefusal = known.kind === 'refusal' && event.kind === 'refusal'
  if (isText) return { ...known, ...event, text: known.text + event.text }
  return isRefusal ? { ...known, text: known.text + event.text } : null
}

/** JSON says the same however it is spaced. */
const withPlainArguments = (event: ModelEvent): ModelEvent =>
  event.kind === 'tool-call'
    ? { ...event, arguments: JSON.stringify(JSON.parse(event.arguments)) }
    : event

export function readStream<Read>(
  { asClient }: SupplierDialectShape<Read>,
  frames: readonly string[],
): ModelEvent[] {
  let state = asClient.start()
  const events: ModelEvent[] = []
  for (const frame of frames) {
    const [next, more] = asClient.step(state, frame)
    state = next
    events.push(...more)
  }
  return [...events, ...asClient.finish(state)]
}

/** Frames out of reads of these sizes, over and over. */
export function recut(
  bytes: Uint8Array,
  sizes: readonly number[],
  cutter: FrameCutter = frameCutter(),
): string[] {
  const decoder = new TextDecoder()
  const frames: string[] = []
  let at = 0
  for (let read = 0; at < bytes.length; read += 1) {
    const size = sizes[read % sizes.length] ?? 1
    const run = cutter.push(bytes.subarray(at, at + size))
    at += size
    let from = 0
    for (const end of run?.ends ?? []) {
      frames.push(decoder.decode(run?.bytes.subarray(from, end)))
      from = end
    }
  }
  const rest = cutter.flush()
  return rest === null ? frames : [...frames, decoder.decode(rest)]
}
