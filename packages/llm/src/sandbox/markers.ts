/*
 * Markers in texts that callers write: `[[…]]`. Each is searched by its ends and never from every beginning again,
 * because a text may repeat a beginning a million times.
 */

/** The text without its markers. */
export function withoutMarkers(text: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const open = text.indexOf('[[', from)
    const close = open === -1 ? -1 : text.indexOf(']]', open + 2)
    if (close === -1) break
    kept.push(text.slice(from, open))
    from = close + 2
  }
  return [...kept, text.slice(from)].join('')
}

/** What is in the first marker of a name, which holds no `]`; null: there is none. */
export function markerIn(text: string, name: string): string | null {
  const beginning = `[[${name}:`
  let open = text.indexOf(beginning)
  while (open !== -1) {
    const close = text.indexOf(']', open)
    if (close === -1) return null
    if (text[close + 1] === ']') return text.slice(open + beginning.length, close)
    open = text.indexOf(beginning, close)
  }
  return null
}

const callBeginning = '[[sandbox-call:'
/** A name and the white space around it. */
const headMost = 300

/** Calls of tools: a name and the JSON object it is called with. */
export function callMarkersIn(text: string): { name: string; arguments: string }[] {
  const found: { name: string; arguments: string }[] = []
  let open = text.indexOf(callBeginning)
  while (open !== -1) {
    let next = open + callBeginning.length
    const [head, name] = /^\s*(\S+)\s+(?=\{)/.exec(text.slice(next, next + headMost)) ?? []
    if (head !== undefined && name !== undefined) {
      const end = objectEnd(text, next + head.length)
      if (end === null) return found
      found.push({ name, arguments: text.slice(next + head.length, end.object) })
      next = end.marker
    }
    open = text.indexOf(callBeginning, next)
  }
  return found
}

/** Behind the first brace that only white space parts from `]]`; null: there is none in the rest of the text. */
function objectEnd(text: string, from: number): { object: number; marker: number } | null {
  for (let brace = text.indexOf('}', from); brace !== -1; brace = text.indexOf('}', brace + 1)) {
    let close = brace + 1
    while (close < text.length && text[close]?.trim() === '') close += 1
    if (text.startsWith(']]', close)) return { object: brace + 1, marker: close + 2 }
  }
  return null
}
