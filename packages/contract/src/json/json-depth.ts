/** The deepest nesting accepted. Suppliers' formats have fewer than ten levels. */
const depthMost = 32

/** Whether JSON is nested too deep to be walked recursively. Counts brackets without parsing. */
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
