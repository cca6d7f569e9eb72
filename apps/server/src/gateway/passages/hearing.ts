import { dialects, type Reader } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/event'
import { frameCutter } from '@posthouse/llm/parts/framing'

/** A frame that is longer is not understood: it ends in two. */
const frameBytesMax = 1024 * 1024

/** Understands OpenAI's frames on their way, where something of them is to be remembered. */
export class Hearing {
  readonly #cutter = frameCutter(frameBytesMax)
  readonly #reader: Reader = dialects['openai-chat'].asClient.read()
  readonly #see: (event: ModelEvent) => void

  constructor(see: (event: ModelEvent) => void) {
    this.#see = see
  }

  push(bytes: Uint8Array): void {
    const run = this.#cutter.push(bytes)
    if (run === null) return
    const read = Buffer.from(run.bytes.buffer, run.bytes.byteOffset, run.bytes.byteLength)
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
