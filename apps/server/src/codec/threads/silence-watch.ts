/** Ends what has something to do and says nothing for too long. */
export class SilenceWatch {
  readonly #silenceMs: number
  readonly #giveUp: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(silenceMs: number, giveUp: () => void) {
    this.#silenceMs = silenceMs
    this.#giveUp = giveUp
  }

  /** It got something to do: what it has to say is awaited from now on, or already. */
  begin(): void {
    this.#timer ??= setTimeout(() => this.#late(), this.#silenceMs)
  }

  /** It said something, and has more to do or not. */
  heard(isBusy: boolean): void {
    this.stop()
    if (isBusy) this.begin()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Timers come before messages: after a turn that was long, its word may wait to be heard. */
  #late(): void {
    const timer = this.#timer
    setImmediate(() => {
      if (timer !== null && this.#timer === timer) this.#giveUp()
    })
  }
}
