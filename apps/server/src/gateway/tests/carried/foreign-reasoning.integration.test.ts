import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { writeSignature } from '@posthouse/llm/canonical/reasoning/signature'
import { afterEach, expect, it } from 'vitest'
import { spyOn } from '../conformance/ask-cell.ts'
import { channel, gatewayRig, type Rig, testKey } from '../rig/gateway-rig.ts'

let rig: Rig | null = null
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
})

/** What leaves when a client of a dialect asks a supplier of the same one. */
async function sentFor(dialect: DialectName, path: string, body: string) {
  const own = (rig = await gatewayRig({ channels: [channel({ plugin: { dialects: [dialect] } })] }))
  const sent = spyOn(own)
  const response = await own.fetch(path, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body,
  })
  expect(response.status).toBe(200)
  return {
    body: Buffer.from(sent()?.body ?? []).toString(),
    dropped: response.headers.get('x-posthouse-dropped'),
  }
}

const foreign = writeSignature('gemini:CiQB', 'anthropic-messages')

it('Anthropic’s server tools and unknown fields stay when foreign reasoning goes', async () => {
  const server =
    '{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{"n": 1.0}},' +
    '{"type":"web_search_tool_result","tool_use_id":"srv_1","content":[{"type":"web_search_result","encrypted_content":"E"}]},' +
    '{"type":"of tomorrow","x":[1.50]}'
  const reasoned = `{"type":"thinking","thinking":"hm","signature":"${foreign}"},`
  const own = '{"type":"thinking","thinking":"my own","signature":"EqQB"}'
  const body = (before: string): string =>
    `{"model":"sandbox/chat", "max_tokens":20,"tools":[{"type":"web_search_20260209","name":"web_search"}],"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[${before}${server}]},{"role":"user","content":"b"},{"role":"assistant","content":[${own},{"type":"text","text":"c"}]},{"role":"user","content":"d posthouse."}],"unknown":{"x": 1.0}}`
  const sent = await sentFor('anthropic-messages', '/v1/messages', body(reasoned))
  expect(sent).toEqual({ body: body(''), dropped: 'signature' })
})

it('Responses’ own items stay when foreign reasoning goes', async () => {
  const marked = writeSignature('anthropic-messages:EqQB', 'openai-responses')
  const reasoned = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"${marked}"},`
  const body = (before: string): string =>
    `{"model":"sandbox/chat","store": false,"input":[{"role":"user","content":"a"},${before}{"type":"web_search_call","id":"ws_1","status":"completed","action":{"n": 1.0}},{"role":"user","content":"b"}],"unknown":1.0}`
  const sent = await sentFor('openai-responses', '/v1/responses', body(reasoned))
  expect(sent).toEqual({ body: body(''), dropped: 'encrypted_content' })
})

it('Gemini’s code stays when a foreign signature goes', async () => {
  const marked = Buffer.from(foreign.replace('gemini', 'anthropic-messages')).toString('base64')
  const body = (signature: string, ofCall: string): string =>
    `{"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"model","parts":[{"executableCode":{"language":"PYTHON","code":"1.0"}},{"text":"c"${signature}},{"functionCall":{"name":"f","args":{"n": 1.0}},"thoughtSignature":"${ofCall}"}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}],"unknown": 1.0}`
  const sent = await sentFor(
    'gemini',
    '/v1beta/models/sandbox%2Fchat:generateContent',
    body(`,"thoughtSignature":"${marked}"`, marked),
  )
  expect(sent).toEqual({
    body: body('', 'skip_thought_signature_validator'),
    dropped: 'thoughtSignature',
  })
})

it('a text that has the mark is a text', async () => {
  const body = `{"model":"sandbox/chat","max_tokens":9,"messages":[{"role":"user","content":"posthouse.gemini:x"}],"x":1.0}`
  expect(await sentFor('anthropic-messages', '/v1/messages', body)).toEqual({ body, dropped: null })
})
