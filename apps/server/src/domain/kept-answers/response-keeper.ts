/** Stores a response while it is relayed. Failures are logged and do not affect the answer. */
export type ResponseKeeper = {
  /** Takes complete frames of a stream. */
  see(frames: string): void
  whole(body: Buffer): void
  /** The response is stored and can be fetched. */
  readonly saved: boolean
  /** Resolves once the client's next call can use the response. */
  readonly done: () => Promise<void>
}
