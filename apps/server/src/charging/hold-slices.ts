import type { Refusal } from '@posthouse/contract/refusal'
import type { DeliveredContent } from './delivered-content.ts'
import type { RunningHold } from './running-hold.ts'
import type { RunningCount } from './running-count.ts'

type Extended = (refusal: Refusal | null) => void

type SlicesWork = {
  readonly hold: RunningHold
  readonly delivered: DeliveredContent
  readonly running: RunningCount
}

/**
 * Text that a stream may still deliver for the held amount. The next slice is requested in the background at half of the current one.
 * Text beyond it waits until it is counted and held.
 */
export class HoldSlices {
  readonly #hold: RunningHold
  readonly #delivered: DeliveredContent
  readonly #running: RunningCount
  readonly #broken: (bug: unknown) => void
  /** Counting or requesting a slice. */
  #isBusy = false
  #dry = false
  /** Callers waiting for the current request. */
  #behind: Extended[] = []

  constructor({ hold, delivered, running }: SlicesWork, broken: (bug: unknown) => void) {
    this.#hold = hold
    this.#delivered = delivered
    this.#running = running
    this.#broken = broken
  }

  hasRoomFor(bytes: number): boolean {
    const after = this.#running.most(this.#delivered.bytes + bytes)
    return bytes === 0 || after <= this.#hold.outputTokensHeld()
  }

  /** Whether this many more bytes exceed any answer that obeys its limit. */
  isBeyondLimit(bytes: number): boolean {
    return this.#delivered.bytes + bytes > this.#hold.saidBytesMost
  }

  /** Counts or requests the next slice if it is due. */
  watch(): void {
    if (this.#isBusy || this.#hold.isAllHeld()) return
    const held = this.#hold.outputTokensHeld()
    const { bytes } = this.#delivered
    const running = this.#running
    if (!this.#dry && running.about(bytes) >= held / 2) return this.#extendHold(() => {})
    const nearsTheEnd = running.most(bytes) >= held / 2
    if (nearsTheEnd && running.uncounted(bytes) >= held / 4) this.#count(() => {})
  }

  /** Makes room, one request at a time. `then` receives null to check again, or the refusal. */
  extend(then: Extended): void {
    if (this.#isBusy) this.#behind.push(then)
    else if (this.#running.isCounted) this.#extendHold(then)
    else this.#count(then)
  }

  #count(then: Extended): void {
    this.#do(this.#running.countOn(), () => then(null))
  }

  #extendHold(then: Extended): void {
    this.#do(this.#hold.extend(), (refusal) => {
      this.#dry = refusal !== null
      then(refusal)
    })
  }

  /** Waiting callers check again afterwards, because the request under way may have been enough. */
  #do(work: Promise<Refusal | null | void>, then: Extended): void {
    this.#isBusy = true
    work.then(
      (result) => {
        const refusal = result ?? null
        this.#isBusy = false
        then(refusal)
        for (const waiting of this.#behind.splice(0)) {
          waiting(this.#running.isCounted ? refusal : null)
        }
      },
      (bug: unknown) => this.#broken(bug),
    )
  }
}
