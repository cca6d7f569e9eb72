import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { joinedCalls } from '@posthouse/llm/canonical/calls/joined-calls'
import type { Message } from '@posthouse/llm/canonical/request'
import type { Usage } from '@posthouse/llm/canonical/usage'
import { partnersOf, rounds } from '@posthouse/testkit/long-run'
import { array, asyncProperty, assert as check, constantFrom, integer, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, gatewayRig, onePerToken, type Rig, until } from '../rig/gateway-rig.ts'
import { askBytes, askCell, requestOf, spyOn } from './ask-cell.ts'
import { type Recorded, recordedAnswers } from './cassettes.ts'
import { usageOfRow } from '../rig/usage-of-row.ts'
import { recordedUpstream } from './recorded-upstream.ts'

/*
 * What the vendors document, played by a supplier on a real port. Every client hears the same of it; one
 * of the same dialect gets it byte for byte; and what is charged is what was reported, bucket by bucket.
 */

/** Generic channels of each dialect. */
const types: Readonly<Record<DialectName, number>> = {
  'openai-chat': 8,
  'openai-responses': 8,
  'anthropic-messages': 901,
  gemini: 902,
}

const model = 'recorded'
const messages: readonly Message[] = [
  { role: 'user', name: null, parts: [{ kind: 'text', text: 'Go on.' }] },
]
const reads = array(integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 8 })

describe.each(dialectNames)('recorded of %s', (upstream) => {
  let rig: Rig
  let player: Awaited<ReturnType<typeof recordedUpstream>>
  let lastSent: ReturnType<typeof spyOn>
  beforeAll(async () => {
    player = await recordedUpstream()
    const own = { type: types[upstream], baseUrl: player.url, models: [model] }
    rig = await gatewayRig({
      channels: [channel({ ...own, plugin: { dialects: [upstream] } })],
      prices: [{ ...onePerToken, model }],
      // Some of what was recorded was searched for: the question alone does not stand for it.
      facts: [{ models: [model], fetches: true }],
      balance: 10n ** 12n,
    })
    lastSent = spyOn(rig)
  })
  afterAll(async () => {
    await rig.close()
    await player.close()
  })

  const usageCharged = async (requestId: string): Promise<unknown> => {
    const endOf = () => rig.ledger.ends().find(({ hold }) => hold === requestId)
    await until(() => endOf() !== undefined)
    return usageOfRow(endOf()?.usage)
  }

  describe.each(recordedAnswers(upstream))('$name', (recorded) => {
    const stream = recorded.frames !== undefined
    const contentType = stream ? 'text/event-stream' : 'application/json'
    const text = recorded.frames?.join('') ?? JSON.stringify(recorded.body)

    it.each(partnersOf(dialectNames, upstream))(
      'means the same to a client of %s',
      async (client) => {
        player.play({ contentType, text, sizes: [7, 400, 33] })
        const request = requestOf({ messages, stream, model, outputLimit: 100_000 }, client)
        const heard = await askCell(rig, request, lastSent)
        expect(essenceOf(heard.seen.events)).toEqual(essenceOf(recorded.events))
        const reported = recorded.events.findLast((event) => event.kind === 'usage')
        if (heard.status !== 200 || !isWhole(recorded) || reported === undefined) return
        expect(await usageCharged(heard.requestId)).toEqual(withoutZeros(reported.usage))
      },
    )

    // Where its supplier reports nothing, a client is told what we counted, unless it asks for no report.
    const isReported = recorded.events.some(({ kind }) => kind === 'usage')
    const isAsItCame = isReported || (upstream === 'openai-chat' && stream)
    it.runIf(isWhole(recorded) && isAsItCame)(
      'goes byte for byte to a client of its dialect',
      async () => {
        const asked = { messages, stream, model, usageAsked: isReported, outputLimit: 100_000 }
        const request = requestOf(asked, upstream)
        await check(
          asyncProperty(reads, record({ line: lines, extra: extras }), async (sizes, dress) => {
            const dressed = stream ? dressedUp(recorded, dress) : text
            player.play({ contentType, text: dressed, sizes })
            const { bytes } = await askBytes(rig, request)
            expect(new TextDecoder().decode(bytes)).toBe(dressed)
          }),
          { numRuns: stream ? rounds(4, 16) : 2 },
        )
      },
    )
  })
})

const isWhole = ({ events }: Recorded): boolean => events.at(-1)?.kind === 'end'

const lines = constantFrom('\n', '\r\n')
/** What a stream may hold that nobody has a word for. */
const extras = constantFrom(
  '',
  ': a comment, 驿站\n\n',
  'event: posthouse.unknown\ndata: {"type":"posthouse.unknown","驿":[1,{"b":null}]}\n\n',
  'id: 7\nretry: 300\ndata: {"type":"unheard_of","choices":[],"candidates":[]}\n\n',
)

/** The same stream with other ends of lines, and with something unknown before its last frame. */
function dressedUp(
  { frames = [] }: Recorded,
  { line, extra }: { readonly line: string; readonly extra: string },
): string {
  const plain = [...frames.slice(0, -1), extra, ...frames.slice(-1)].join('')
  return plain.replaceAll('\r\n', '\n').replaceAll('\n', line)
}

const withoutZeros = (usage: Usage): object =>
  Object.fromEntries(Object.entries(usage).filter(([, tokens]) => tokens > 0))

/** What every dialect has a word for. A refusal may have been said as text. */
function essenceOf(events: readonly ModelEvent[]): object {
  const textOf = (...kinds: readonly string[]): string =>
    events
      .flatMap((event) => ('text' in event && kinds.includes(event.kind) ? [event.text] : []))
      .join('')
  return {
    said: textOf('text', 'refusal'),
    thought: textOf('reasoning'),
    calls: joinedCalls(events).map((call) => [call.name, JSON.parse(call.arguments)]),
    reason: events.find((event) => event.kind === 'answer-end')?.reason ?? null,
    end: events.at(-1)?.kind,
  }
}
