import { Readable } from 'node:stream'
import { phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf, textOf } from '@posthouse/llm/bytes/fields'
import type { WorkFile } from '../../domain/works/work-store.ts'
import { FetchRefused, guardedFetch } from '../../upstream/transport/guarded-fetch.ts'
import type { Transport } from '../../upstream/transport/transport.ts'
import { mediaTypeOf } from '../media-types.ts'
import type { InnerAnswer } from './inner-door.ts'
import type { WorkFolder } from './work-folder.ts'

/** The outcome of a work. */
export type Outcome =
  | { readonly is: 'made'; readonly files: readonly WorkFile[] }
  | { readonly is: 'begun'; readonly taskId: string }
  | {
      readonly is: 'failed'
      readonly code: string
      readonly words: string
      /** It failed for lack of money. */
      readonly unpaid: boolean
    }

export type TakeParts = {
  readonly folder: WorkFolder
  readonly transport: Transport
  /** Called when more of a file that can be played early has arrived. */
  readonly grown: (mediaType: string, bytes: number) => void
}

const jsonBytesMost = 128 * 1024 * 1024
const fileBytesMost = 256 * 1024 * 1024
const fetchMs = 120_000

const fileOf = (name: string, mediaType: string, bytes: number): WorkFile => ({
  name,
  field: '',
  fileName: '',
  mediaType,
  bytes,
})

/** Stores the gateway's answer. */
export async function takeAnswer(
  parts: TakeParts,
  id: string,
  answer: InnerAnswer,
): Promise<Outcome> {
  const mediaType = (answer.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  if (answer.status < 300 && mediaType.startsWith('audio/')) {
    const bytes = await parts.folder.write(id, '0', answer.body, {
      bytesMax: fileBytesMost,
      grown: (length) => parts.grown(mediaType, length),
    })
    return { is: 'made', files: [fileOf('0', mediaType, bytes)] }
  }
  const text = await textOfBody(answer.body)
  const fields = fieldsOf(parsed(text)) ?? {}
  if (answer.status >= 300) return failureIn(fields, answer.status)
  if (Array.isArray(fields['data'])) {
    return { is: 'made', files: await pictures(parts, id, fields['data']) }
  }
  const taskId = taskIn(fields)
  if (taskId !== null) return { is: 'begun', taskId }
  if (textOf(fields['text']) !== null) {
    const bytes = await parts.folder.write(id, '0', Readable.from([Buffer.from(text)]), {
      bytesMax: jsonBytesMost,
    })
    return { is: 'made', files: [fileOf('0', 'application/json', bytes)] }
  }
  return failureIn(fields, answer.status)
}

async function textOfBody(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > jsonBytesMost) throw new RangeError(`more than ${jsonBytesMost} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads errors of OpenAI, midjourney-proxy and Suno-API. */
function failureIn(fields: Fields, status: number): Outcome {
  const error = fieldsOf(fields['error']) ?? {}
  const words =
    textOf(error['message']) ?? textOf(fields['description']) ?? textOf(fields['message'])
  const code = textOf(error['code']) ?? textOf(fields['type']) ?? textOf(fields['code'])
  return { is: 'failed', code: code ?? String(status), words: words ?? '', unpaid: status === 402 }
}

/** The id of an accepted task, 32 hexadecimal digits, in the fields of the three APIs. */
function taskIn(fields: Fields): string | null {
  for (const name of ['id', 'result', 'data']) {
    const [, a, b, c, d, e] =
      /(?:^|_)([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
        textOf(fields[name]) ?? '',
      ) ?? []
    if (a !== undefined) return [a, b, c, d, e].join('-')
  }
  return null
}

async function pictures(
  parts: TakeParts,
  id: string,
  entries: readonly unknown[],
): Promise<readonly WorkFile[]> {
  const files: WorkFile[] = []
  for (const [at, entry] of entries.slice(0, 20).entries()) {
    const name = String(at)
    const bytes = await bytesIn(parts, fieldsOf(entry) ?? {})
    await parts.folder.write(id, name, Readable.from([bytes]), { bytesMax: fileBytesMost })
    const mediaType = mediaTypeOf(bytes)
    if (mediaType?.startsWith('image/') !== true) throw new Error('a picture of an unknown type')
    files.push(fileOf(name, mediaType, bytes.length))
  }
  return files
}

/** A picture may be inline or linked. */
async function bytesIn({ transport }: TakeParts, entry: Fields): Promise<Buffer> {
  const encoded = textOf(entry['b64_json'])
  if (encoded !== null) return Buffer.from(encoded, 'base64')
  const address = textOf(entry['url']) ?? ''
  const inline = /^data:image\/[\w.+-]+;base64,/.exec(address)
  if (inline !== null) return Buffer.from(address.slice(inline[0].length), 'base64')
  if (!/^https?:/.test(address)) throw new FetchRefused(phrase('no picture came'))
  const { bytes } = await guardedFetch(transport, address, {
    accepts: /^/,
    bytesMax: jsonBytesMost,
    totalMs: fetchMs,
    allowedHosts: [],
    memory: { take: () => {} },
  })
  return bytes
}
