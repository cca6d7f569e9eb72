const token = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gs

/** Whether any object in a valid JSON text repeats a name. A parser would keep only one of the values. */
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
