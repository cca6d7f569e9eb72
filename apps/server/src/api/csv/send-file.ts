import type { Context } from 'hono'
import type { ApiEnv } from '../api-env.ts'

/** A file, or a part of one. */
export type FileAnswer = {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Opens it: only where somebody reads. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Sends a file as fast as the client takes it. A client that leaves closes it. */
export function sendFile(
  context: Context<ApiEnv>,
  { status, headers, open }: FileAnswer,
): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  return context.body(ReadableStream.from(bytesOf(open)), status)
}

async function* bytesOf(open: FileAnswer['open']): AsyncGenerator<Uint8Array> {
  yield* open()
}
