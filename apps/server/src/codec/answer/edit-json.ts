import { entriesOf, membersOf, openBrace } from '../request/edits/body-edit.ts'

/** JSON text for places in an object: by the names of members and the numbers of entries. A member that is not there is added. */
export type JsonEdits = ReadonlyMap<string, string | JsonEdits>

const openBracket = 91

/**
 * The same JSON object with other text in some places. All else stays as it was, and nothing of it is parsed and
 * written again: it may hold pictures. It must be valid: whoever calls has parsed it.
 */
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
  /** Between two places in the bytes. */
  readonly textOf: (from: number, to: number) => string
  readonly out: string[]
}

/** Writes from `open` to the last of the places, which it answers. */
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
