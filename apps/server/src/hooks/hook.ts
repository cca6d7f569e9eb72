import type { IncomingHttpHeaders } from 'node:http'

export type HookMethod = 'GET' | 'POST'

/** One address for machines of others. */
export type Hook = {
  /** For the log, which never has the path. */
  readonly name: string
  /** `:name` is a parameter. */
  readonly path: `/api/${string}`
  readonly methods: readonly HookMethod[]
  readonly bodyBytesMax: number
  /** Null: nobody has moved in. */
  readonly tenant: Tenant | null
}

/** Who lives behind a hook. */
export type Tenant = {
  /** Who signed the notice; null: nobody whom we know. */
  readonly verify: (notice: Notice) => Promise<Signer | null>
  readonly handle: (notice: Notice, signer: Signer) => Promise<HookAnswer>
  /** What its machine takes for a no. Null: words, for people who read its log. */
  readonly refusalText: string | null
}

/** What a machine sent. */
export type Notice = {
  readonly requestId: string
  readonly method: HookMethod
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** Without its cookie. */
  readonly headers: Omit<IncomingHttpHeaders, 'cookie'>
  /** As it came: signatures are of these bytes. */
  readonly body: Buffer
  readonly address: string
  readonly receivedAt: number
}

type Signer = {
  /** Of a row of ours, for the log: never what it signs with. */
  readonly id: string
}

export type HookAnswer = {
  readonly status: number
  readonly contentType: string
  readonly body: string
}
