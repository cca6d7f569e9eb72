/** For the rejection of a call about a file: `fallback` where nothing has that name. Throws what else went wrong. */
export const whenAbsent =
  <Fallback>(fallback: Fallback) =>
  (error: unknown): Fallback => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return fallback
    throw error
  }
