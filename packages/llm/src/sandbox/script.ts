/** The doings of an upstream, as data: whoever plays it brings the clock and the socket. */
export type Script = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds before the head. */
  readonly headDelayMs: number
  readonly pieces: readonly Piece[]
  /** `cut`: the connection breaks after the last piece, in the middle of the answer. */
  readonly end: 'complete' | 'cut'
}

export type Piece = { readonly delayMs: number; readonly bytes: Uint8Array }

/** What is known of a file: nobody reads it. */
export type SandboxFile = {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Of sound. */
  readonly seconds: number | null
}

export type SandboxRequest = {
  readonly method: string
  readonly path: string
  readonly body: Uint8Array
  /** Files that came with it, in a form. Absent: none. */
  readonly files?: readonly SandboxFile[]
  /** The channel's `plugin.sandbox`, as it stands. */
  readonly settings: Readonly<Record<string, unknown>>
  /** Serves names that are not `sandbox/…` too: for tests and benchmarks alone. */
  readonly anyModel: boolean
  /** Epoch milliseconds: films take their time. */
  readonly now: number
}

const encoder = new TextEncoder()
export const bytesOf = (text: string): Uint8Array => encoder.encode(text)

export const jsonScript = (status: number, body: unknown): Script => ({
  status,
  headers: { 'content-type': 'application/json' },
  headDelayMs: 0,
  pieces: [{ delayMs: 0, bytes: bytesOf(JSON.stringify(body)) }],
  end: 'complete',
})
