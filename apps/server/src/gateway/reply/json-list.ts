import { dataOf, frameCutter } from '@posthouse/llm/bytes/framing'

/**
 * Writes server-sent events as one growing JSON list, as Gemini's `streamGenerateContent` does without `alt=sse`. Elements are the
 * unchanged data of the frames. Stateful, for one stream.
 */
export class JsonList {
  readonly #cutter = frameCutter()
  #begun = false
  /** The current element exceeds the frame limit, so its beginning was already sent. */
  #inPieces = false

  write(bytes: Uint8Array): Buffer {
    const run = this.#cutter.push(bytes)
    if (run === null) return Buffer.alloc(0)
    const held = Buffer.from(run.bytes)
    const out: Buffer[] = []
    let from = 0
    for (const end of run.ends) {
      const frame = held.subarray(from, end)
      out.push(this.#inPieces ? frame : this.#element(frame))
      this.#inPieces = false
      from = end
    }
    if (from < held.length) out.push(this.#piece(held.subarray(from)))
    return Buffer.concat(out)
  }

  /** Ends the list, optionally with an error as its last element. An incomplete frame before it is dropped. */
  end(error?: string): Buffer {
    const rest = this.#cutter.flush()
    const last = error === undefined ? rest : Buffer.from(error)
    const element = last === null ? Buffer.alloc(0) : this.#element(Buffer.from(last))
    return Buffer.concat([element, Buffer.from(this.#begun ? ']' : '[]')])
  }

  /** A frame without data is a comment, which becomes an empty line. */
  #element(frame: Buffer): Buffer {
    const text = frame.toString('utf8')
    const data = dataOf(text) ?? (/^\s*\{/.test(text) ? text : null)
    return data === null ? Buffer.from('\n') : Buffer.from(this.#separator() + data)
  }

  #piece(bytes: Buffer): Buffer {
    if (this.#inPieces) return bytes
    this.#inPieces = true
    const prefix = /^data: ?/.exec(bytes.toString('latin1', 0, 6))?.[0] ?? ''
    return Buffer.concat([Buffer.from(this.#separator()), bytes.subarray(prefix.length)])
  }

  #separator(): string {
    const separator = this.#begun ? ',\n' : '['
    this.#begun = true
    return separator
  }
}
