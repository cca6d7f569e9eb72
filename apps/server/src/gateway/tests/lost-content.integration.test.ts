import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askBytes, requestOf } from './conformance/ask-cell.ts'
import { channel, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* A film and a sound beside a text: who speaks a dialect without a place for them is told so: by
 * the head of a whole answer, and by the record of the call, since a stream has no head any more when it comes to them. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const

/** Answers above 256 KiB are written in a thread. */
const answerWith = (text: string): string =>
  JSON.stringify({
    candidates: [
      {
        index: 0,
        content: {
          parts: [
            { text },
            { inlineData: { mimeType: 'video/mp4', data: 'ZmlsbQ==' } },
            { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'c291bmQ=' } },
          ],
        },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 9 },
  })

/** What a client of a dialect is not given of a whole answer, and of a stream. */
const lost: readonly (readonly [DialectName, string | null, string | null])[] = [
  ['openai-chat', 'answer.file', 'answer.file'],
  ['openai-responses', 'answer.file, answer.audio', 'answer.file'],
  ['anthropic-messages', 'answer.file, answer.audio', 'answer.file, answer.audio'],
  ['gemini', null, null],
]

type Seen = { readonly response: Response; readonly recorded: readonly unknown[] }

async function seen(client: DialectName, frame: string, stream: boolean): Promise<Seen> {
  const contentType = stream ? 'text/event-stream' : 'application/json'
  supplier.play({ frames: [frame], contentType })
  const made = channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: ['gemini'] } })
  const rig = await stand({ channels: [made] })
  const { response } = await askBytes(rig, requestOf({ messages, stream }, client))
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()[0]?.kind).toBe('settle')
  // What is good to know is written down behind the charge.
  await until(() => rig.attempts.length === (client === 'gemini' ? 0 : 1))
  return { response, recorded: rig.attempts.map(({ message, failure }) => [failure, message]) }
}

const recordOf = (told: string | null): unknown[] =>
  told === null ? [] : [['', `not carried: ${told}`]]

for (const [client, whole, streamed] of lost) {
  // The thread is the same for every client.
  for (const length of client === 'openai-responses' ? [10, 300_000] : [10]) {
    it(`of ${length} letters, ${client} is told ${whole ?? 'nothing'}`, async () => {
      const { response, recorded } = await seen(client, answerWith('x'.repeat(length)), false)
      const { status, headers } = response
      expect([status, headers.get('x-posthouse-dropped')]).toEqual([200, whole])
      expect(recorded).toEqual(recordOf(whole))
    })

    it(`of a stream of ${length} letters, ${client} finds ${streamed ?? 'nothing'} recorded`, async () => {
      const frame = `data: ${answerWith('x'.repeat(length))}\r\n\r\n`
      const { response, recorded } = await seen(client, frame, true)
      expect(response.status).toBe(200)
      expect(recorded).toEqual(recordOf(streamed))
    })
  }
}
