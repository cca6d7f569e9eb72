const name = '"sequence_number":'
/** Blanks and digits. */
const figuresMost = 20

/** The numbers of events that go out, by looking for their name: in a text its quotes are escaped. */
export class EventNumbers {
  #last = -1

  see(bytes: Uint8Array | string): void {
    const frames = Buffer.from(bytes)
    const at = frames.lastIndexOf(name)
    if (at === -1) return
    const from = at + name.length
    const figures = /^\s*(\d+)/.exec(frames.toString('latin1', from, from + figuresMost))?.[1]
    if (figures !== undefined) this.#last = Number(figures)
  }

  get next(): number {
    return this.#last + 1
  }
}
