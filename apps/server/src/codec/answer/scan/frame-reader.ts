import type { Dialect, StreamReader } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { FrameRun } from '@posthouse/llm/bytes/framing'
import { asBuffer } from '../passage.ts'

/** Reads frames that are otherwise only scanned, to store their reasoning. */
export class FrameReader {
  readonly #asClient: Dialect['asClient']
  #reader: StreamReader
  readonly #see: (event: ModelEvent) => void

  constructor({ asClient }: Dialect, see: (event: ModelEvent) => void) {
    this.#asClient = asClient
    this.#reader = asClient.read()
    this.#see = see
  }

  /** Plain data. */
  get state(): { readonly reading: unknown } {
    return { reading: this.#reader.state }
  }

  /** Continues after a frame that was read in a thread. */
  goOnFrom({ reading, seen }: { reading: unknown; seen: readonly ModelEvent[] }): void {
    this.#reader = this.#asClient.readOn(reading)
    this.#hear(seen)
  }

  push(run: FrameRun): void {
    const read = asBuffer(run.bytes)
    let from = 0
    for (const end of run.ends) {
      this.#hear(this.#reader.step(read.toString('utf8', from, end)))
      from = end
    }
  }

  finish(): void {
    this.#hear(this.#reader.finish())
  }

  #hear(events: readonly ModelEvent[]): void {
    for (const event of events) this.#see(event)
  }
}
