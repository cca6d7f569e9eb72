import { cachedBytesMax } from './chat-cache.ts'
import type { Delivered } from './delivered.ts'
import { type KeepAlive, streamHeaders } from './keep-alive.ts'
import type { Reply } from './reply.ts'

/** What waits for the first content, so that a failure before it is still a failover. */
const preludeBytesMax = 64 * 1024

export type OutputWork = {
  readonly reply: Reply
  readonly delivered: Delivered
  readonly keepAlive: KeepAlive
  readonly keepBytes: boolean
  readonly onFirstContent: () => void
}

/** The client's side of a stream: its head, what waits for the first content, and every write. */
export class StreamOutput {
  /** Something was given to the client: from here on there is no other candidate. */
  committed = false
  /** The client's socket takes no more for now. */
  isFull = false
  readonly #work: OutputWork
  #prelude: Uint8Array[] = []
  #preludeBytes = 0
  #lastTexts: readonly string[] = []
  #lastBytes = 0
  #kept: Buffer[] | null
  #keptBytes = 0

  constructor(work: OutputWork) {
    this.#work = work
    this.#kept = work.keepBytes ? [] : null
  }

  /** All that went out, when it is kept and not too long. */
  get bytes(): Buffer | null {
    return this.#kept === null ? null : Buffer.concat(this.#kept)
  }

  commit(): void {
    if (this.committed) return
    this.committed = true
    this.#work.onFirstContent()
    this.#work.reply.head(200, streamHeaders)
  }

  send(pieces: readonly Uint8Array[], texts: readonly string[]): void {
    // What has content may be known only at the end, when all of it has come.
    if (pieces.length === 0 && !(this.committed && this.#prelude.length > 0)) return
    if (this.committed) {
      const waiting = this.#prelude.splice(0)
      return this.#write(waiting.length === 0 ? pieces : [...waiting, ...pieces], texts)
    }
    this.#prelude.push(...pieces.map((piece) => Uint8Array.from(piece)))
    this.#preludeBytes += pieces.reduce((sum, { length }) => sum + length, 0)
    if (this.#preludeBytes <= preludeBytesMax) return
    this.commit()
    this.#write(this.#prelude.splice(0), texts)
  }

  /** The last write may still be on our side of the socket of a client that left: it was not delivered. */
  takeBack(): void {
    const { reply, delivered } = this.#work
    if (reply.pendingBytes >= this.#lastBytes) delivered.takeBack(this.#lastTexts)
  }

  #write(pieces: readonly Uint8Array[], texts: readonly string[]): void {
    const { reply, delivered, keepAlive } = this.#work
    const first = pieces[0]
    if (first === undefined || reply.left) return
    const bytes = pieces.length === 1 ? first : Buffer.concat(pieces)
    // What is on its way is owed, whatever happens to us next.
    for (const text of texts) delivered.add(text)
    try {
      this.isFull = !reply.write(bytes)
    } catch (bug) {
      delivered.takeBack(texts)
      throw bug
    }
    this.#lastTexts = texts
    this.#lastBytes = bytes.length
    this.#keep(bytes)
    keepAlive.wrote()
  }

  #keep(bytes: Uint8Array): void {
    if (this.#kept === null) return
    this.#keptBytes += bytes.length
    if (this.#keptBytes > cachedBytesMax) this.#kept = null
    else this.#kept.push(Buffer.from(bytes))
  }
}
