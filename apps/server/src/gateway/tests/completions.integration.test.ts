import { dialectNames } from '@posthouse/llm/canonical/dialect'
import { describe, expect, it } from 'vitest'
import { spyOn } from './conformance/ask-cell.ts'
import { ask, channel, errorOf, type Rig, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'

const start = rigs()
const speaking = (dialect: string, more: object = {}) =>
  channel({ plugin: { dialects: [dialect] }, ...more })
const complete = (rig: Rig, more: object = {}, stream = false): Promise<Response> =>
  ask(rig, {
    path: '/v1/completions',
    stream,
    more: { messages: undefined, prompt: 'Once', ...more },
  })

describe.each(dialectNames.filter((name) => name !== 'openai-chat'))('before %s', (spoken) => {
  it('a prompt is a chat, and its answer a completion', async () => {
    const rig = await start({ channels: [speaking(spoken)] })
    const response = await complete(rig, { echo: true })
    expect(response.headers.get('x-posthouse-dropped')).toBe('echo')
    const whole = JSON.parse(await response.text())
    expect(whole).toMatchObject({
      object: 'text_completion',
      model: 'sandbox/chat',
      choices: [{ index: 0, finish_reason: 'stop' }],
    })
    const asked = { stream_options: { include_usage: true } }
    const text = await (await complete(rig, asked, true)).text()
    const data = text.split('\n\n').filter((frame) => frame !== '')
    const chunks = data.slice(0, -1).map((frame) => JSON.parse(frame.slice(6)))
    expect(data.at(-1)).toBe('data: [DONE]')
    const texts = chunks.flatMap(({ choices }) =>
      choices.map((choice: { text: string }) => choice.text),
    )
    expect(texts.join('')).toBe(whole.choices[0].text)
    const { usage } = chunks.at(-1)
    expect(usage).toEqual(whole.usage)
    await until(() => rig.ledger.ends().length === 2)
    for (const end of rig.ledger.ends()) {
      expect(end).toMatchObject({
        amount: BigInt(usage.total_tokens),
        usage: { dialect: 'openai-completions', usage_source: 'reported' },
      })
    }
  })

  it('many prompts are refused', async () => {
    const rig = await start({ channels: [speaking(spoken)] })
    const refused = await complete(rig, { prompt: ['a', 'b'] })
    expect(refused.status).toBe(400)
    expect(await errorOf(refused)).toMatchObject({ type: 'invalid_request_error', param: 'prompt' })
  })
})

it('a failure in mid-stream is in OpenAI’s shape', async () => {
  const rig = await start({ channels: [speaking('anthropic-messages')] })
  const prompt = '[[sandbox: words=90 fault=cut after=1500]]'
  const text = await (await complete(rig, { prompt }, true)).text()
  expect(text).toMatch(/"object":"text_completion".*data: \{"error":\{"message":[^\n]*\n\n$/s)
})

it('who has the operation comes first, and byte for byte', async () => {
  const chats = speaking('anthropic-messages', { priority: 10 })
  const completes = channel({ priority: 0 })
  const rig = await start({ channels: [chats, completes] })
  const sent = spyOn(rig)
  await (await complete(rig, { unknown: [1] })).text()
  expect(sent()?.url.pathname).toBe('/v1/completions')
  expect(JSON.parse(Buffer.from(sent()?.body ?? []).toString())).toHaveProperty('unknown', [1])
  await (await complete(rig, { prompt: '[[sandbox: fault=500]]' })).text()
  expect(sent()?.url.pathname).toBe('/v1/messages')
})
