/** Lists and objects in one another. What a supplier takes has fewer than ten. */
const depthMost = 32

/** Whether JSON is nested deeper than anybody may walk through. It is counted, not walked through. */
export function isJsonTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (inText && letter === '\\') at += 1
    else if (letter === '"') inText = !inText
    else if (!inText) depth += stepOf(letter)
    if (depth > depthMost) return true
  }
  return false
}

function stepOf(letter: string): number {
  if (letter === '{' || letter === '[') return 1
  return letter === '}' || letter === ']' ? -1 : 0
}
