export type Fault = { readonly line: number; readonly column: number }

/** Between tokens: these four alone, no other space and no mark of byte order. */
const space = /[ \t\n\r]*/y

/** RFC 8259: in a text anything but a quote, a backslash and what is below a space. */
const token =
  /(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/uy

/** What may come next: a value, a name, the colon after it, or what ends or goes on. */
type Wanted = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'more' | 'nothing'

/** Which kinds of token fit where. */
const fits: Readonly<Record<string, readonly Wanted[]>> = {
  '{': ['value', 'valueOrEnd'],
  '[': ['value', 'valueOrEnd'],
  '}': ['more', 'nameOrEnd'],
  ']': ['more', 'valueOrEnd'],
  ',': ['more'],
  ':': ['colon'],
  text: ['value', 'valueOrEnd', 'name', 'nameOrEnd'],
  plain: ['value', 'valueOrEnd'],
}

/** Where a JSON text breaks, counted from 1; undefined when it does not. Browsers do not say it alike. */
export function jsonFault(text: string): Fault | undefined {
  if (text.trim() === '') return undefined
  const open: string[] = []
  let wanted: Wanted = 'value'
  for (let end = 0; ;) {
    const start = end + lengthOf(space, text, end)
    if (start >= text.length) return wanted === 'nothing' ? undefined : placeOf(text, text.length)
    token.lastIndex = start
    const match = token.exec(text)
    const kind = match === null ? '' : kindOf(match)
    if (!fitsHere(kind, wanted, open)) return placeOf(text, start)
    wanted = after(kind, wanted, open)
    end = token.lastIndex
  }
}

function lengthOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.[0].length ?? 0
}

function kindOf(match: RegExpExecArray): string {
  if (match[2] !== undefined) return 'text'
  return match[1] ?? 'plain'
}

function fitsHere(kind: string, wanted: Wanted, open: readonly string[]): boolean {
  if (kind === '}' && open.at(-1) !== '{') return false
  if (kind === ']' && open.at(-1) !== '[') return false
  return fits[kind]?.includes(wanted) ?? false
}

/** The next wish; keeps account of what is open. */
function after(kind: string, wanted: Wanted, open: string[]): Wanted {
  if (kind === '{' || kind === '[') {
    open.push(kind)
    return kind === '{' ? 'nameOrEnd' : 'valueOrEnd'
  }
  if (kind === ':') return 'value'
  if (kind === ',') return open.at(-1) === '{' ? 'name' : 'value'
  if (kind === 'text' && wanted.startsWith('name')) return 'colon'
  if (kind === '}' || kind === ']') open.pop()
  return open.length === 0 ? 'nothing' : 'more'
}

function placeOf(text: string, position: number): Fault {
  const before = text.slice(0, position).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
