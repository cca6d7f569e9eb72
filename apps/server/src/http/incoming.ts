import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as every part of the server gets it. */
export type Incoming = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** UUIDv7 of ours: `x-request-id` of the reply, cause of its holds and charges. */
  readonly id: string
  /** The client's address; forwarded headers count only from trusted proxies. */
  readonly address: string
  /** Whether the client came over TLS, to us or to a trusted proxy. */
  readonly secure: boolean
  /** `Host`, and before it the one that a trusted proxy forwards. */
  readonly hosts: readonly string[]
  /** Path with doubled slashes at its start folded. Its query may hold a key: it is never logged. */
  readonly url: URL
  readonly receivedAt: number
}
