import type { Context } from 'hono'
import type { ApiEnv } from '../api-env.ts'

/** Sends what comes as server-sent events. A client that leaves ends it with the event that is waited for. */
export function sendEvents(
  context: Context<ApiEnv>,
  events: AsyncIterable<unknown>,
  check: (event: unknown) => unknown,
): Response {
  context.header('content-type', 'text/event-stream; charset=utf-8')
  context.header('cache-control', 'no-store')
  context.header('x-accel-buffering', 'no')
  return context.body(ReadableStream.from(bytesOf(events, check)))
}

async function* bytesOf(
  events: AsyncIterable<unknown>,
  check: (event: unknown) => unknown,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const event of events) {
    yield encoder.encode(`data: ${JSON.stringify(check(event))}\n\n`)
  }
}
