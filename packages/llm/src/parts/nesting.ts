/** Lists and objects in one another that a frame or an answer may have: as many as a request. */
const depthMost = 128

const quote = 34
const backslash = 92

/** Whether JSON is nested deeper than anybody can write again, seen by its brackets before it is parsed. */
export function isTooDeep(json: string): boolean {
  if (json.length <= depthMost) return false
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = textEnd(json, at)
    else if (code === 123 || code === 91) depth += 1
    else if (code === 125 || code === 93) depth -= 1
    if (depth > depthMost) return true
  }
  return false
}

/** Where a text ends that begins at a place. */
function textEnd(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at
  }
  return json.length
}
