const name = '"sequence_number":'
/** Spaces and digits. */
const figuresMost = 20

/** Reads the numbers of outgoing events by searching for the quoted field name, which cannot occur inside a JSON text. */
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
