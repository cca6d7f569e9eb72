/** Takes a response where it passes by, and keeps it for the next turn. What fails is logged: the answer goes on. */
export type ResponseKeeper = {
  /** Frames of a stream, whole ones. */
  see(frames: string): void
  whole(body: Buffer): void
  /** The response is where the client can ask for it. */
  readonly saved: boolean
  /** Resolves when what was told to the client is there for its next call. */
  readonly done: () => Promise<void>
}
