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
 * The text that a stream may still say for the money that is held. The next slice is asked for at the half of this one,
 * beside the stream; what goes beyond it waits until it is counted, and then until it is held.
 */
export class HoldSlices {
  readonly #hold: RunningHold
  readonly #delivered: DeliveredContent
  readonly #running: RunningCount
  readonly #broken: (bug: unknown) => void
  /** It counts, or asks for more. */
  #isBusy = false
  #dry = false
  /** Callers that came meanwhile: they ask after it. */
  #behind: Extended[] = []

  constructor({ hold, delivered, running }: SlicesWork, broken: (bug: unknown) => void) {
    this.#hold = hold
    this.#delivered = delivered
    this.#running = running
    this.#broken = broken
  }

  /** So many bytes of text more are held. */
  hasRoomFor(bytes: number): boolean {
    const after = this.#running.most(this.#delivered.bytes + bytes)
    return bytes === 0 || after <= this.#hold.outputTokensHeld()
  }

  /** So many bytes of text more are beyond what any answer within its limit says. */
  isBeyondLimit(bytes: number): boolean {
    return this.#delivered.bytes + bytes > this.#hold.saidBytesMost
  }

  /** Counts, or asks for the next slice, when it is time. */
  watch(): void {
    if (this.#isBusy || this.#hold.isAllHeld()) return
    const held = this.#hold.outputTokensHeld()
    const { bytes } = this.#delivered
    const running = this.#running
    if (!this.#dry && running.about(bytes) >= held / 2) return this.#extendHold(() => {})
    const nearsTheEnd = running.most(bytes) >= held / 2
    if (nearsTheEnd && running.uncounted(bytes) >= held / 4) this.#count(() => {})
  }

  /** Makes room, one at a time, and tells what came of it: null asks to look again. */
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

  /** Whoever waits looks again: what was under way may be enough, or what was not counted yet. */
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
