import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { ask, channel, listening, type Rig } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'

/*
 * DeepSeek refuses the turn after a tool call when the reasoning part before it does not come back, and clients
 * of OpenAI's dialect leave it out: https://api-docs.deepseek.com/guides/thinking_mode#tool-calls
 */

const stand = rigs()

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

type Turn = { readonly role: string; readonly reasoning_content?: string }

const call = { id: 'call_7', type: 'function', function: { name: 'f', arguments: '{}' } }
const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }

/** Thinks, calls a tool, and remembers what it was asked. */
async function start(): Promise<{ readonly rig: Rig; readonly asked: { messages: Turn[] }[] }> {
  const asked: { messages: Turn[]; stream?: boolean }[] = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const body = JSON.parse(text)
      asked.push(body)
      if (body.stream !== true) {
        const message = { role: 'assistant', content: '', reasoning_content: 'Hm, rain.' }
        const choice = { index: 0, message: { ...message, tool_calls: [call] } }
        response.writeHead(200, { 'content-type': 'application/json' })
        const choices = [{ ...choice, finish_reason: 'tool_calls' }]
        return response.end(JSON.stringify({ id: 'x', choices, usage }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const deltas = [
        { reasoning_content: 'Hm, ' },
        { reasoning_content: 'rain.' },
        { tool_calls: [{ index: 0, ...call }] },
      ]
      for (const delta of deltas) {
        const choices = [{ index: 0, delta, finish_reason: null }]
        response.write(`data: ${JSON.stringify({ id: 'x', choices })}\n\n`)
      }
      const choices = [{ index: 0, delta: {}, finish_reason: 'tool_calls' }]
      response.write(`data: ${JSON.stringify({ id: 'x', choices, usage })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
  const rig = await stand({ channels: [channel({ type: 28, baseUrl })] })
  return { rig, asked }
}

const user = { role: 'user', content: 'What is the weather?' }
const result = { role: 'tool', tool_call_id: call.id, content: 'rain' }
const goOn = (id = call.id) => ({
  messages: [user, { role: 'assistant', content: null, tool_calls: [{ ...call, id }] }, result],
})

describe('what was thought before a tool call', () => {
  it.each([false, true])('comes back by itself (streamed: %s)', async (stream) => {
    const { rig: own, asked } = await start()
    await (await ask(own, { stream, more: { messages: [user] } })).text()
    await (await ask(own, { more: goOn() })).text()
    expect(asked[1]?.messages[1]).toMatchObject({ reasoning_content: 'Hm, rain.' })
  })

  it('is nothing when nobody remembers it', async () => {
    const { rig: own, asked } = await start()
    await (await ask(own, { more: goOn('call_of_somebody') })).text()
    expect(asked[0]?.messages[1]).toMatchObject({ reasoning_content: '' })
  })

  it('stays as the client says it', async () => {
    const { rig: own, asked } = await start()
    const messages = goOn().messages.map((message) =>
      message.role === 'assistant' ? { ...message, reasoning_content: 'mine' } : message,
    )
    await (await ask(own, { more: { messages } })).text()
    expect(asked[0]?.messages).toEqual(messages)
  })

  it('is not asked for where the model does not think', async () => {
    const { rig: own, asked } = await start()
    await (await ask(own, { more: { ...goOn(), thinking: { type: 'disabled' } } })).text()
    expect(asked[0]?.messages[1]).not.toHaveProperty('reasoning_content')
  })
})
