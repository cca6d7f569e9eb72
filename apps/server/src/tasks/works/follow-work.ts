import { type EventEmitter, once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { WorkStore } from '../../domain/works/work-store.ts'
import { mediaTypeOf } from '../media-types.ts'
import type { WorkFolder } from './work-folder.ts'

/** A result in progress. */
export type Growing = { readonly mediaType: string; readonly bytes: AsyncIterable<Uint8Array> }

/** A work running on this node. */
export type Running = {
  readonly news: EventEmitter
  mediaType: string
  bytes: number
  isDone: boolean
}

export const followHere = (folder: WorkFolder, id: string, run: Running): Growing => ({
  mediaType: run.mediaType,
  bytes: bytesHere(folder, id, run),
})

async function* bytesHere(
  folder: WorkFolder,
  id: string,
  run: Running,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (;;) {
    // A snapshot, because more may arrive while it is sent.
    const { bytes } = run
    yield* piecesOf(folder, id, sent, bytes)
    sent = bytes
    if (run.bytes > sent) continue
    if (run.isDone) return
    await once(run.news, 'grown')
  }
}

type ElsewhereParts = { readonly folder: WorkFolder; readonly works: Pick<WorkStore, 'findOwn'> }

/** Follows a work of another node in the shared folder. Null before anything can be played. */
export async function followElsewhere(
  parts: ElsewhereParts,
  userId: bigint,
  id: string,
): Promise<Growing | null> {
  const head = await parts.folder.head(id, '0').catch(() => null)
  const mediaType = head === null ? null : mediaTypeOf(head)
  if (mediaType?.startsWith('audio/') !== true) return null
  return { mediaType, bytes: bytesElsewhere(parts, userId, id) }
}

const pollMs = 300

async function* bytesElsewhere(
  { folder, works }: ElsewhereParts,
  userId: bigint,
  id: string,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (;;) {
    // Read before the size, so that everything written before the end is sent.
    const work = await works.findOwn(userId, id)
    const bytes = (await folder.size(id, '0')) ?? 0
    yield* piecesOf(folder, id, sent, bytes)
    sent = Math.max(sent, bytes)
    if (work?.status !== 'running') return
    await setTimeout(pollMs)
  }
}

const pieceBytes = 64 * 1024

async function* piecesOf(
  folder: WorkFolder,
  id: string,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += pieceBytes) {
    const end = Math.min(to, at + pieceBytes) - 1
    for await (const piece of folder.read(id, '0', { start: at, end })) yield piece as Buffer
  }
}
