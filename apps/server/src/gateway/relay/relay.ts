import { inLanguage } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import { lossText } from '@posthouse/llm/canonical/losses'
import type { AttemptFailure } from '../../upstream/attempt-failure.ts'
import { noTier, type TierKnown } from '../../domain/pricing/tier.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import type { Reply } from '../reply/reply.ts'

/** The end of one attempt, once its upstream had answered with a success. */
export type Relayed = {
  readonly kind:
    | 'complete'
    | 'failed-before-content'
    | 'failed-mid-stream'
    | 'client-left'
    | 'quota-ran-out'
    | 'server-failed'
    | 'server-stopped'
  /** Of the whole answer. */
  readonly reported: ReportedUsage | null
  /** The last report, of however much. */
  readonly heard: ReportedUsage | null
  /** Seconds of sound that the supplier says it heard; null: it does not say. */
  readonly seconds: number | null
  readonly failure: AttemptFailure | null
  /** The reason for which no more was held, when what was held ran out. */
  readonly refusal: Refusal | null
  /** Sends what waits until the answer is kept: a whole one, with its price when that was asked for, or the end of a stream. */
  readonly deliver: ((cost: string | null) => void | Promise<void>) | null
  /** The answer as it goes out: a whole one, or a stream that is kept for a repeat. */
  readonly bytes: Buffer | null
  /** Knowledge of the service tier that answered. */
  readonly tier: TierKnown
  /** Content of the answer that the client's dialect had no place for: `answer.file`. */
  readonly lost: readonly string[]
}

/** The end of an attempt of which nothing more is wanted. */
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

/** Ends an answer. A whole one that is to say its price waits for that, and is answered. */
export function endedNow(
  { deliver }: Relayed,
  { costAsked, stream }: { readonly costAsked: boolean; readonly stream: boolean },
): Relayed['deliver'] {
  if (costAsked && !stream) return deliver
  void deliver?.(null)
  return null
}

/** The failure, and the content of the answer that was not given: a stream has no other place for that. */
export const messageOf = ({ failure, lost }: Relayed): string =>
  [String(inLanguage(failure?.message ?? '', 'en')), lossText(lost)]
    .filter((text) => text !== '')
    .join('; ')

/** The one end of an attempt, a bug of ours among them: what was delivered until then is settled by whoever asked for it. */
export class RelayEnd {
  readonly #ended = Promise.withResolvers<Relayed>()
  readonly #release: () => void

  /** `release` lets go of what a bug leaves behind. */
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
