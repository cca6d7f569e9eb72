/** One small step of a longer work. Answers whether it was the last. */
export type Step = () => boolean

type Working = {
  readonly step: Step
  readonly done: () => void
  readonly broken: (bug: unknown) => void
}

/** The time for which one turn of the event loop may work. */
const turnMs = 4

/** Works on many things by small steps, one of each in turn, and lets the event loop go on between them. */
export class FairTurns {
  readonly #monotonic: () => number
  #working: Working[] = []
  #isAwaited = false

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Does as much as one turn allows. Answers whether that was all. */
  atOnce(step: Step): boolean {
    const started = this.#monotonic()
    do {
      if (step()) return true
    } while (this.#isInTurn(started))
    return false
  }

  /** To its end, beside all others. */
  whole(step: Step): Promise<void> {
    return new Promise((done, broken) => {
      this.#working.push({ step, done, broken })
      this.#awaitTurn()
    })
  }

  #awaitTurn(): void {
    if (this.#isAwaited || this.#working.length === 0) return
    this.#isAwaited = true
    setImmediate(() => {
      this.#isAwaited = false
      this.#turn()
      this.#awaitTurn()
    })
  }

  #turn(): void {
    const started = this.#monotonic()
    do {
      const first = this.#working.shift()
      if (first === undefined) return
      if (!ends(first)) this.#working.push(first)
    } while (this.#isInTurn(started))
  }

  #isInTurn(started: number): boolean {
    return this.#monotonic() - started <= turnMs
  }
}

/** A part that breaks has ended, and holds nobody else up. */
function ends({ step, done, broken }: Working): boolean {
  try {
    if (!step()) return false
    done()
  } catch (bug) {
    broken(bug)
  }
  return true
}
