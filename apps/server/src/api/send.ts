import type { Context } from 'hono'
import type { ApiEnv } from './api-env.ts'
import type { ApiParts } from './api-parts.ts'
import type { CsvFile } from './csv/csv-file.ts'
import { byteOrderMark, csvRows } from './csv/csv-text.ts'

/** Sends a CSV file while it is generated. A client that disconnects stops it after the current page. */
export function sendCsv(context: Context<ApiEnv>, file: CsvFile, parts: ApiParts): Response {
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header(
    'content-disposition',
    `attachment; filename="posthouse-${file.name}-${file.day}.csv"`,
  )
  context.header('cache-control', 'no-store')
  return context.body(ReadableStream.from(csvBytes(file, context.env.exchange.id, parts)))
}

async function* csvBytes(
  { columns, pages }: CsvFile,
  request: string,
  { log }: ApiParts,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  try {
    yield encoder.encode(byteOrderMark + csvRows([columns]))
    for await (const rows of pages) yield encoder.encode(csvRows(rows))
  } catch (error) {
    // The head is sent already. Breaking off shows the client that the file is incomplete.
    log.error({ request, err: error }, 'an export broke off')
    throw error
  }
}

/** A file, or a byte range of one. */
export type FileAnswer = {
  readonly status: 200 | 206 | 416
  readonly headers: Readonly<Record<string, string>>
  /** Called once the body is read. */
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Sends a file as fast as the client reads it. A client that disconnects closes it. */
export function sendFile(
  context: Context<ApiEnv>,
  { status, headers, open }: FileAnswer,
): Response {
  for (const [name, value] of Object.entries(headers)) context.header(name, value)
  return context.body(ReadableStream.from(fileBytes(open)), status)
}

async function* fileBytes(open: FileAnswer['open']): AsyncGenerator<Uint8Array> {
  yield* open()
}

/** Sends server-sent events. A client that disconnects ends the stream at the next event. */
export function sendEvents(
  context: Context<ApiEnv>,
  events: AsyncIterable<unknown>,
  check: (event: unknown) => unknown,
): Response {
  context.header('content-type', 'text/event-stream; charset=utf-8')
  context.header('cache-control', 'no-store')
  context.header('x-accel-buffering', 'no')
  return context.body(ReadableStream.from(eventBytes(events, check)))
}

async function* eventBytes(
  events: AsyncIterable<unknown>,
  check: (event: unknown) => unknown,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const event of events) {
    yield encoder.encode(`data: ${JSON.stringify(check(event))}\n\n`)
  }
}
