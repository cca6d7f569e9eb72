import { EventEmitter, once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { NewWork } from '@posthouse/contract/calls/works'
import type { Language } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { type WorkFile, type WorkStore, workDeadlineMs } from '../../domain/works/work-store.ts'
import { readUpload, type Upload } from '../../http/read-upload.ts'
import type { Spool } from '../../http/spool.ts'
import type { Clock } from '../../lib/clock.ts'
import { requestId } from '../../lib/ids.ts'
import type { Snapshot } from '../../snapshot/snapshot.ts'
import { encodeForm } from '../../upstream/transport/form-body.ts'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import type { Transport } from '../../upstream/transport/transport.ts'
import type { InnerDoor, Outer } from './inner-door.ts'
import { type Outcome, takeAnswer } from './take-answer.ts'
import type { WorkFolder } from './work-folder.ts'

export type WorkParts = {
  readonly works: WorkStore
  readonly folder: WorkFolder
  readonly transport: Transport
  readonly door: InnerDoor
  readonly snapshot: () => Snapshot
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
}

/** Whoever wants a work: the call that they made, and what they read. */
type Maker = { readonly outer: Outer; readonly userId: bigint; readonly language: Language }

/** A result while it comes. */
type Growing = { readonly mediaType: string; readonly bytes: AsyncIterable<Uint8Array> }

/** The works of the studios: their calls are made here, so that a closed tab loses nothing. */
export type Works = {
  /** Reads the form. `check` tells what its part `work` says, or refuses. */
  begin(maker: Maker, check: (text: string) => NewWork): Promise<string>
  /** Null: it is not being made here, or nothing that can be played has come. */
  follow(id: string): Growing | null
  readonly folder: WorkFolder
  remove(userId: bigint, id: string): Promise<boolean>
  /** Removes what was kept for long enough, and ends what a process that is gone has left. */
  tidy(): Promise<void>
  /** When all that runs has ended. */
  idle(): Promise<void>
}

const dayMs = 86_400_000
const runningMost = 12
const bytesMost = 2 * 1024 ** 3

/** Files that were sent are named from here on; results from 0. */
const sentFrom = 100

export function createWorks(parts: WorkParts): Works {
  const running = new Map<string, Running>()
  const done = new Set<Promise<void>>()
  const keepMs = (): number => parts.snapshot().settings.TaskFileDays * dayMs
  return {
    folder: parts.folder,
    begin: async (maker, check) => {
      await checkRoom(parts, maker.userId)
      const now = parts.clock.now()
      const id = requestId(now)
      try {
        const upload = await readUpload(
          maker.outer.request,
          parts.snapshot().settings.UploadLimit,
          await spoolFor(parts.folder, id),
        )
        const work = check(upload.fields.find(([name]) => name === 'work')?.[1] ?? '')
        const sent = upload.files.map(sentFile)
        await parts.works.insert({
          ...rowOf(work, sent),
          id,
          user_id: maker.userId,
          created_at: BigInt(now),
          expires_at: BigInt(now + keepMs()),
        })
        const run: Running = { news: new EventEmitter(), mediaType: '', bytes: 0, isDone: false }
        running.set(id, run)
        const end = make(parts, { id, work, upload, maker, run }).finally(() => {
          running.delete(id)
          done.delete(end)
        })
        done.add(end)
        return id
      } catch (error) {
        await parts.folder.remove(id)
        throw error
      }
    },
    follow: (id) => {
      const run = running.get(id)
      if (run === undefined || run.bytes === 0) return null
      return { mediaType: run.mediaType, bytes: following(parts.folder, id, run) }
    },
    remove: async (userId, id) => {
      if (!(await parts.works.remove(userId, id))) return false
      await parts.folder.remove(id)
      return true
    },
    tidy: async () => {
      const now = parts.clock.now()
      await parts.works.endLost(now, 'work.lost')
      await parts.works.removeExpired(now)
      // Nodes without a common folder have files of their own.
      await parts.folder.removeBefore(now - keepMs() - workDeadlineMs)
    },
    idle: async () => {
      await Promise.all(done)
    },
  }
}

type Running = {
  readonly news: EventEmitter
  mediaType: string
  bytes: number
  isDone: boolean
}

async function checkRoom({ works }: WorkParts, userId: bigint): Promise<void> {
  const { running, bytes } = await works.usage(userId)
  if (running >= runningMost) {
    throw new Refusal('work.too-many', { limit: runningMost }, { retryAfterSeconds: 10 })
  }
  if (bytes >= bytesMost) throw new Refusal('work.full', { limit: bytesMost / 1024 ** 3 })
}

/** Files go where they stay. */
async function spoolFor(folder: WorkFolder, id: string): Promise<Spool> {
  const first = await folder.place(id, String(sentFrom))
  let files = 0
  return {
    place: () => {
      files += 1
      return first.replace(/\d+$/, String(sentFrom + files - 1))
    },
    take: () => {},
    remove: async () => folder.remove(id),
    close: () => {},
  }
}

const sentFile = ({ field, name, type, bytes, path }: Upload['files'][number]): WorkFile => ({
  name: /\d+$/.exec(path)?.[0] ?? '',
  field,
  fileName: name.slice(0, 200),
  mediaType: type,
  bytes,
})

const sum = (files: readonly WorkFile[]): number =>
  files.reduce((bytes, file) => bytes + file.bytes, 0)

const rowOf = ({ path, body, form, ...work }: NewWork, sent: readonly WorkFile[]) => ({
  studio: work.studio,
  model: work.model,
  title: work.title,
  inputs: JSON.stringify(work.inputs),
  call: JSON.stringify({ path, body, form }),
  sent: JSON.stringify(sent),
  status: 'running',
  bytes: BigInt(sum(sent)),
})

type Making = {
  readonly id: string
  readonly work: NewWork
  readonly upload: Upload
  readonly maker: Maker
  readonly run: Running
}

/** Makes the call and keeps what comes of it. Never rejects. */
async function make(parts: WorkParts, making: Making): Promise<void> {
  const { id, upload, maker, run } = making
  const finish = async (outcome: Outcome, request: string): Promise<void> => {
    const now = BigInt(parts.clock.now())
    const files = outcome.is === 'made' ? outcome.files : []
    await parts.works.change(id, {
      request_id: request,
      status: outcome.is === 'failed' ? 'failed' : 'succeeded',
      ...(outcome.is === 'made' && {
        files: JSON.stringify(files),
        bytes: BigInt(sum(files) + sum(upload.files.map(sentFile))),
      }),
      ...(outcome.is === 'begun' && { task_id: outcome.taskId }),
      ...(outcome.is === 'failed' && { failure_code: outcome.code, failure: outcome.words }),
      finished_at: now,
    })
  }
  let request = ''
  try {
    const answer = await parts.door(maker.outer, await callOf(making))
    request = answer.requestId
    await parts.works.change(id, { request_id: request })
    const grown = (mediaType: string, bytes: number): void => {
      run.mediaType = mediaType
      run.bytes = bytes
      run.news.emit('grown')
    }
    await finish(await takeAnswer({ ...parts, grown }, id, answer), request)
  } catch (error) {
    const { code, words } = wordsFor(error, id, maker.language)
    if (code === 'server.error') parts.log.error({ err: error, work: id }, 'a work failed')
    await finish({ is: 'failed', code, words }, request).catch((cause: unknown) =>
      parts.log.error({ err: cause, work: id }, 'a failed work was not noted'),
    )
  } finally {
    run.isDone = true
    run.news.emit('grown')
  }
}

function wordsFor(
  error: unknown,
  id: string,
  language: Language,
): { readonly code: string; readonly words: string } {
  if (error instanceof FetchRefused) {
    const refusal = new Refusal('work.unfetched', { reason: error.words })
    return { code: refusal.code, words: refusal.text(language) }
  }
  const cut = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
  const refusal = cut ? new Refusal('work.cut', {}) : new Refusal('server.error', { request: id })
  return { code: refusal.code, words: refusal.text(language) }
}

async function callOf({ work, upload, maker }: Making) {
  const { cookie } = maker.outer.request.headers
  const { 'user-agent': agent } = maker.outer.request.headers
  const headers = {
    'accept-language': maker.language === 'zh' ? 'zh-CN' : 'en-US',
    'x-posthouse-origin': 'console',
    ...(cookie !== undefined && { cookie }),
    ...(agent !== undefined && { 'user-agent': agent }),
  }
  if (work.form) {
    const form = encodeForm(Buffer.from(JSON.stringify(work.body)), upload.files)
    return {
      path: work.path,
      headers: {
        ...headers,
        'content-type': form.contentType,
        'content-length': String(form.length),
      },
      body: form.open(),
    }
  }
  const bytes = Buffer.from(JSON.stringify(await withFiles(work.body, upload)))
  return {
    path: work.path,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(bytes.length),
    },
    body: Readable.from([bytes]),
  }
}

/** The same with data addresses in the places of files. */
async function withFiles(value: unknown, upload: Upload): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => withFiles(entry, upload)))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(async ([name, entry]) => [
      name,
      await withFiles(entry, upload),
    ])
    return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
  }
  const [, at] = /^file:(\d{1,2})$/.exec(typeof value === 'string' ? value : '') ?? []
  const file = at === undefined ? undefined : upload.files[Number(at)]
  if (file === undefined) return value
  return `data:${file.type};base64,${(await readFile(file.path)).toString('base64')}`
}

const pieceBytes = 64 * 1024

/** A file from its beginning, as it grows. */
async function* following(
  folder: WorkFolder,
  id: string,
  run: Running,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  for (;;) {
    while (sent < run.bytes) {
      const end = Math.min(run.bytes, sent + pieceBytes) - 1
      for await (const piece of folder.read(id, '0', { start: sent, end })) {
        const bytes = piece as Buffer
        sent += bytes.length
        yield bytes
      }
    }
    if (run.isDone) return
    await once(run.news, 'grown')
  }
}
