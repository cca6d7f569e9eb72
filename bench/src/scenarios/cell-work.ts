import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { frameCutter } from '@posthouse/llm/bytes/framing'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { plainChannel } from '@posthouse/server/channels/testing/plain-channel'
import { lookedAt, translate } from '@posthouse/server/codec/answer/answers'
import { eventAnswer } from '@posthouse/server/codec/answer/event-answer'
import { ScannedBytes } from '@posthouse/server/codec/answer/scan/scanned-bytes'
import { sameDialectAnswer } from '@posthouse/server/codec/answer/same-dialect-answer'
import { Translation } from '@posthouse/server/codec/answer/translation'
import { FrameWatch } from '@posthouse/server/codec/answer/frame-watch'
import { computeHere } from '@posthouse/server/gateway/tests/rig/compute-here'
import { stepNow } from '@posthouse/server/gateway/tests/rig/step-now'
import { editFields } from '@posthouse/server/codec/body-edit'

/** What the gateway does with the bodies of one cell, by the classes that serve it. */
export type CellWork = {
  /** The body to the supplier's and its whole answer to the client's. */
  readonly request: () => Promise<void>
  /** A stream of 100 chunks, a read each. */
  readonly stream: () => void
}

const chunks = 100
const words = 'Half a mile further on, the road '

const asked: ModelRequest = {
  ...plainRequest,
  model: 'requested-name',
  outputLimit: 1_000,
  messages: [
    { role: 'system', name: null, parts: [{ kind: 'text', text: words.repeat(8) }] },
    { role: 'user', name: null, parts: [{ kind: 'text', text: words.repeat(4) }] },
    { role: 'assistant', name: null, parts: [{ kind: 'text', text: words.repeat(8) }] },
    { role: 'user', name: null, parts: [{ kind: 'text', text: words.repeat(8) }] },
  ],
  sampling: { ...plainRequest.sampling, temperature: 0.7 },
  usageAsked: true,
}

const answered: readonly ModelEvent[] = [
  { kind: 'start', id: 'answer-1', model: 'forwarded-name', created: 1_790_000_000 },
  ...Array.from({ length: chunks }, (): ModelEvent => ({ kind: 'text', answer: 0, text: words })),
  { kind: 'answer-end', answer: 0, reason: 'stop' },
  { kind: 'usage', usage: { ...noUsage, input: 250, output: 700 } },
  { kind: 'end' },
]

const work = {
  channel: plainChannel,
  compute: computeHere,
  believe: <Report>(reported: Report) => reported,
  cost: null,
  now: 0,
  name: null,
  ownName: 'own',
}

type Bodies = Parameters<typeof eventAnswer>[0]['bodies'] &
  Parameters<typeof sameDialectAnswer>[0]['bodies']

/** Answers of the bench are small: they are worked on here. */
const bodies: Bodies = {
  translate: (answered, read, tell) => translate({ ...answered, asked: null }, read, tell),
  look: async (toLookAt, read) => lookedAt(toLookAt, read),
  compute: computeHere,
}

export function cellWork(from: DialectName, to: DialectName): CellWork {
  const request = { ...asked, dialect: from }
  const body = Buffer.from(JSON.stringify(dialects[from].asClient.body(request).body))
  const answer = Buffer.from(JSON.stringify(dialects[to].asServer.answer(answered, request)))
  const frames = framesOf(to)
  const whole = answerOf(from, to)
  return {
    request: async () => {
      const sent = from === to ? renamed(body) : translated(body, from, to)
      const read = await whole.read(answer, async () => null)
      if (sent.length === 0 || 'failure' in read) throw new Error(`${from} to ${to}: no answer`)
    },
    stream: () => {
      const passage = streamOf(from, to)
      const cutter = frameCutter()
      let bytes = 0
      for (const frame of frames) {
        const run = cutter.push(frame)
        if (run !== null) for (const piece of stepNow(passage.take(run)).out) bytes += piece.length
      }
      stepNow(passage.finish())
      if (bytes === 0 || !passage.complete || passage.reported === null) {
        throw new Error(`${from} to ${to}: no whole stream`)
      }
    },
  }
}

/** The same dialect: the client's bytes with another model's name. */
const renamed = (body: Buffer): Buffer => editFields(body, new Map([['model', '"forwarded-name"']]))

function translated(body: Buffer, from: DialectName, to: DialectName): Buffer {
  const addressed = { model: 'requested-name', stream: false }
  const decoded = dialects[from].asServer.request(JSON.parse(body.toString('utf8')), addressed)
  if (!decoded.ok) throw new Error(`${from}: ${decoded.field} ${decoded.reason}`)
  return Buffer.from(JSON.stringify(dialects[to].asClient.body(decoded.value).body))
}

function framesOf(to: DialectName): Buffer[] {
  const writer = dialects[to].asServer.write({ ...asked, dialect: to, stream: true })
  return answered
    .map((event) => Buffer.from(writer.frames(event)))
    .filter(({ length }) => length > 0)
}

function answerOf(from: DialectName, to: DialectName) {
  if (from === to) return sameDialectAnswer({ ...work, bodies, from })
  const way = { operation: 'chat', dialect: from } as const
  const hearing = { request: asked, now: 0, name: null, ownName: 'own' }
  return eventAnswer({ ...work, bodies, from: to, way, hearing, asked: Buffer.alloc(0) })
}

function streamOf(from: DialectName, to: DialectName) {
  if (from !== to) {
    return new Translation({
      ...work,
      from: to,
      way: { operation: 'chat', dialect: from },
      request: asked,
    })
  }
  return to === 'openai-chat'
    ? new ScannedBytes(dialects['openai-chat'], { ...work, usageShown: true })
    : new FrameWatch(dialects[to], work)
}
