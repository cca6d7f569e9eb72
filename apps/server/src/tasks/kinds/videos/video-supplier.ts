import { phrase } from '@posthouse/contract/phrases'
import { secretsOf } from '../../../domain/channels/hidden-values.ts'
import { callersFault, noJson } from '../../../upstream/attempt-failure.ts'
import { masked } from '../../../upstream/masking.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import type { SupplierCalls } from '../../call-supplier.ts'
import type { Submission, TaskCancel, TaskKind } from '../../task-kind.ts'

/** The videos of one supplier. */
export type VideoSupplier = Pick<TaskKind, 'submit' | 'poll'> & {
  /** Absent: a video under way cannot be stopped. */
  readonly cancel?: TaskCancel['run']
  /** What is made, and paid, where a request does not say. */
  readonly usual: { readonly seconds: string; readonly size: string }
}

type Answer = Awaited<ReturnType<SupplierCalls['ask']>>

const idCharactersMost = 4_096

/** No acceptance: a refusal, or nothing that is known. */
export const notAccepted = ({
  failure,
  sent,
}: Extract<Answer, { ok: false }>): Extract<Submission, { ok: false }> => ({
  ok: false,
  failure,
  mayRun: sent && failure.status === 0,
})

/** Without an id nobody could ask for it: it may be under way all the same. */
export const accepted = (
  supplierId: string,
  { status, progress }: { readonly status: 'queued' | 'running'; readonly progress: number },
): Submission =>
  supplierId === '' || supplierId.length > idCharactersMost
    ? { ok: false, failure: noJson, mayRun: true }
    : { ok: true, supplierId, status, progress }

/** A size that the supplier does not make. It is refused and never rounded: the price is of the size that was asked for. */
export const sizeRefused = (sizes: readonly string[]): Submission => ({
  ok: false,
  failure: callersFault({
    field: 'size',
    reason: phrase('one of {values} is expected', { values: sizes.join(', ') }),
  }),
  mayRun: false,
})

export const remixRefused = (): Submission => ({
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
