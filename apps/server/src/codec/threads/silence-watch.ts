/** Detects a busy thread that has been silent for too long. */
export class SilenceWatch {
  readonly #silenceMs: number
  readonly #giveUp: () => void
  #timer: NodeJS.Timeout | null = null

  constructor(silenceMs: number, giveUp: () => void) {
    this.#silenceMs = silenceMs
    this.#giveUp = giveUp
  }

  /** Called when it gets work. */
  begin(): void {
    this.#timer ??= setTimeout(() => this.#late(), this.#silenceMs)
  }

  /** Called on every message of the thread. */
  heard(isBusy: boolean): void {
    this.stop()
    if (isBusy) this.begin()
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** Timers run before messages, so after a long turn a message may already be waiting. */
  #late(): void {
    const timer = this.#timer
    setImmediate(() => {
      if (timer !== null && this.#timer === timer) this.#giveUp()
    })
  }
}
