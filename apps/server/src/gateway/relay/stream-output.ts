import { cachedBytesMax } from '../reply/chat-cache.ts'
import { type DeliveredContent, without } from '../../charging/delivered-content.ts'
import { type KeepAlive, streamHeaders } from '../reply/keep-alive.ts'
import { lengthOf, type Step } from '../../codec/answer/passage.ts'
import type { Reply } from '../reply/reply.ts'
import type { RunningCount } from '../../charging/running-count.ts'

/** Bytes that wait for the first content, so that an earlier failure can still be retried. */
const preludeBytesMax = 64 * 1024

export type OutputWork = {
  readonly reply: Reply
  readonly delivered: DeliveredContent
  /** Includes text about to be delivered. */
  readonly running: RunningCount
  readonly keepAlive: KeepAlive
  readonly keepBytes: boolean
  readonly onFirstContent: () => void
}

/** The client's side of a stream: head, bytes before the first content, and every write. */
export class StreamOutput {
  /** Content was delivered, so no other candidate can be asked. */
  committed = false
  isFull = false
  readonly #work: OutputWork
  #standingBytes = 0
  #prelude: Uint8Array[] = []
  #preludeBytes = 0
  #preludeTexts: string[] = []
  /** Text counted since the last write. */
  #unwritten: string[] = []
  /** Unwritten text that is not part of the next write either. */
  #toWait: string[] = []
  /** Text counted before the last write and not sent yet: Gemini's calls are sent in one piece at the end. */
  #waiting: string[] = []
  /** The next write sends the waiting bytes. */
  #endsWait = false
  #lastTexts: readonly string[] = []
  #lastBytes = 0
  /** The next write may contain something other than text. */
  #gives = false
  /** End of the answer, which waits until the response is stored. */
  #end: Buffer[] = []
  #kept: Buffer[] | null
  #keptBytes = 0

  constructor(work: OutputWork) {
    this.#work = work
    this.#kept = work.keepBytes ? [] : null
  }

  /** Everything sent, if it is to be cached and not too long. */
  get bytes(): Buffer | null {
    return this.#kept === null ? null : Buffer.concat(this.#kept)
  }

  get heldBytes(): number {
    return this.#standingBytes + this.#preludeBytes + this.endBytes + this.#work.reply.heldBytes
  }

  get endBytes(): number {
    return bytesOf(this.#end)
  }

  /** Queues bytes to send once they are held. */
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
   * Text of a frame may arrive before the frame and is counted at once, so nothing is sent uncounted. The end of an answer waits for
   * `end`.
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

  release(): void {
    if (this.#end.length > 0) this.#work.reply.write(Buffer.concat(this.#end.splice(0)))
  }

  /** Sends the waiting bytes and ends the answer. */
  end(): void {
    this.release()
    this.#work.reply.end()
  }

  /** Uncounted bytes of text before the first content. */
  get waitingTextBytes(): number {
    return lengthOf(this.#preludeTexts)
  }

  /** Removes the last write if it never left our side of the socket. */
  takeBack(): void {
    this.takeBackUnwritten()
    const { reply, delivered } = this.#work
    if (reply.pendingBytes >= this.#lastBytes) delivered.takeBack(this.#lastTexts)
  }

  /** Removes counted text whose frame never arrived. */
  takeBackUnwritten(): void {
    this.#work.delivered.takeBack([...this.#waiting.splice(0), ...this.#unwritten.splice(0)])
  }

  #write(pieces: readonly Uint8Array[], texts: readonly string[], isEnd: boolean): void {
    const { reply, delivered, keepAlive } = this.#work
    if (reply.left) return
    // Sent bytes are charged, whatever happens next.
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

  /** Texts of the last write. Each is visited once, however long others wait. */
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
