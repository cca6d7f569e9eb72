import { type MemoryLease, smallBytesMax } from '../../http/body-memory.ts'

/** Almost every stream stays below this, which is not worth counting. */
const uncountedBytesMax = 64 * 1024

/** A buffer of bytes on their way. */
type Holder = { readonly heldBytes: number }

/** The share of one stream in the process's memory budget. */
export class StreamMemory {
  readonly #lease: Pick<MemoryLease, 'count' | 'grow'>
  readonly #holders: readonly Holder[]
  #counted = 0

  constructor(lease: Pick<MemoryLease, 'count' | 'grow'>, holders: readonly Holder[]) {
    this.#lease = lease
    this.#holders = holders
  }

  /** Updates the share with `others` bytes more. Returns false over budget. Small and shrinking shares are never refused. */
  hasRoom(others: number): boolean {
    const bytes = this.#holders.reduce((sum, { heldBytes }) => sum + heldBytes, others)
    const more = counted(bytes) - this.#counted
    if (more <= 0 || bytes <= smallBytesMax) this.keeps(bytes)
    else if (this.#lease.grow(more)) this.#counted += more
    else return false
    return true
  }

  /** Adds bytes that stay until the end. */
  keeps(bytes: number): void {
    const more = counted(bytes) - this.#counted
    if (more !== 0) this.#lease.count(more)
    this.#counted += more
  }
}

const counted = (bytes: number): number => (bytes <= uncountedBytesMax ? 0 : bytes)
