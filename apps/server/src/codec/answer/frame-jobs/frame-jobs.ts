import type { BodyWorkers } from '../../body-workers.ts'
import type { Computations } from '../../computations.ts'

export type Compute = BodyWorkers['compute']

/** A stream's work off the loop, one thing after the other. */
export class Aside {
  readonly #compute: Compute
  #heldBytes = 0
  #isOver = false

  constructor(compute: Compute) {
    this.#compute = compute
  }

  /** The memory of the work that is under way. The copy that a thread reads counts as little as that of a body. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Settles as the computation does, and never once the stream is over. */
  run<Name extends keyof Computations>(
    name: Name,
    input: Computations[Name]['takes'],
    bytes: number,
  ): Promise<Computations[Name]['gives']> {
    const { promise, resolve, reject } = Promise.withResolvers<Computations[Name]['gives']>()
    const unlessOver =
      <Value>(settle: (value: Value) => void) =>
      (value: Value): void => {
        this.#heldBytes = 0
        if (!this.#isOver) settle(value)
      }
    this.#heldBytes = bytes
    this.#compute(name, input, bytes).then(unlessOver(resolve), unlessOver<unknown>(reject))
    return promise
  }

  drop(): void {
    this.#isOver = true
  }
}
