import type { IncomingHttpHeaders } from 'node:http'

export type HookMethod = 'GET' | 'POST'

/** An endpoint for external machines. */
export type Hook = {
  /** For the log, which never contains the path. */
  readonly name: string
  /** Segments that start with `:` are parameters. */
  readonly path: `/api/${string}`
  readonly methods: readonly HookMethod[]
  readonly bodyBytesMax: number
  readonly handler: CallbackHandler
}

/** Checks who signed a notice. Null when the signature is missing or wrong. Refuses 404 where nothing listens at the address. */
export type CallbackHandler = (notice: Notice) => Promise<VerifiedCallback | null>

type VerifiedCallback = {
  /** For the log: the id of a row of ours, never what it signs with. */
  readonly signer: string
  readonly handle: () => Promise<HookAnswer>
}

export type Notice = {
  readonly requestId: string
  readonly method: HookMethod
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Without `cookie`. */
  readonly headers: Omit<IncomingHttpHeaders, 'cookie'>
  /** Unchanged, because signatures cover these bytes. */
  readonly body: Buffer
  readonly address: string
  readonly receivedAt: number
}

export type HookAnswer = {
  readonly status: number
  readonly contentType: string
  readonly body: string
}
