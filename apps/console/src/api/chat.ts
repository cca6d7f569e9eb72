import {
  CallError,
  deadlineOf,
  foreignAnswer,
  noAnswer,
  type NoRefusal,
} from '@posthouse/contract/client'
import { z } from 'zod'
import { contractLanguage } from '../i18n/index.ts'
import { eventReader } from '../lib/chat/event-stream.ts'
import type { ChatRequest } from '../lib/chat/request-of.ts'
import { useSession } from '../stores/session.ts'
import { transport } from './client.ts'

type ChatDelta = { readonly content: string; readonly reasoning: string }

/** Called as the answer comes: first with the request's id, then with every piece. */
export type ChatListener = {
  readonly onStart: (requestId: string) => void
  readonly onDelta: (delta: ChatDelta) => void
}

const Chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            reasoning_content: z.string().nullish(),
            reasoning: z.string().nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
  error: z.object({ message: z.string() }).nullish(),
})

const Failure = z.object({ error: z.object({ message: z.string() }) })

/** A model may think for long before its first word; a station says in between that it is there. */
const silentForMs = 120_000

/** Streams a chat completion with the session of this page. Every failure is a `CallError`. */
export async function streamChat(
  request: ChatRequest,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<void> {
  const deadline = deadlineOf(silentForMs, signal)
  try {
    const response = deadline.watched(await begin(request, deadline.signal))
    const requestId = response.headers.get('x-request-id') ?? ''
    listener.onStart(requestId)
    if (!response.ok) throw await failureOf(response, requestId)
    if (response.body === null || !isEventStream(response)) throw foreignAnswer(response, null)
    await readStream(response.body, listener, requestId)
  } catch (cause) {
    throw cause instanceof CallError || signal.aborted
      ? cause
      : noAnswer(cause, deadline.isOver() && 'timeout')
  } finally {
    deadline.clear()
  }
}

const begin = (request: ChatRequest, signal: AbortSignal): Promise<Response> =>
  transport('/v1/chat/completions', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': contractLanguage() === 'zh' ? 'zh-CN' : 'en-US',
      'x-posthouse-origin': 'console',
    },
    body: JSON.stringify({ ...request, stream: true }),
    signal,
  })

const isEventStream = (response: Response): boolean =>
  response.headers.get('content-type')?.startsWith('text/event-stream') === true

async function failureOf(response: Response, requestId: string): Promise<CallError> {
  const { status } = response
  if (status === 401) useSession.getState().expire()
  const said = valueOf(await response.text())
  const parsed = Failure.safeParse(said)
  if (!parsed.success) return foreignAnswer(response, said)
  return new CallError(parsed.data.error.message, { status, code: '', requestId })
}

async function readStream(
  body: ReadableStream<Uint8Array>,
  listener: ChatListener,
  requestId: string,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let heard = 0
  const events = eventReader((data) => {
    heard += 1
    hear(data, listener, requestId)
  })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      events.take(decoder.decode(value, { stream: true }))
    }
    events.end()
    if (heard === 0) throw notUnderstood('no event', requestId)
  } finally {
    // After a fault nobody reads on; what is still on its way would be paid for all the same.
    void reader.cancel().catch(() => undefined)
  }
}

function hear(data: string, listener: ChatListener, requestId: string): void {
  if (data === '[DONE]') return
  const chunk = chunkOf(data, requestId)
  if (chunk.error != null) {
    throw new CallError(chunk.error.message, { status: 200, code: '', requestId })
  }
  const delta = chunk.choices[0]?.delta
  const content = delta?.content ?? ''
  const reasoning = delta?.reasoning_content ?? delta?.reasoning ?? ''
  if (content !== '' || reasoning !== '') listener.onDelta({ content, reasoning })
}

function chunkOf(data: string, requestId: string): z.output<typeof Chunk> {
  const parsed = Chunk.safeParse(valueOf(data))
  if (parsed.success) return parsed.data
  throw notUnderstood(parsed.error.message, requestId)
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const notUnderstood = (why: string, requestId: string): CallError =>
  new CallError(why, { status: 200, code: 'shape' satisfies NoRefusal, requestId })
