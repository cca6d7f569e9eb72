import type { SpooledFile } from '../../http/spool.ts'

/** Time limits of a call. The total is the caller's to watch. */
export type CallTimeouts = {
  /** From the request sent to the head of the answer. */
  readonly headersMs: number
  /** Silence allowed between two pieces of the body. */
  readonly idleMs: number
}

/** One HTTP call to a supplier. */
export type UpstreamRequest = {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  /** Files that make the body a form: its JSON has the fields. Absent: it goes as it is. */
  readonly files?: readonly SpooledFile[]
  /** `http:`, `https:`, `socks5:` or `socks5h:` URL; empty: none. */
  readonly proxy: string
  /** The name may lead to a private address. Cloud metadata addresses never may. */
  readonly privateAllowed: boolean
  readonly timeouts: CallTimeouts
}

/** Takes the body as it comes. After `end` or `fail` nothing more is called. */
export type BodySink = {
  data(chunk: Buffer): void
  end(): void
  fail(error: TransportError): void
}

/** The body of an answer. Nothing is lost before `read`; `pause` reaches the socket. */
export type ByteSource = {
  read(sink: BodySink): void
  pause(): void
  resume(): void
}

export type UpstreamReply = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: ByteSource
}

/** A call under way. `abort` closes the socket at once, in every phase, and may be called again. */
export type Opening = {
  /** Rejects with a `TransportError` and nothing else. */
  readonly reply: Promise<UpstreamReply>
  /** Something of it may have reached the supplier, who may work on it: a connection was there to write to. */
  readonly sent: boolean
  abort(): void
}

export type Transport = {
  open(request: UpstreamRequest): Opening
  close(): Promise<void>
}

export type TransportFault =
  /** It cannot be said in HTTP, or its proxy is none: nothing left. */
  | 'unsendable'
  | 'connect'
  | 'address-refused'
  | 'timeout-connect'
  | 'timeout-headers'
  | 'timeout-idle'
  | 'cut'
  | 'malformed'
  | 'no-stream'
  | 'too-large'
  | 'aborted'

/** A fault below HTTP. Its message names the inside and is for administrators only. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly fault: TransportFault

  constructor(fault: TransportFault, message: string) {
    super(message)
    this.fault = fault
  }
}
