import type { Context } from 'hono'
import type { ApiEnv } from '../api-env.ts'
import type { ApiParts } from '../api-parts.ts'
import type { CsvFile } from './csv-file.ts'
import { byteOrderMark, csvRows } from './csv-text.ts'

/** Sends a file while it is made. A client that leaves ends the reading with the page that is under way. */
export function sendCsv(context: Context<ApiEnv>, file: CsvFile, parts: ApiParts): Response {
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header(
    'content-disposition',
    `attachment; filename="posthouse-${file.name}-${file.day}.csv"`,
  )
  context.header('cache-control', 'no-store')
  return context.body(ReadableStream.from(bytesOf(file, context.env.exchange.id, parts)))
}

async function* bytesOf(
  { columns, pages }: CsvFile,
  request: string,
  { log }: ApiParts,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  try {
    yield encoder.encode(byteOrderMark + csvRows([columns]))
    for await (const rows of pages) yield encoder.encode(csvRows(rows))
  } catch (error) {
    // The head is out: all that can be done is to break off, so that nobody takes a part for the whole.
    log.error({ request, err: error }, 'an export broke off')
    throw error
  }
}
