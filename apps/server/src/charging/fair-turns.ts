/** One small step of a longer task. Returns true after the last one. */
export type Step = () => boolean

type Working = {
  readonly step: Step
  readonly done: () => void
  readonly broken: (bug: unknown) => void
}

/** Longest work in one turn of the event loop. */
const turnMs = 4

/** Runs many tasks in small steps, round-robin, and yields to the event loop between turns. */
export class FairTurns {
  readonly #monotonic: () => number
  #working: Working[] = []
  #isAwaited = false

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** Runs for at most one turn. Returns true if the task is done. */
  atOnce(step: Step): boolean {
    const started = this.#monotonic()
    do {
      if (step()) return true
    } while (this.#isInTurn(started))
    return false
  }

  /** Runs to the end, sharing turns with other tasks. */
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

/** A task that throws has ended and does not delay the others. */
function ends({ step, done, broken }: Working): boolean {
  try {
    if (!step()) return false
    done()
  } catch (bug) {
    broken(bug)
  }
  return true
}
