const names = new Set(['lyric', 'lyrics', 'text'])
const depthMax = 6

/** Lyrics in a supplier's answer, which has them with each song. */
export function lyricsIn(result: unknown): readonly string[] {
  const found = new Set<string>()
  collect(result, found, 0)
  return [...found]
}

function collect(value: unknown, found: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > depthMax) return
  for (const [name, part] of Object.entries(value)) {
    if (names.has(name) && typeof part === 'string' && part.trim() !== '') found.add(part)
    else collect(part, found, depth + 1)
  }
}
