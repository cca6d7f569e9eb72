import type { DialectName } from '@posthouse/llm/dialect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askBytes, requestOf } from './conformance/ask-cell.ts'
import { channel, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* A film and a sound beside a text: who speaks a dialect without a place for them is told so. */

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

const lost: readonly (readonly [DialectName, string | null])[] = [
  ['openai-chat', 'answer.file'],
  ['openai-responses', 'answer.file, answer.audio'],
  ['anthropic-messages', 'answer.file, answer.audio'],
  ['gemini', null],
]

for (const [client, told] of lost) {
  for (const length of [10, 300_000]) {
    it(`of ${length} letters, ${client} is told ${told ?? 'nothing'}`, async () => {
      const frames = [answerWith('x'.repeat(length))]
      supplier.play({ frames, contentType: 'application/json' })
      const made = channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: ['gemini'] } })
      const rig = await stand({ channels: [made] })
      const { response } = await askBytes(rig, requestOf({ messages }, client))
      const { status, headers } = response
      expect([status, headers.get('x-posthouse-dropped')]).toEqual([200, told])
      await until(() => rig.ledger.ends().length === 1)
      expect(rig.ledger.ends()[0]?.kind).toBe('settle')
    })
  }
}
