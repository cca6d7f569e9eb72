import { describe, expect, it } from 'vitest'
import { dialectNames } from '../canonical/dialect.ts'
import { clientOf, dialects } from '../dialects.ts'
import type { ModelEvent } from '../canonical/event.ts'
import { plainRequest } from '../testing/plain-request.ts'
import { noUsage } from '../canonical/usage.ts'

/* What a stream has come to is plain data: another thread goes on from it as if it had begun. */

const answer = 0

const events: readonly ModelEvent[] = [
  { kind: 'start', id: 'a', model: 'm', created: 1 },
  { kind: 'reasoning', answer, text: 'hm', signature: null },
  { kind: 'reasoning', answer, text: ', so', signature: 'openai-chat:s' },
  { kind: 'text', answer, text: 'hello' },
  { kind: 'logprobs', answer, tokens: [{ token: 'a', logprob: -1, bytes: [97], top: [] }] },
  { kind: 'citation', answer, url: 'https://a.example', title: 'A', from: 0, to: 5 },
  { kind: 'text', answer, text: ' there' },
  { kind: 'image', answer, source: { kind: 'data', mediaType: 'image/png', base64: 'aGk=' } },
  { kind: 'audio', answer, base64: 'aGk=', transcript: 'hi' },
  { kind: 'tool-call', answer, index: 0, id: 'c0', name: 'f', arguments: '{"a":' },
  { kind: 'tool-call', answer, index: 1, id: 'c1', name: 'g', arguments: '' },
  { kind: 'tool-call', answer, index: 0, id: null, name: null, arguments: '1}' },
  { kind: 'refusal', answer, text: 'no' },
  { kind: 'answer-end', answer, reason: 'tool-calls' },
  { kind: 'usage', usage: { ...noUsage, input: 3, output: 4 } },
  { kind: 'end' },
]

const clients = Object.entries({
  ...dialects,
  completions: clientOf({ operation: 'completions', dialect: 'openai-chat' }),
  compaction: clientOf({ operation: 'compact', dialect: 'openai-responses' }),
})

describe.each(clients)('a writer of %s', (_, { asServer }) => {
  it('goes on from a copy of its state after every event', () => {
    const whole = asServer.write({ ...plainRequest, usageAsked: true })
    let moved = asServer.write({ ...plainRequest, usageAsked: true })
    for (const event of events) {
      const frames = whole.frames(event)
      expect(moved.frames(event), event.kind).toBe(frames)
      moved = asServer.writeOn(structuredClone(moved.state))
    }
  })

  it('goes on from what another made of its light state', () => {
    const whole = asServer.write({ ...plainRequest, usageAsked: true })
    const moved = asServer.write({ ...plainRequest, usageAsked: true })
    for (const event of events) {
      const frames = whole.frames(event)
      if (event.kind === 'end') {
        expect(moved.frames(event)).toBe(frames)
        continue
      }
      const elsewhere = asServer.writeOn(structuredClone(moved.light))
      expect(elsewhere.frames(event), event.kind).toBe(frames)
      moved.goOn(structuredClone(elsewhere.state))
    }
  })

  it('sends no picture to another thread that is written already', () => {
    const writer = asServer.write(plainRequest)
    const base64 = 'A'.repeat(100_000)
    for (let count = 0; count < 3; count += 1) {
      writer.frames({
        kind: 'image',
        answer,
        source: { kind: 'data', mediaType: 'image/png', base64 },
      })
    }
    expect(JSON.stringify(writer.light).length).toBeLessThan(100_000)
  })

  it('has a state that is no deeper the longer an answer is', () => {
    const writer = asServer.write(plainRequest)
    const pieces = events.filter(({ kind }) => kind === 'logprobs' || kind === 'text')
    for (let count = 0; count < 9_000; count += 1) pieces.map((event) => writer.frames(event))
    expect(() => structuredClone(writer.state)).not.toThrow()
  })
})

describe.each(dialectNames)('a reader of %s', (name) => {
  it('goes on from a copy of its state after every frame', () => {
    const { asClient, asServer } = dialects[name]
    const writer = asServer.write({ ...plainRequest, usageAsked: true })
    const whole = asClient.read()
    let moved = asClient.read()
    for (const event of events) {
      const frames = writer.frames(event).split(/(?<=\n\r?\n)/)
      for (const frame of frames) {
        expect(moved.step(frame), event.kind).toEqual(whole.step(frame))
        moved = asClient.readOn(structuredClone(moved.state))
        expect(moved.heard()).toEqual(whole.heard())
      }
    }
    expect(moved.finish()).toEqual(whole.finish())
  })
})
