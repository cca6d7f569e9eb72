/** Something that answers chat requests, ours or another's. It runs until it is disposed of. */
export type System = AsyncDisposable & {
  readonly name: string
  readonly port: number
  /** Headers that a client sends it. */
  readonly headers: Readonly<Record<string, string>>
  /** Processes whose time and memory count. */
  readonly pids: readonly number[]
}

/** A system that cannot run here, and why. */
export type Skipped = { readonly name: string; readonly skipped: string }

export const isSkipped = (system: System | Skipped): system is Skipped => 'skipped' in system
