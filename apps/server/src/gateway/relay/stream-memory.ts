import { type MemoryLease, smallBytesMax } from '../../http/body-memory.ts'

/** Nearly every stream holds less at any time: it is not worth counting. */
const uncountedBytesMax = 64 * 1024

/** Bytes that have come and not gone, somewhere on their way. */
type Holder = { readonly heldBytes: number }

/** The share of one stream in the memory of this process, told anew as it changes. */
export class StreamMemory {
  readonly #lease: Pick<MemoryLease, 'count' | 'grow'>
  readonly #holders: readonly Holder[]
  #counted = 0

  constructor(lease: Pick<MemoryLease, 'count' | 'grow'>, holders: readonly Holder[]) {
    this.#lease = lease
    this.#holders = holders
  }

  /**
   * Of what the holders have now, and `others`. False: the process holds too much for it. Little, and less than before,
   * is never refused.
   */
  hasRoom(others: number): boolean {
    const bytes = this.#holders.reduce((sum, { heldBytes }) => sum + heldBytes, others)
    const more = counted(bytes) - this.#counted
    if (more <= 0 || bytes <= smallBytesMax) this.keeps(bytes)
    else if (this.#lease.grow(more)) this.#counted += more
    else return false
    return true
  }

  /** Bytes that stay, whatever others hold. */
  keeps(bytes: number): void {
    const more = counted(bytes) - this.#counted
    if (more !== 0) this.#lease.count(more)
    this.#counted += more
  }
}

const counted = (bytes: number): number => (bytes <= uncountedBytesMax ? 0 : bytes)
