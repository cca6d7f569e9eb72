import type { BodyWorkers } from '../../body-workers.ts'
import type { Computations } from '../../computations.ts'

export type Compute = BodyWorkers['compute']

/** Jobs of one stream in threads, one at a time. */
export class Aside {
  readonly #compute: Compute
  #heldBytes = 0
  #isOver = false

  constructor(compute: Compute) {
    this.#compute = compute
  }

  /** Memory of the current job. Like that of a body, the thread's copy is not counted. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Settles like the computation, and never after the stream has ended. */
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
