import { readFile } from 'node:fs/promises'
import { phrase } from '@posthouse/contract/phrases'
import { type Fields, textOf } from '@posthouse/llm/bytes/fields'
import { secretsOf } from '../../../domain/channels/hidden-values.ts'
import type { SpooledFile } from '../../../http/spool.ts'
import { type AttemptFailure, callersFault, noJson } from '../../../upstream/attempt-failure.ts'
import { masked } from '../../../upstream/masking.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import type { SupplierCalls } from '../../call-supplier.ts'
import { mediaTypeOf } from '../../media-types.ts'
import { wordsOf } from '../../submit-task.ts'
import type { Poll, Submission, TaskCancel, TaskKind, TaskRequest } from '../../task-kind.ts'

export type VideoSupplier = Pick<TaskKind, 'submit' | 'poll'> & {
  /** Absent if the supplier cannot stop a video. */
  readonly cancel?: TaskCancel['run']
  /** Defaults, which are priced too. */
  readonly usual: { readonly seconds: string; readonly size: string }
}

/** A supplier that makes videos of certain sizes, in one call, and continues none. */
type SizedVideos = Pick<VideoSupplier, 'usual'> & {
  /** The sizes it makes, with the fields that ask for each. */
  readonly sizes: Readonly<Record<string, Fields>>
  readonly prepare: (
    target: Target,
    asked: TaskRequest,
    sizeFields: Fields,
  ) => Promise<{
    readonly url: URL
    readonly body: Fields
    readonly submissionOf: (answer: Fields) => Submission
  }>
  readonly pollUrl: (target: Target, supplierId: string) => URL
  readonly pollOf: (answer: Fields, target: Target) => Poll
}

export const sizedVideos = ({
  usual,
  sizes,
  prepare,
  pollUrl,
  pollOf,
}: SizedVideos): VideoSupplier => ({
  usual,
  submit: async (calls, target, asked) => {
    if (asked.parent !== null) return remixRefused()
    const sizeFields = sizes[textOf(asked.request['size']) ?? '']
    if (sizeFields === undefined) return sizeRefused(Object.keys(sizes))
    const { url, body, submissionOf } = await prepare(target, asked, sizeFields)
    const answer = await calls.ask(target, { url, method: 'POST', body })
    return answer.ok ? submissionOf(answer.fields) : notAccepted(answer)
  },
  poll: async (calls, target, { supplierId }) => {
    const url = pollUrl(target, supplierId)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    return answer.ok ? pollOf(answer.fields, target) : unanswered(answer.failure)
  },
})

/** A poll that failed: the supplier has lost the video, or it is not known what became of it. */
export function unanswered(failure: AttemptFailure): Poll {
  const words = wordsOf(failure)
  return failure.status === 404 ? { is: 'failed', code: 'lost', words } : { is: 'unclear', words }
}

/** The first frame of a video, as suppliers expect it in JSON. Its media type is read from its bytes. Null without a picture. */
export async function pictureIn(
  files: readonly SpooledFile[],
): Promise<{ readonly mediaType: string; readonly base64: string } | null> {
  const [file] = files
  if (file === undefined) return null
  const bytes = Buffer.from(file.content ?? (await readFile(file.path)))
  return { mediaType: mediaTypeOf(bytes) ?? file.type, base64: bytes.toString('base64') }
}

type Answer = Awaited<ReturnType<SupplierCalls['ask']>>

const idCharactersMost = 4_096

/** Not accepted, or not known to be. */
export const notAccepted = ({
  failure,
  sent,
}: Extract<Answer, { ok: false }>): Extract<Submission, { ok: false }> => ({
  ok: false,
  failure,
  mayRun: sent && failure.status === 0,
})

/** A video without an id may be in progress, but cannot be polled. */
export const accepted = (
  supplierId: string,
  { status, progress }: { readonly status: 'queued' | 'running'; readonly progress: number },
): Submission =>
  supplierId === '' || supplierId.length > idCharactersMost
    ? { ok: false, failure: noJson, mayRun: true }
    : { ok: true, supplierId, status, progress }

/** Other sizes are refused and never rounded, because the price is that of the requested size. */
const sizeRefused = (sizes: readonly string[]): Submission => ({
  ok: false,
  failure: callersFault({
    field: 'size',
    reason: phrase('one of {values} is expected', { values: sizes.join(', ') }),
  }),
  mayRun: false,
})

const remixRefused = (): Submission => ({
  ok: false,
  failure: callersFault({ field: '', reason: phrase('this supplier remixes no videos') }),
  mayRun: false,
})

export const codeOf = (code: string | null): string =>
  code !== null && /^[\w.-]{1,64}$/.test(code) ? code : 'failed'

export const maskedFor = ({ channel, forwarded }: Target, words: string): string =>
  masked(words, {
    baseUrl: channel.baseUrl,
    values: secretsOf(channel),
    names: [forwarded, ...channel.models],
  })
