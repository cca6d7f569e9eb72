import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import type { Message } from '@posthouse/llm/canonical/request'
import { inputTokensOf, outputTokensOf } from '@posthouse/llm/canonical/usage'
import { partnersOf } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askBytes, askCell, requestOf, spyOn } from './conformance/ask-cell.ts'
import { channel, gatewayRig, type Rig, until } from './rig/gateway-rig.ts'

/*
 * A supplier that reports nothing: the client is told what was counted and will be charged, and that it was
 * counted, in every dialect and in its own too.
 */

const messages: readonly Message[] = [
  { role: 'user', name: null, parts: [{ kind: 'text', text: 'Say something.' }] },
]

describe.each(dialectNames)('over an upstream that speaks %s', (upstream: DialectName) => {
  let rig: Rig
  let lastSent: ReturnType<typeof spyOn>
  beforeAll(async () => {
    const plugin = { dialects: [upstream], sandbox: { fault: 'no-usage' } }
    rig = await gatewayRig({ channels: [channel({ plugin })] })
    lastSent = spyOn(rig)
  })
  afterAll(() => rig.close())

  const charged = async (requestId: string): Promise<unknown> => {
    const endOf = () => rig.ledger.ends().find(({ hold }) => hold === requestId)
    await until(() => endOf() !== undefined)
    const row = endOf()?.usage
    expect(row).toMatchObject({ outcome: 'complete-counted', usage_source: 'counted' })
    return [Number(row?.['input_tokens']), Number(row?.['output_tokens'])]
  }

  describe.each(partnersOf(dialectNames, upstream))('a client of %s', (client) => {
    it.each([false, true])('is told what is charged (streamed: %s)', async (stream) => {
      const request = requestOf({ stream, messages }, client)
      const { requestId, seen } = await askCell(rig, request, lastSent)
      const figures = await charged(requestId)
      const told = seen.events.findLast((event) => event.kind === 'usage')
      const usage = told?.usage
      expect(usage && [inputTokensOf(usage), outputTokensOf(usage)]).toEqual(figures)
    })

    it('and that it was counted', async () => {
      for (const stream of [false, true]) {
        const { bytes } = await askBytes(rig, requestOf({ stream, messages }, client))
        expect(new TextDecoder().decode(bytes)).toMatch(/"usage_?[sS]ource":\s?"counted"/)
      }
    })
  })
})

it('stands before the end of a stream of OpenAI’s own, whatever was left out there', async () => {
  const rig = await gatewayRig({
    channels: [channel({ plugin: { sandbox: { fault: 'no-usage' } } })],
  })
  const { bytes } = await askBytes(rig, requestOf({ stream: true, messages }, 'openai-chat'))
  const frames = new TextDecoder().decode(bytes).trim().split('\n\n')
  expect(frames.at(-1)).toBe('data: [DONE]')
  const chunk = JSON.parse(frames.at(-2)?.slice(6) ?? '')
  const first = JSON.parse(frames[0]?.slice(6) ?? '')
  expect(chunk).toMatchObject({
    id: first.id,
    model: first.model,
    created: first.created,
    choices: [],
    usage: { usage_source: 'counted' },
  })
  const quiet = requestOf({ stream: true, messages, usageAsked: false }, 'openai-chat')
  const unasked = await askBytes(rig, quiet)
  expect(new TextDecoder().decode(unasked.bytes)).not.toContain('"usage"')
  await rig.close()
})
