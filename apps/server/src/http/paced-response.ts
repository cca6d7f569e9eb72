import type { ServerResponse } from 'node:http'
import { bufferOf } from '../lib/bytes.ts'

/** Answers up to this leave in one write with their head: copying them is cheaper than a second one. */
const oneWriteBytesMax = 16 * 1024

/** So much is handed over at once: when it is taken shows whether a client reads. */
const pieceBytes = 64 * 1024

/**
 * How long a client may leave a piece untaken. The slowest lines (GPRS, 5 KB/s) take one in 13 seconds; a client that
 * is stopped in a debugger has its two minutes; who reads nothing at all holds its owner's memory no longer than that.
 */
export const untakenMs = 120_000

/** A response that waits for its client, and gives up a client that takes nothing. */
export class PacedResponse {
  readonly #response: ServerResponse
  readonly #drained: () => void
  /** Not handed over yet. */
  #rest: Uint8Array[] = []
  /** Of the first of them: what was handed over of it stays in memory until all of it is. */
  #handedBytes = 0
  #ends = false
  #patience: NodeJS.Timeout | null = null

  /** `drained` is told when all that was written is taken. */
  constructor(response: ServerResponse, drained: () => void) {
    this.#response = response
    this.#drained = drained
    response.on('drain', () => this.#took())
    response.once('finish', () => this.#stop())
    response.once('close', () => {
      this.#stop()
      this.#rest = []
      this.#handedBytes = 0
    })
  }

  /** Bytes that the client has not taken, as far as we can see. */
  get pendingBytes(): number {
    return this.#rest.reduce((sum, { length }) => sum + length, this.#response.writableLength)
  }

  /** Bytes of memory that they take. */
  get heldBytes(): number {
    return this.pendingBytes + this.#handedBytes
  }

  /** False: wait until it is drained. */
  write(bytes: Uint8Array): boolean {
    if (bytes.length > 0) this.#rest.push(bytes)
    return this.#handOver()
  }

  /** After all that was written. */
  end(last?: Uint8Array): void {
    this.#ends = true
    if (last !== undefined && this.#rest.length === 0 && last.length <= oneWriteBytesMax) {
      // Node joins the head with text alone; in latin1 each byte is a character.
      this.#response.end(bufferOf(last).toString('latin1'), 'latin1')
    } else if (last !== undefined) this.#rest.push(last)
    this.#handOver()
  }

  #handOver(): boolean {
    const response = this.#response
    let hasRoom = !response.writableNeedDrain
    while (hasRoom && this.#rest.length > 0) hasRoom = response.write(this.#nextPiece())
    const isAll = this.#rest.length === 0
    if (isAll && this.#ends && !response.writableEnded) response.end()
    // A drain tells of the one, the finish of the other.
    if (!hasRoom || (response.writableEnded && response.writableLength > 0)) this.#wait()
    return hasRoom && isAll
  }

  #nextPiece(): Uint8Array {
    const [first = new Uint8Array()] = this.#rest
    const isLast = first.length <= pieceBytes
    this.#handedBytes = isLast ? 0 : this.#handedBytes + pieceBytes
    if (isLast) this.#rest.shift()
    else this.#rest[0] = first.subarray(pieceBytes)
    return first.subarray(0, pieceBytes)
  }

  #took(): void {
    this.#stop()
    if (this.#handOver()) this.#drained()
  }

  #wait(): void {
    this.#patience ??= setTimeout(() => this.#response.destroy(), untakenMs).unref()
  }

  #stop(): void {
    if (this.#patience !== null) clearTimeout(this.#patience)
    this.#patience = null
  }
}
