import { cachedBytesMax } from '../reply/chat-cache.ts'
import { type DeliveredContent, without } from '../../charging/delivered-content.ts'
import { type KeepAlive, streamHeaders } from '../reply/keep-alive.ts'
import { lengthOf, type Step } from '../../codec/answer/passage.ts'
import type { Reply } from '../reply/reply.ts'
import type { RunningCount } from '../../charging/running-count.ts'

/** Bytes that wait for the first content, so that a failure before it is still a failover. */
const preludeBytesMax = 64 * 1024

export type OutputWork = {
  readonly reply: Reply
  readonly delivered: DeliveredContent
  /** The text about to be delivered, too. */
  readonly running: RunningCount
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
  #standingBytes = 0
  #prelude: Uint8Array[] = []
  #preludeBytes = 0
  #preludeTexts: string[] = []
  /** Counted after the last write. */
  #unwritten: string[] = []
  /** Of what is not written, what the next write does not have yet either. */
  #toWait: string[] = []
  /** Counted before the last write, and on no frame yet: Gemini's calls go out in one piece, at the end. */
  #waiting: string[] = []
  /** The waiting bytes go out with the next write. */
  #endsWait = false
  #lastTexts: readonly string[] = []
  #lastBytes = 0
  /** Something is on its way that may be no text. */
  #gives = false
  /** The end of the answer, which waits until what can be gone on from is kept. */
  #end: Buffer[] = []
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

  /** Bytes that the client has not got or not taken. */
  get heldBytes(): number {
    return this.#standingBytes + this.#preludeBytes + this.endBytes + this.#work.reply.heldBytes
  }

  /** Bytes that wait for the end. */
  get endBytes(): number {
    return bytesOf(this.#end)
  }

  /** The next bytes to send, once they are held. */
  stand(pieces: readonly Uint8Array[]): void {
    this.#standingBytes = bytesOf(pieces)
  }

  commit(): void {
    if (this.committed) return
    this.committed = true
    this.#work.onFirstContent()
    this.#work.reply.head(200, streamHeaders)
  }

  /**
   * The text of a frame may come before it: it counts at once, and nothing that goes out is left uncounted. What
   * ends an answer waits for `end`.
   */
  send(
    pieces: readonly Uint8Array[],
    {
      texts,
      waiting,
      endsWait,
      gives,
      isEnd,
    }: Pick<Step, 'texts' | 'waiting' | 'endsWait' | 'gives'> & { readonly isEnd: boolean },
  ): void {
    this.#standingBytes = 0
    if (endsWait) this.#toWait = []
    for (const text of waiting) this.#toWait.push(text)
    this.#endsWait ||= endsWait
    this.#gives ||= gives
    if (!this.committed) {
      for (const piece of pieces) this.#prelude.push(Uint8Array.from(piece))
      for (const text of texts) this.#preludeTexts.push(text)
      this.#preludeBytes += bytesOf(pieces)
      if (this.#preludeBytes <= preludeBytesMax) return
      this.commit()
      return this.send([], { texts: [], waiting: [], endsWait: false, gives: false, isEnd })
    }
    this.#preludeBytes = 0
    const prelude = this.#prelude.splice(0)
    const waitingTexts = this.#preludeTexts.splice(0)
    this.#write(
      prelude.length === 0 ? pieces : [...prelude, ...pieces],
      waitingTexts.length === 0 ? texts : [...waitingTexts, ...texts],
      isEnd,
    )
  }

  /** Sends the bytes that waited for the end. */
  release(): void {
    if (this.#end.length > 0) this.#work.reply.write(Buffer.concat(this.#end.splice(0)))
  }

  /** The same, and the end. */
  end(): void {
    this.release()
    this.#work.reply.end()
  }

  /** Bytes of text that wait for the first content: they are not counted yet. */
  get waitingTextBytes(): number {
    return lengthOf(this.#preludeTexts)
  }

  /** The last write may still be on our side of the socket of a client that left: it was not delivered. */
  takeBack(): void {
    this.takeBackUnwritten()
    const { reply, delivered } = this.#work
    if (reply.pendingBytes >= this.#lastBytes) delivered.takeBack(this.#lastTexts)
  }

  /** Text that was counted and whose frame never came was not delivered. */
  takeBackUnwritten(): void {
    this.#work.delivered.takeBack([...this.#waiting.splice(0), ...this.#unwritten.splice(0)])
  }

  #write(pieces: readonly Uint8Array[], texts: readonly string[], isEnd: boolean): void {
    const { reply, delivered, keepAlive } = this.#work
    if (reply.left) return
    // Bytes on their way are owed, whatever happens to us next.
    for (const text of texts) {
      delivered.add(text)
      this.#unwritten.push(text)
    }
    const first = pieces[0]
    if (first === undefined) return
    const bytes = pieces.length === 1 ? first : Buffer.concat(pieces)
    try {
      if (isEnd) this.#end.push(Buffer.from(bytes))
      else this.isFull = !reply.write(bytes)
    } catch (bug) {
      this.takeBackUnwritten()
      throw bug
    }
    this.#lastTexts = this.#textsWritten()
    this.#lastBytes = isEnd ? 0 : bytes.length
    if (this.#gives) delivered.mark()
    this.#keep(bytes)
    keepAlive.wrote()
  }

  /** The texts of a write, which has gone out. Each is looked at once, however long others wait. */
  #textsWritten(): readonly string[] {
    const written = this.#endsWait ? this.#waiting.splice(0) : []
    const toWait = this.#toWait.splice(0)
    const said = without(this.#unwritten.splice(0), toWait)
    for (const text of toWait) this.#waiting.push(text)
    this.#endsWait = false
    return written.length === 0 ? said : [...written, ...said]
  }

  #keep(bytes: Uint8Array): void {
    if (this.#kept === null) return
    this.#keptBytes += bytes.length
    if (this.#keptBytes > cachedBytesMax) this.#kept = null
    else this.#kept.push(Buffer.from(bytes))
  }
}

const bytesOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)
