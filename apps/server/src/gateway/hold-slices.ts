import type { Refusal } from '@posthouse/contract/refusal'
import type { Delivered } from './delivered.ts'
import type { Reservation } from './exchange.ts'
import { tokensByBytes } from './token-counter.ts'

type Extended = (refusal: Refusal | null) => void

/**
 * What a stream may still say for the money that is held. The next slice is asked for at the half of this one,
 * beside the stream; what goes beyond it waits until it is held.
 */
export class HoldSlices {
  readonly #reservation: Reservation
  readonly #delivered: Delivered
  readonly #broken: (bug: unknown) => void
  #extending = false
  #dry = false
  /** Who came while an extension was under way: they ask after it. */
  #behind: Extended[] = []

  constructor(
    { reservation, delivered }: { reservation: Reservation; delivered: Delivered },
    broken: (bug: unknown) => void,
  ) {
    this.#reservation = reservation
    this.#delivered = delivered
    this.#broken = broken
  }

  /** Whether so many bytes of text more are held. */
  hasRoomFor(bytes: number): boolean {
    const after = this.#delivered.tokensAbout + tokensByBytes(bytes)
    return bytes === 0 || after <= this.#reservation.outputTokensHeld()
  }

  /** Whether so many bytes of text more are beyond what any answer within its limit says. */
  isBeyondLimit(bytes: number): boolean {
    return this.#delivered.bytes + bytes > this.#reservation.saidBytesMost
  }

  /** Asks for the next slice when it is time. */
  watch(): void {
    if (this.#extending || this.#dry || this.#reservation.isAllHeld()) return
    if (this.#delivered.tokensAbout < this.#reservation.outputTokensHeld() / 2) return
    this.extend(() => {})
  }

  /** Asks for more, one at a time, and tells what came of it. */
  extend(then: Extended): void {
    if (this.#extending) {
      this.#behind.push(then)
      return
    }
    this.#extending = true
    this.#reservation.extend().then(
      (refusal) => {
        this.#extending = false
        this.#dry = refusal !== null
        then(refusal)
        // The slice that was under way may be enough for them.
        for (const waiting of this.#behind.splice(0)) waiting(refusal)
      },
      (bug: unknown) => this.#broken(bug),
    )
  }
}
