/** Versions that say nothing about the code that was built. */
const unspoken = new Set(['', 'v0.0.0', '0.0.0'])

/** Whether a server of version `served` has a newer console than the one `built` that is running. */
export const isOtherVersion = (served: string, built: string): boolean =>
  !unspoken.has(served) && !unspoken.has(built) && served !== built
