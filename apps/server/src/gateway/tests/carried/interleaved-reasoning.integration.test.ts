import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { joinedCalls } from '@posthouse/llm/canonical/calls/joined-calls'
import type { Message } from '@posthouse/llm/canonical/request'
import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { askCell, requestOf } from '../conformance/ask-cell.ts'
import { channel, listening, type Rig } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'

/*
 * Kimi numbers its calls anew in every answer (`functions.read:0`), and so do local servers. Several end users of one
 * token get their own reasoning back all the same.
 */

const stand = rigs()

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Turn = {
  readonly role: string
  readonly content?: unknown
  readonly reasoning_content?: string
}
type Body = { readonly messages: readonly Turn[]; readonly stream?: boolean }

const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
const call = {
  index: 0,
  id: 'functions.read:0',
  type: 'function',
  function: { name: 'read', arguments: '{"path": "notes", "from": 0}' },
}

const countOf = ({ messages }: Body, role: string): number =>
  messages.filter((message) => message.role === role).length

const nameIn = ({ messages }: Body): string =>
  /ALICE|BOB/.exec(JSON.stringify(messages.find(({ role }) => role === 'user')))?.[0] ?? ''

/** Thinks of the user and the number of results, and calls the same tool under the same id. */
async function start(type: number): Promise<{ readonly rig: Rig; readonly asked: Body[] }> {
  const asked: Body[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text) as Body
      asked.push(body)
      const said = {
        role: 'assistant',
        reasoning_content: `thinking about ${nameIn(body)} ${countOf(body, 'tool')}`,
        tool_calls: [call],
      }
      const whole = (name: string) => [{ index: 0, [name]: said, finish_reason: 'tool_calls' }]
      if (body.stream === true) {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const chunk = { id: 'x', choices: whole('delta'), usage }
        return response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'x', choices: whole('message'), usage }))
    })
  })
  const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
  const rig = await stand({ channels: [channel({ type, baseUrl })] })
  return { rig, asked }
}

const tools = [{ name: 'read', description: null, parameters: { type: 'object' }, strict: null }]

/** A client that leaves out the reasoning that it got. */
function conversation(rig: Rig, client: DialectName, stream: boolean) {
  const messages: Message[] = []
  let turns = 0
  return {
    async say(name: string): Promise<void> {
      messages.push({ role: 'user', name: null, parts: [{ kind: 'text', text: `I am ${name}.` }] })
      await this.ask()
    },
    async ask(): Promise<void> {
      turns += 1
      // The clock of an agent's system text.
      const system: Message = {
        role: 'system',
        name: null,
        parts: [{ kind: 'text', text: `Turn ${turns}.` }],
      }
      const asked = requestOf({ messages: [system, ...messages], tools, stream }, client)
      const { seen, status } = await askCell(rig, asked, () => null)
      expect(status).toBe(200)
      const calls = joinedCalls(seen.events)
      expect(calls).toHaveLength(1)
      for (const { id, name, arguments: given } of calls) {
        const again = JSON.stringify(JSON.parse(given))
        messages.push(
          {
            role: 'assistant',
            name: null,
            parts: [{ kind: 'tool-call', id, name, arguments: again }],
          },
          {
            role: 'tool',
            name: null,
            parts: [{ kind: 'tool-result', id, parts: [{ kind: 'text', text: 'nothing' }] }],
          },
        )
      }
    },
  }
}

const reasoningIn = (body: Body | undefined): (string | undefined)[] =>
  (body?.messages ?? [])
    .filter(({ role }) => role === 'assistant')
    .map(({ reasoning_content: text }) => text)

/** DeepSeek is asked in the Messages dialect by clients of it. */
const cases = [28, 29].flatMap((type) =>
  dialectNames
    .filter((client) => type === 29 || client !== 'anthropic-messages')
    .map((client) => [type, client] as const),
)

describe.each(cases)('over a channel of type %i, a client of %s', (type, client) => {
  it.each([false, true])(
    'gets the reasoning of its own conversation (streamed: %s)',
    async (stream) => {
      const { rig, asked } = await start(type)
      const alice = conversation(rig, client, stream)
      const bob = conversation(rig, client, stream)
      await alice.say('ALICE')
      await bob.say('BOB')
      await alice.ask()
      await bob.ask()
      await alice.ask()
      expect(asked.slice(2).map(reasoningIn)).toEqual([
        ['thinking about ALICE 0'],
        ['thinking about BOB 0'],
        ['thinking about ALICE 0', 'thinking about ALICE 1'],
      ])
    },
  )
})
