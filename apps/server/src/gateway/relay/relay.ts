import { inLanguage } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import { lossText } from '@posthouse/llm/canonical/losses'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import { noTier, type TierFacts } from '../../domain/pricing/tier.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import type { Reply } from '../reply/reply.ts'

/** The result of an attempt. */
export type Relayed = {
  readonly kind:
    | 'complete'
    | 'failed-before-content'
    | 'failed-mid-stream'
    | 'client-left'
    | 'quota-ran-out'
    | 'server-failed'
    | 'server-stopped'
  /** Report that covers the whole answer. */
  readonly reported: ReportedUsage | null
  /** Last report, which may cover part of the answer. */
  readonly heard: ReportedUsage | null
  /** Seconds of audio that the supplier reports. */
  readonly seconds: number | null
  readonly failure: AttemptFailure | null
  /** Why the hold could not grow, if it ran out. */
  readonly refusal: Refusal | null
  /** Sends what waits until the answer is stored: a whole answer, with its price if requested, or the end of a stream. */
  readonly deliver: ((cost: string | null) => void | Promise<void>) | null
  /** The answer as sent: whole, or a stream to be cached. */
  readonly bytes: Buffer | null
  readonly tier: TierFacts
  /** Content that the client's dialect cannot carry, such as `answer.file`. */
  readonly lost: readonly string[]
}

/** Result of an attempt that is no longer wanted. */
export const unwanted = (
  { stopped }: Pick<Reply, 'stopped'>,
  more: Partial<Relayed> = {},
): Relayed =>
  stopped === null
    ? relayed('client-left', more)
    : relayed('server-stopped', { refusal: stopped, ...more })

export const relayed = (kind: Relayed['kind'], more: Partial<Relayed> = {}): Relayed => ({
  kind,
  reported: null,
  heard: null,
  seconds: null,
  failure: null,
  refusal: null,
  deliver: null,
  bytes: null,
  tier: noTier,
  lost: [],
  ...more,
})

/** Ends an answer. A whole answer that includes its price waits for it; its `deliver` is returned. */
export function endedNow(
  { deliver }: Relayed,
  { costAsked, stream }: { readonly costAsked: boolean; readonly stream: boolean },
): Relayed['deliver'] {
  if (costAsked && !stream) return deliver
  void deliver?.(null)
  return null
}

/** The failure and the lost content. A stream has no other place to report it. */
export const messageOf = ({ failure, lost }: Relayed): string =>
  [String(inLanguage(failure?.message ?? '', 'en')), lossText(lost)]
    .filter((text) => text !== '')
    .join('; ')

/** Ends an attempt exactly once, bugs included. The caller settles what was delivered. */
export class RelayEnd {
  readonly #ended = Promise.withResolvers<Relayed>()
  readonly #release: () => void

  /** `release` frees resources after a bug. */
  constructor(release: () => void) {
    this.#release = release
  }

  /** Rejects with a bug. */
  get promise(): Promise<Relayed> {
    return this.#ended.promise
  }

  resolve(result: Relayed): void {
    this.#ended.resolve(result)
  }

  broken(bug: unknown): void {
    this.#release()
    this.#ended.reject(bug)
  }

  guarded(work: () => void): void {
    try {
      work()
    } catch (bug) {
      this.broken(bug)
    }
  }
}
