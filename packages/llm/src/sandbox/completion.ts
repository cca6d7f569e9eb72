import { dialects } from '../dialects.ts'
import { type Fields, fieldsOf, listOf } from '../bytes/fields.ts'
import { delaysOf } from './answer.ts'
import { randomFrom, seedOf, tokensOf, wordsFrom } from './content.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'

const dialect = dialects['openai-chat']

/** The older completions: a prompt instead of messages. */
export function completion(body: Fields, request: SandboxRequest): Script {
  const { prompt } = body
  const prompts = typeof prompt === 'string' ? [prompt] : listOf(prompt).map(String)
  const text = prompts.join('\n')
  const orders = ordersOf(text, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const limit = typeof body['max_tokens'] === 'number' ? body['max_tokens'] : 16
  const words = orders.fault === 'empty' ? [] : wordsFrom(randomFrom(seedOf(text)), limit)
  const head = {
    id: `cmpl-sandbox-${seedOf(text).toString(36)}`,
    object: 'text_completion',
    created: 1_700_000_000,
    model: body['model'],
  }
  const used = {
    prompt_tokens: tokensOf(text),
    completion_tokens: words.length,
    total_tokens: tokensOf(text) + words.length,
  }
  const usage = orders.fault === 'no-usage' ? {} : { usage: used }
  if (body['stream'] !== true) {
    const answer = { ...head, choices: [choice(words.join(''), 'length')], ...usage }
    return withFault(jsonScript(200, answer), orders, dialect)
  }
  const usageAsked = fieldsOf(body['stream_options'])?.['include_usage'] === true
  const chunks = [
    ...words.map((word) => ({ ...head, choices: [choice(word, null)] })),
    { ...head, choices: [choice('', 'length')] },
    ...(usageAsked ? [{ ...head, choices: [], ...usage }] : []),
  ].map((chunk) => JSON.stringify(chunk))
  const delay = delaysOf(orders)
  const script: Script = {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    headDelayMs: 0,
    pieces: [...chunks, '[DONE]'].map((data) => ({
      delayMs: delay(),
      bytes: bytesOf(`data: ${data}\n\n`),
    })),
    end: 'complete',
  }
  return withFault(script, orders, dialect)
}

const choice = (text: string, reason: string | null): Fields => ({
  index: 0,
  text,
  logprobs: null,
  finish_reason: reason,
})
