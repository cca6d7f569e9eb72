/** How well a text answers what was typed: lower is better, null is no answer. */
export function rankMatch(text: string, typed: string): number | null {
  const place = text.toLowerCase().indexOf(typed.toLowerCase())
  if (place < 0) return null
  if (place === 0) return text.length === typed.length ? 0 : 1
  return /[\s\-_./]/.test(text[place - 1] ?? '') ? 2 : 3
}

export type TextPart = { readonly text: string; readonly hit: boolean }

/** A text cut where what was typed stands in it, for highlighting. */
export function cutMatches(text: string, typed: string): readonly TextPart[] {
  if (typed === '') return [{ text, hit: false }]
  const parts: TextPart[] = []
  const low = text.toLowerCase()
  let from = 0
  for (;;) {
    const place = low.indexOf(typed.toLowerCase(), from)
    if (place < 0) break
    if (place > from) parts.push({ text: text.slice(from, place), hit: false })
    parts.push({ text: text.slice(place, place + typed.length), hit: true })
    from = place + typed.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), hit: false })
  return parts
}
