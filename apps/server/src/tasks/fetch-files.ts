import { phrase } from '@posthouse/contract/phrases'
import type { Artefact, Task } from '../domain/tasks/task.ts'
import type { Target } from '../upstream/outgoing.ts'
import { FetchRefused, guardedRead } from '../upstream/transport/guarded-fetch.ts'
import { type ByteSource, TransportError } from '../upstream/transport/transport.ts'
import { mediaTypeOf } from './media-types.ts'
import type { ResultFile, TaskKind } from './task-kind.ts'
import type { TaskParts } from './task-parts.ts'

const totalMs = 240_000
const filesMost = 20
const redirecting: readonly number[] = [301, 302, 303, 307, 308]

type Fetching = { readonly task: Task; readonly kind: TaskKind; readonly target: Target }

/** Fetches the files of a result in turn. Rejects with `FetchRefused` or a `TransportError`. */
export async function fetchFiles(
  parts: TaskParts,
  fetching: Fetching,
  files: readonly ResultFile[],
): Promise<readonly Artefact[]> {
  const artefacts: Artefact[] = []
  for (const [place, file] of files.slice(0, filesMost).entries()) {
    artefacts.push(await fetchFile(parts, fetching, { file, name: String(place) }))
  }
  return artefacts
}

type NamedFile = { readonly file: ResultFile; readonly name: string }

async function fetchFile(
  parts: TaskParts,
  fetching: Fetching,
  { file, name }: NamedFile,
): Promise<Artefact> {
  const save = (body: ByteSource): Promise<Artefact> => keep(parts, fetching, { body, name })
  return 'own' in file
    ? await fromSupplier(parts, fetching, { url: file.own, save })
    : await fromAddress(parts, fetching, { address: file.address, save })
}

type Save = (body: ByteSource) => Promise<Artefact>

/** The key is sent to the supplier only. Redirects are followed without it. */
async function fromSupplier(
  parts: TaskParts,
  fetching: Fetching,
  { url, save }: { readonly url: URL; readonly save: Save },
): Promise<Artefact> {
  const opening = parts.calls.open(fetching.target, url)
  const timer = setTimeout(() => opening.abort(), totalMs)
  try {
    const { status, headers, body } = await opening.reply
    if (status === 200) return await save(body)
    const { location } = headers
    if (redirecting.includes(status) && location !== undefined) {
      const address = URL.parse(location, url.href)?.href ?? ''
      return await fromAddress(parts, fetching, { address, save })
    }
    throw new FetchRefused(phrase('its server answered {status}', { status }), {
      ...(status >= 500 && { cause: new TransportError('cut', `status ${status}`) }),
    })
  } finally {
    clearTimeout(timer)
    opening.abort()
  }
}

const fromAddress = (
  { transports }: TaskParts,
  { kind }: Fetching,
  { address, save }: { readonly address: string; readonly save: Save },
): Promise<Artefact> =>
  guardedRead(
    transports.http,
    address,
    // The media type is read from the bytes.
    { accepts: /^/, bytesMax: kind.fileBytesMax, totalMs, allowedHosts: [] },
    ({ body }) => save(body),
  )

async function keep(
  { files }: TaskParts,
  { task, kind }: Fetching,
  { body, name }: { readonly body: ByteSource; readonly name: string },
): Promise<Artefact> {
  const { bytes, head } = await files
    .save(task.id, name, body, kind.fileBytesMax)
    .catch((error: unknown) => {
      const isLong = error instanceof TransportError && error.fault === 'too-large'
      throw isLong
        ? new FetchRefused(phrase('it is longer than {limit} bytes', { limit: kind.fileBytesMax }))
        : error
    })
  const mediaType = mediaTypeOf(head)
  if (mediaType !== null && kind.mediaTypes.includes(mediaType)) return { name, mediaType, bytes }
  await files.remove(task.id)
  throw new FetchRefused(phrase('its type {type} is not accepted', { type: mediaType ?? '?' }))
}
