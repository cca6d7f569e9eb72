import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { basename, dirname, join } from 'node:path'
import type { NewWork } from '@posthouse/contract/calls/works'
import type { Language } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import type { WorkFile, WorkStore } from '../../domain/works/work-store.ts'
import { readUpload, type Upload } from '../../http/uploads/read-upload.ts'
import type { Spool } from '../../http/spool.ts'
import type { Clock } from '../../lib/clock.ts'
import { requestId } from '../../lib/ids.ts'
import type { Snapshot } from '../../domain/snapshot/snapshot.ts'
import { FetchRefused } from '../../upstream/transport/guarded-fetch.ts'
import type { Transport } from '../../upstream/transport/transport.ts'
import type { InnerDoor, Outer } from './inner-door.ts'
import { type Outcome, takeAnswer } from './take-answer.ts'
import { followElsewhere, followHere, type Growing, type Running } from './follow-work.ts'
import { tidyWorks } from './tidy-works.ts'
import { callOf } from './work-call.ts'
import type { WorkFolder } from './work-folder.ts'

export type WorkParts = {
  readonly works: WorkStore
  readonly folder: WorkFolder
  readonly transport: Transport
  readonly door: InnerDoor
  readonly snapshot: () => Snapshot
  readonly clock: Clock
  /** Identifies this run of the process. */
  readonly incarnation: string
  readonly log: { error(fields: object, message: string): void }
}

/** The user of a work, their call and their language. */
type Maker = { readonly outer: Outer; readonly userId: bigint; readonly language: Language }

/** Works of the studios. Their calls are made by the server, so that closing a tab loses nothing. */
export type Works = {
  /** Reads the form. `check` parses its part `work`, or refuses. */
  begin(maker: Maker, check: (text: string) => NewWork): Promise<string>
  /** The result of a running work so far, and what follows. Null before anything can be played. */
  follow(userId: bigint, id: string): Promise<Growing | null>
  readonly folder: WorkFolder
  remove(userId: bigint, id: string): Promise<boolean>
  /** Removes expired works, and folders without a row. */
  tidy(): Promise<void>
  /** Resolves when no work is running. */
  idle(): Promise<void>
}

const dayMs = 86_400_000

/** Uploaded files are numbered from here, results from 0. */
const sentFrom = 100

export function createWorks(parts: WorkParts): Works {
  const running = new Map<string, Running>()
  const done = new Set<Promise<void>>()
  const keepMs = (): number => parts.snapshot().settings.TaskFileDays * dayMs
  return {
    folder: parts.folder,
    begin: async (maker, check) => {
      const now = parts.clock.now()
      const id = requestId(now)
      const { UploadLimit: limit } = parts.snapshot().settings
      await parts.works.reserve({
        id,
        userId: maker.userId,
        bytes: mostOf(maker.outer.request, limit),
        incarnation: parts.incarnation,
        now,
        expiresAt: now + keepMs(),
      })
      try {
        const spool = await spoolFor(parts.folder, id)
        const upload = await readUpload(maker.outer.request, limit, spool)
        const work = check(upload.fields.find(([name]) => name === 'work')?.[1] ?? '')
        await parts.works.change(id, rowOf(work, upload.files.map(sentFile)))
        const run: Running = { news: new EventEmitter(), mediaType: '', bytes: 0, isDone: false }
        running.set(id, run)
        const end = make(parts, { id, work, upload, maker, run }).finally(() => {
          running.delete(id)
          done.delete(end)
        })
        done.add(end)
        return id
      } catch (error) {
        await parts.works.release(id)
        await parts.folder.remove(id)
        throw error
      }
    },
    follow: async (userId, id) => {
      const run = running.get(id)
      if (run === undefined) return followElsewhere(parts, userId, id)
      return run.bytes === 0 ? null : followHere(parts.folder, id, run)
    },
    remove: async (userId, id) => {
      const removed = await parts.works.remove(userId, id)
      if (removed === 'now') await parts.folder.remove(id)
      return removed !== 'no'
    },
    tidy: () => tidyWorks(parts, parts.clock.now()),
    idle: async () => {
      await Promise.all(done)
    },
  }
}

/** A body without a length may be as long as the limit. */
function mostOf({ headers }: IncomingMessage, limit: number): number {
  const announced = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(announced) ? Math.min(limit, announced) : limit
}

/** Writes uploads directly to their final folder. */
async function spoolFor(folder: WorkFolder, id: string): Promise<Spool> {
  const first = await folder.place(id, String(sentFrom))
  let files = 0
  return {
    place: () => {
      files += 1
      return join(dirname(first), String(sentFrom + files - 1))
    },
    take: () => {},
    remove: async () => folder.remove(id),
    close: () => {},
  }
}

const sentFile = ({ field, name, type, bytes, path }: Upload['files'][number]): WorkFile => ({
  name: basename(path),
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

/** Makes the call and stores the result. Never rejects. */
async function make(parts: WorkParts, making: Making): Promise<void> {
  const { id, maker, run } = making
  const began = parts.clock.now()
  const finish = async (told: Outcome, request: string): Promise<void> => {
    const asked = { requestId: request, userId: maker.userId, since: began }
    const outcome = await judged(told, asked, parts)
    const isKept = await parts.works.change(id, {
      request_id: request,
      finished_at: BigInt(parts.clock.now()),
      ...endOf(outcome, making),
    })
    if (!isKept) await parts.works.release(id)
    if (!isKept || isUnpaid(outcome)) await parts.folder.remove(id)
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
    await finish({ is: 'failed', code, words, unpaid: false }, request).catch((cause: unknown) =>
      parts.log.error({ err: cause, work: id }, 'a failed work was not noted'),
    )
  } finally {
    run.isDone = true
    run.news.emit('grown')
  }
}

/** A call refused before its hold was never charged. */
const judged = async (
  outcome: Outcome,
  asked: Parameters<WorkStore['hadHold']>[0],
  { works }: WorkParts,
): Promise<Outcome> =>
  outcome.is === 'failed' && !(await works.hadHold(asked)) ? { ...outcome, unpaid: true } : outcome

const isUnpaid = (outcome: Outcome): boolean => outcome.is === 'failed' && outcome.unpaid

function endOf(outcome: Outcome, { upload }: Making) {
  switch (outcome.is) {
    case 'made':
      return {
        status: 'succeeded',
        files: JSON.stringify(outcome.files),
        bytes: BigInt(sum(outcome.files) + sum(upload.files.map(sentFile))),
        ...noFailure,
      }
    case 'begun':
      return { status: 'succeeded', task_id: outcome.taskId, ...noFailure }
    case 'failed':
      return {
        status: 'failed',
        failure_code: outcome.code,
        failure: outcome.words,
        ...(outcome.unpaid && { sent: '[]', bytes: 0n }),
      }
  }
}

/** A node that was silent for long is taken for gone, and its works for lost. */
const noFailure = { failure_code: '', failure: '' }

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
