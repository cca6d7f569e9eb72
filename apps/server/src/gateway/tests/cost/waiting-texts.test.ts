import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { frameCutter } from '@posthouse/llm/bytes/framing'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it } from 'vitest'
import { plainChannel } from '../../../domain/channels/testing/plain-channel.ts'
import { DeliveredContent } from '../../../charging/delivered-content.ts'
import { Translation } from '../../../codec/answer/translation.ts'
import { type OutputWork, StreamOutput } from '../../relay/stream-output.ts'
import { computeHere } from '../rig/compute-here.ts'
import { stepNow } from '../rig/step-now.ts'

/*
 * A call for a client of Gemini's goes out at the end: what it says waits, however many texts and frames come and go
 * meanwhile, and is taken back when the end never comes.
 */

const call = (id: string | null, words: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index: 0,
  id,
  name: id === null ? null : 'f',
  arguments: words,
})

function framesOf(size: number): readonly Buffer[] {
  const writer = dialects['openai-chat'].asServer.write(plainRequest)
  const events: readonly ModelEvent[] = [
    { kind: 'start', id: 'a', model: 'm', created: 1 },
    call('call_1', '"'),
    ...Array.from({ length: size }, (_, index): ModelEvent[] => [
      call(null, `piece ${index} of what is called`),
      { kind: 'text', answer: 0, text: `so ${index}` },
    ]).flat(),
    call(null, '"'),
  ]
  return events.map((event) => Buffer.from(writer.frames(event)))
}

const translated = (dialect: DialectName): Translation =>
  new Translation({
    channel: plainChannel,
    compute: computeHere,
    from: 'openai-chat',
    way: { operation: 'chat', dialect },
    request: plainRequest,
    cost: null,
    now: 0,
    name: null,
    ownName: 'own',
    believe: (reported) => reported,
  })

function relay(frames: readonly Buffer[]): {
  readonly output: StreamOutput
  delivered: DeliveredContent
} {
  const delivered = new DeliveredContent()
  const written = {
    left: false,
    pendingBytes: Number.POSITIVE_INFINITY,
    head: () => {},
    write: () => true,
  }
  const keepAlive = { wrote: () => {} }
  const work = { reply: written, delivered, keepAlive, keepBytes: false, onFirstContent: () => {} }
  // Of the reply and what keeps it alive no more is used.
  const output = new StreamOutput(work as unknown as OutputWork)
  const passage = translated('gemini')
  const cutter = frameCutter()
  for (const frame of frames) {
    const run = cutter.push(frame)
    if (run === null) continue
    const { out, contentful, ...said } = stepNow(passage.take(run))
    if (contentful) output.commit()
    output.send(out, { ...said, isEnd: false })
  }
  return { output, delivered }
}

describe('texts that wait for their frame', () => {
  it('are counted, and taken back with what was written last', () => {
    const { output, delivered } = relay(framesOf(100))
    const texts = Array.from({ length: 100 }, (_, index) => `so ${index}`)
    expect(delivered.bytes).toBeGreaterThan(texts.join('').length + 100 * 20)
    output.takeBack()
    expect(delivered.said.kept).toBe(texts.slice(0, -1).join(''))
  })

  it('stand in the frame that ends their wait', () => {
    const { output, delivered } = relay(framesOf(2))
    const before = delivered.bytes
    output.send([Buffer.from('the call')], {
      texts: [],
      waiting: [],
      endsWait: true,
      gives: true,
      isEnd: false,
    })
    output.takeBackUnwritten()
    expect(delivered.bytes).toBe(before)
    output.takeBack()
    expect(delivered.said.kept).toBe('so 0so 1')
  })
})

describe('text that a dialect keeps for places in it', () => {
  /** What is weighed after so much text. */
  function heldAfter(dialect: DialectName, characters: number): number {
    const writer = dialects['openai-chat'].asServer.write(plainRequest)
    const passage = translated(dialect)
    const cutter = frameCutter()
    for (let said = 0; said < characters; said += 1_000) {
      const text = writer.frames({ kind: 'text', answer: 0, text: 'x'.repeat(1_000) })
      const run = cutter.push(Buffer.from(text))
      if (run !== null) stepNow(passage.take(run))
    }
    return passage.heldBytes
  }

  it('is weighed as far as it is kept', () => {
    expect(heldAfter('gemini', 100_000)).toBe(100_000)
    expect(heldAfter('gemini', 400_000)).toBe(256 * 1024)
    expect(heldAfter('anthropic-messages', 400_000)).toBe(0)
    expect(heldAfter('openai-responses', 400_000)).toBe(400_000)
  })
})
