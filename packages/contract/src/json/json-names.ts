const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs

/** Whether an object in a valid JSON text has a name twice: of two values, a reader would keep one. */
export function repeatsName(text: string): boolean {
  const open: Set<string>[] = []
  let last = ''
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') open.push(new Set())
    else if (found === '}' || found === ']') open.pop()
    else if (found === ':' && isKnown(open.at(-1), JSON.parse(last))) return true
    last = found
  }
  return false
}

function isKnown(names: Set<string> | undefined, name: string): boolean {
  const known = names?.has(name) === true
  names?.add(name)
  return known
}
