/** What a load process is asked to do, given as JSON in its first argument. */
export type LoadJob = {
  readonly ports: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Requests under way at any time, each on a connection of its own. */
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Ends early after this many requests. */
  readonly requestsMax: number
  /** A connection rests for this long after an answer. */
  readonly pauseMs: number
  /** Streams that are opened and stay open; nothing is repeated. */
  readonly holdOpen: boolean
}

export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly failures: number
  /** Milliseconds from the request written to the end of the answer, and to its first content. */
  readonly totalMs: Spread
  readonly firstContentMs: Spread
  /** Streams that gave content, and the events that came while they were held open. */
  readonly opened: number
  readonly events: number
}

export type Spread = { readonly p50: number; readonly p95: number; readonly p99: number }

/** A line of the load process: the measured time begins, then ends with its result. */
export type LoadLine = { readonly event: 'begin' } | { readonly event: 'end'; result: LoadResult }
