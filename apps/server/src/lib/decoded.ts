/** A path as it was meant; one that is no valid encoding names itself. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
