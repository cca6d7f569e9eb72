import { type Fields, fieldsOf, listOf, textOf } from '../parts/fields.ts'
import type { WriteState } from '../protocols/openai-chat/encode-stream.ts'
import { openAiChat } from '../protocols/openai-chat/protocol.ts'
import { type ChatPlan, planChat } from './chat.ts'
import { randomFrom, seedOf, tokensOf, wordsFrom } from './content.ts'
import { withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { bytesOf, errorScript, jsonScript, type SandboxRequest, type Script } from './script.ts'

export const sandboxModels = [
  'sandbox/chat',
  'sandbox/chat-mini',
  'sandbox/reasoner',
  'sandbox/embedding',
] as const

/**
 * The built-in upstream: what it would answer to a request, as a script. A pure function: the same
 * bytes give the same answer and the same usage. It makes up what it says, so it serves names that
 * begin with `sandbox/` only.
 */
export function sandbox(request: SandboxRequest): Script {
  const path = request.path.replace(/^\/v1/, '')
  if (request.method === 'GET' && path === '/models') return models()
  const body = bodyOf(request.body)
  if (body === null) return errorScript(400, 'The body is not a JSON object', 'invalid_json')
  const model = textOf(body['model']) ?? ''
  if (!request.anyModel && !model.startsWith('sandbox/')) {
    return errorScript(404, `The sandbox serves sandbox/* only, not ${model}`, 'model_not_found')
  }
  switch (path) {
    case '/chat/completions':
      return chat(body, request)
    case '/completions':
      return completion(body, request)
    case '/embeddings':
      return embeddings(body, request)
    default:
      return errorScript(404, `The sandbox has no ${request.path}`, 'not_found')
  }
}

function bodyOf(bytes: Uint8Array): Fields | null {
  try {
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}

const models = (): Script =>
  jsonScript(200, {
    object: 'list',
    data: sandboxModels.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sandbox' })),
  })

function chat(body: Fields, request: SandboxRequest): Script {
  const plan = planChat(body, request)
  if (typeof plan === 'string') return errorScript(400, plan, 'invalid_request_error')
  if (!plan.request.stream) {
    return withFault(
      jsonScript(200, openAiChat.asServer.answer(plan.events, plan.request)),
      plan.orders,
    )
  }
  return withFault(streamOf(plan), plan.orders)
}

function streamOf({ request, events, orders }: ChatPlan): Script {
  const delayMs = orders.speed === 0 ? 0 : 1_000 / orders.speed
  // The role has a chunk of its own, as at OpenAI: the chunks after it carry none.
  const opened = Array.from({ length: request.answers }, (_, index) => index)
  let state: WriteState = { ...openAiChat.asServer.open(request), opened }
  const opening = events.find((event) => event.kind === 'start')
  const role = bytesOf(
    `data: ${JSON.stringify({
      id: opening?.id,
      object: 'chat.completion.chunk',
      created: opening?.created,
      model: request.model,
      choices: opened.map((index) => ({
        index,
        delta: { role: 'assistant', content: '' },
        finish_reason: null,
      })),
    })}\n\n`,
  )
  const pieces = events.flatMap((event) => {
    const [next, frame] = openAiChat.asServer.frames(state, event)
    state = next
    return frame === '' ? [] : [{ delayMs, bytes: bytesOf(frame) }]
  })
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    headDelayMs: 0,
    pieces: [{ delayMs: 0, bytes: role }, ...pieces],
    end: 'complete',
  }
}

function completion(body: Fields, request: SandboxRequest): Script {
  const prompt = body['prompt']
  const prompts = typeof prompt === 'string' ? [prompt] : listOf(prompt).map(String)
  const text = prompts.join('\n')
  const orders = ordersOf(text, request.settings)
  const limit = typeof body['max_tokens'] === 'number' ? body['max_tokens'] : 16
  const words = orders.fault === 'empty' ? [] : wordsFrom(randomFrom(seedOf(text)), limit)
  const head = {
    id: `cmpl-sandbox-${seedOf(text).toString(36)}`,
    object: 'text_completion',
    created: 1_700_000_000,
    model: body['model'],
  }
  const usage = {
    prompt_tokens: tokensOf(text),
    completion_tokens: words.length,
    total_tokens: tokensOf(text) + words.length,
  }
  const choice = (content: string, reason: string | null): Fields => ({
    index: 0,
    text: content,
    logprobs: null,
    finish_reason: reason,
  })
  if (body['stream'] !== true) {
    const answer = { ...head, choices: [choice(words.join(''), 'length')], usage }
    return withFault(jsonScript(200, answer), orders)
  }
  const usageAsked = fieldsOf(body['stream_options'])?.['include_usage'] === true
  const chunks = [
    ...words.map((word) => ({ ...head, choices: [choice(word, null)] })),
    { ...head, choices: [choice('', 'length')] },
    ...(usageAsked ? [{ ...head, choices: [], usage }] : []),
  ].map((chunk) => JSON.stringify(chunk))
  return withFault(
    {
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
      headDelayMs: 0,
      pieces: [...chunks, '[DONE]'].map((data) => ({
        delayMs: orders.speed === 0 ? 0 : 1_000 / orders.speed,
        bytes: bytesOf(`data: ${data}\n\n`),
      })),
      end: 'complete',
    },
    orders,
  )
}

const dimensions = 8

function embeddings(body: Fields, request: SandboxRequest): Script {
  const { input } = body
  const inputs = typeof input === 'string' ? [input] : listOf(input).map(String)
  const orders = ordersOf(inputs.at(-1) ?? '', request.settings)
  const total = inputs.reduce((sum, text) => sum + tokensOf(text), 0)
  return withFault(
    jsonScript(200, {
      object: 'list',
      model: body['model'],
      data: inputs.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: vectorOf(text),
      })),
      usage: { prompt_tokens: total, total_tokens: total },
    }),
    orders,
  )
}

/** A unit vector that depends on the text alone. */
function vectorOf(text: string): number[] {
  const random = randomFrom(seedOf(text))
  const raw = Array.from({ length: dimensions }, () => random() * 2 - 1)
  const length = Math.hypot(...raw)
  return raw.map((value) => Number((value / length).toFixed(6)))
}
