/** Takes a response where it passes by, and keeps it for the next turn. What fails is logged: the answer goes on. */
export type ResponseKeeper = {
  /** Frames of a stream, whole ones. */
  see(frames: string): void
  whole(body: Buffer): void
  /** Resolves when what was taken is where the client can ask for it, and go on from it. */
  keep(): Promise<void>
}
