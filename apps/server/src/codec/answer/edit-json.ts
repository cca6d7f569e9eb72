import { entriesOf, membersOf, openBrace } from '../request/edits/body-edit.ts'

/** New JSON text by member name or index. Missing members are added. */
export type JsonEdits = ReadonlyMap<string, string | JsonEdits>

const openBracket = 91

/** Replaces parts of a JSON object and leaves every other byte as it is, because it may contain pictures. `json` must be valid. */
export function editJson(json: string, writing: JsonEdits): string {
  const bytes = Buffer.from(json)
  const isAscii = bytes.length === json.length
  const source: Source = {
    bytes,
    textOf: (from, to) => (isAscii ? json.slice(from, to) : bytes.toString('utf8', from, to)),
    out: [],
  }
  const open = bytes.indexOf(openBrace)
  const end = write(source, open, writing)
  return [source.textOf(0, open), ...source.out, source.textOf(end, bytes.length)].join('')
}

type Source = {
  readonly bytes: Buffer
  readonly textOf: (from: number, to: number) => string
  readonly out: string[]
}

/** Writes from `open` up to the last edit and returns its end. */
function write({ bytes, textOf, out }: Source, open: number, writing: JsonEdits): number {
  const isObject = bytes[open] === openBrace
  const members = isObject ? membersOf(bytes, open) : entriesOf(bytes, open)
  let at = open
  if (isObject) {
    const added = missingOf(writing, new Set(members.map(({ name }) => name)))
    out.push('{', added, added === '' || members.length === 0 ? '' : ',')
    at += 1
  }
  for (const { name, from, to } of members) {
    const text = writing.get(name)
    if (text === undefined) continue
    out.push(textOf(at, from))
    at = from
    if (typeof text === 'string') {
      out.push(text)
      at = to
    } else if (isContainer(bytes[from])) at = write({ bytes, textOf, out }, from, text)
  }
  return at
}

const missingOf = (writing: JsonEdits, names: ReadonlySet<string>): string =>
  [...writing]
    .flatMap(([name, text]) =>
      typeof text !== 'string' || names.has(name) ? [] : [`${JSON.stringify(name)}:${text}`],
    )
    .join(',')

const isContainer = (byte: number | undefined): boolean =>
  byte === openBrace || byte === openBracket
