import { z } from 'zod'
import { contractLanguage } from '../i18n/index.ts'
import { cutFrames } from '../lib/event-stream.ts'
import { useSession } from '../stores/session.ts'
import { transport } from './client.ts'
import { statusText } from './refusal.ts'

export type ChatRequest = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly temperature: number
}

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

/** Streams a chat completion with the session of this page. Throws an `Error` with the refusal's words. */
export async function streamChat(
  request: ChatRequest,
  listener: ChatListener,
  signal: AbortSignal,
): Promise<void> {
  const response = await transport('/v1/chat/completions', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': contractLanguage() === 'zh' ? 'zh-CN' : 'en-US',
      'x-posthouse-origin': 'console',
    },
    body: JSON.stringify({ ...request, stream: true }),
    signal,
  })
  listener.onStart(response.headers.get('x-request-id') ?? '')
  if (!response.ok || response.body === null) throw new Error(await failureOf(response))
  await readStream(response.body, listener)
}

async function failureOf(response: Response): Promise<string> {
  if (response.status === 401) useSession.getState().expire()
  const parsed = Failure.safeParse(await response.json().catch(() => null))
  return parsed.success ? parsed.data.error.message : statusText(response.status)
}

async function readStream(body: ReadableStream<Uint8Array>, listener: ChatListener): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const cut = cutFrames(rest, done ? '\n\n' : decoder.decode(value, { stream: true }))
    rest = cut.rest
    for (const frame of cut.frames) hear(frame, listener)
    if (done) return
  }
}

function hear(frame: string, listener: ChatListener): void {
  if (frame === '[DONE]') return
  const chunk = Chunk.parse(JSON.parse(frame))
  if (chunk.error != null) throw new Error(chunk.error.message)
  const delta = chunk.choices[0]?.delta
  const content = delta?.content ?? ''
  const reasoning = delta?.reasoning_content ?? delta?.reasoning ?? ''
  if (content !== '' || reasoning !== '') listener.onDelta({ content, reasoning })
}
