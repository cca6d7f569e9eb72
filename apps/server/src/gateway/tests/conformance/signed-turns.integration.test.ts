import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { ownSignature, writeSignature } from '@posthouse/llm/canonical/reasoning/signature'
import { joinedCalls } from '@posthouse/llm/canonical/calls/joined-calls'
import type { Message, Part } from '@posthouse/llm/canonical/request'
import { partnersOf } from '@posthouse/testkit/long-run'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channel, gatewayRig, type Rig } from '../rig/gateway-rig.ts'
import { askCell, requestOf, spyOn } from './ask-cell.ts'

/*
 * The turn after a tool call, over upstreams that refuse it without what they signed before: as a
 * client that gives back all that it got, and as one that leaves out what the model reasoned.
 */

/** The sandbox answers the same to the same: each conversation has words, and so calls, of its own. */
const asksForTools = (asker: string): Message => ({
  role: 'user',
  name: null,
  parts: [{ kind: 'text', text: `use both tools for ${asker}` }],
})
const tools = [
  {
    name: 'weather',
    description: null,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    strict: null,
  },
]
const thinks = { reasoning: { effort: 'high', budget: null, shown: true } }

/** What a supplier signed as the client holds it: text of which it knows nothing. */
const heldBy = (client: DialectName, signature: string): string =>
  ownSignature(signature, client) === null
    ? `${client}:${writeSignature(signature, client)}`
    : signature

function reasoningIn(events: readonly ModelEvent[], client: DialectName): Part[] {
  const parts: Part[] = []
  let text = ''
  for (const event of events) {
    if (event.kind !== 'reasoning') continue
    text += event.text
    if (event.signature === null) continue
    parts.push({ ...event, text, signature: heldBy(client, event.signature) })
    text = ''
  }
  return parts
}

/** The turn as a client keeps it. */
function turnOf(events: readonly ModelEvent[], client: DialectName, isForgetful: boolean): Message {
  const calls = joinedCalls(events).map((call): Part => {
    const first = events.find((event) => event.kind === 'tool-call' && event.id === call.id)
    const made = first?.kind === 'tool-call' ? first.signature : undefined
    const isKept = !isForgetful && made !== undefined
    return { kind: 'tool-call', ...call, ...(isKept && { signature: heldBy(client, made) }) }
  })
  const parts = [...(isForgetful ? [] : reasoningIn(events, client)), ...calls]
  return { role: 'assistant', name: null, parts }
}

const resultsOf = ({ parts }: Message): Message[] =>
  parts.flatMap((part) =>
    part.kind === 'tool-call'
      ? [
          {
            role: 'tool' as const,
            name: null,
            parts: [
              {
                kind: 'tool-result' as const,
                id: part.id,
                parts: [{ kind: 'text', text: 'rain' }],
              },
            ],
          },
        ]
      : [],
  )

const signing = dialectNames.filter((name) => name !== 'openai-chat')

describe.each(signing)('over an upstream that signs in %s', (upstream: DialectName) => {
  let rig: Rig
  let lastSent: ReturnType<typeof spyOn>
  beforeAll(async () => {
    const sandbox = { signed: 1, reasoning: 6 }
    rig = await gatewayRig({
      channels: [channel({ plugin: { dialects: [upstream], sandbox } })],
    })
    lastSent = spyOn(rig)
  })
  afterAll(() => rig.close())

  describe.each(partnersOf(dialectNames, upstream))('a client of %s', (client) => {
    describe.each([false, true])('streamed: %s', (stream) => {
      // In the supplier's own dialect, what a client leaves out is its own affair.
      it.each(client === upstream ? [false] : [false, true])(
        'goes on (without what it was told: %s)',
        async (isForgetful) => {
          const ask = (messages: readonly Message[]) =>
            askCell(rig, requestOf({ messages, tools, stream, ...thinks }, client), lastSent)
          const asks = asksForTools(`${client}, ${stream}, ${isForgetful}`)
          const called = await ask([asks])
          const turn = turnOf(called.seen.events, client, isForgetful)
          expect(turn.parts.filter(({ kind }) => kind === 'tool-call')).toHaveLength(2)
          const told = await ask([asks, turn, ...resultsOf(turn)])
          expect(told.status).toBe(200)
          expect(told.seen.text).not.toBe('')
        },
      )
    })
  })
})
