/** New JSON text by top-level field, or null to remove it. */
export type FieldEdits = ReadonlyMap<string, string | null>

/** JSON text of fields to add if missing. */
type FieldFills = ReadonlyMap<string, string>

const noFills: FieldFills = new Map()

export type Member = {
  readonly name: string
  readonly start: number
  readonly from: number
  readonly to: number
}

const quote = 34
const backslash = 92
const comma = 44
const colon = 58
export const openBrace = 123
const closeBrace = 125
const openBracket = 91
const closeBracket = 93

/**
 * Changes top-level fields of a JSON object and leaves every other byte as it is, so nothing is lost or rounded. A repeated field is
 * changed everywhere, because parsers differ in which one they use.
 *
 * `body` must be a valid JSON object.
 */
export function editFields(body: Buffer, edits: FieldEdits, fills = noFills): Buffer {
  if (edits.size === 0 && fills.size === 0) return body
  const members = membersOf(body)
  const parts: Buffer[] = []
  const missing = new Map<string, string | null>([...fills, ...edits])
  for (const { name } of members) if (!edits.has(name)) missing.delete(name)
  const open = body.indexOf(openBrace) + 1
  let at = open
  for (const member of members) {
    const edit = edits.get(member.name)
    if (edit === undefined) continue
    missing.delete(member.name)
    if (edit === null) {
      parts.push(body.subarray(at, member.start))
      at = afterMember(body, member)
    } else {
      parts.push(body.subarray(at, member.from), Buffer.from(edit))
      at = member.to
    }
  }
  const added = [...missing].flatMap(([name, value]) =>
    value === null ? [] : [`${JSON.stringify(name)}:${value}`],
  )
  const head = added.length === 0 ? '' : `${added.join(',')}${members.length === 0 ? '' : ','}`
  return withoutDanglingComma(
    Buffer.concat([body.subarray(0, open), Buffer.from(head), ...parts, body.subarray(at)]),
    parts.length > 0,
  )
}

/** Position after a removed member and its comma. */
function afterMember(body: Buffer, member: Member): number {
  const next = skipSpace(body, member.to)
  return body[next] === comma ? next + 1 : member.to
}

/** Removes the comma that a removed last member leaves behind. */
function withoutDanglingComma(body: Buffer, changed: boolean): Buffer {
  if (!changed) return body
  const close = body.lastIndexOf(closeBrace)
  let before = close - 1
  while (isSpace(body[before])) before -= 1
  if (body[before] !== comma) return body
  return Buffer.concat([body.subarray(0, before), body.subarray(before + 1)])
}

/** Members of the object that begins at `open`. */
export function membersOf(body: Buffer, open = body.indexOf(openBrace)): Member[] {
  const members: Member[] = []
  let at = skipSpace(body, open + 1)
  while (body[at] === quote) {
    const start = at
    const nameEnd = stringEnd(body, at)
    const name = nameOf(body, start, nameEnd)
    const from = skipSpace(body, body.indexOf(colon, nameEnd) + 1)
    const to = valueEnd(body, from)
    members.push({ name, start, from, to })
    at = skipSpace(body, to)
    if (body[at] === comma) at = skipSpace(body, at + 1)
  }
  return members
}

/** The JSON text of a top-level field, or null. */
export function fieldBytes(body: Buffer, field: string): Buffer | null {
  const member = membersOf(body).findLast(({ name }) => name === field)
  return member === undefined ? null : body.subarray(member.from, member.to)
}

/** Entries of the list that begins at `open`, named by index. */
export function entriesOf(body: Buffer, open: number): Member[] {
  const entries: Member[] = []
  let at = skipSpace(body, open + 1)
  while (at < body.length && body[at] !== closeBracket) {
    const to = valueEnd(body, at)
    entries.push({ name: String(entries.length), start: at, from: at, to })
    at = skipSpace(body, to)
    if (body[at] === comma) at = skipSpace(body, at + 1)
  }
  return entries
}

/** Decodes escapes in a member name. */
function nameOf(body: Buffer, start: number, end: number): string {
  const name: unknown = JSON.parse(body.toString('utf8', start, end))
  return String(name)
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9

function skipSpace(body: Buffer, from: number): number {
  let at = from
  while (isSpace(body[at])) at += 1
  return at
}

/** Position after the string that begins at `from`. */
function stringEnd(body: Buffer, from: number): number {
  let at = body.indexOf(quote, from + 1)
  while (at !== -1) {
    let slashes = 0
    while (body[at - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return at + 1
    at = body.indexOf(quote, at + 1)
  }
  return body.length
}

function valueEnd(body: Buffer, from: number): number {
  const first = body[from]
  if (first === quote) return stringEnd(body, from)
  if (first !== openBrace && first !== openBracket) return scalarEnd(body, from)
  let depth = 0
  let at = from
  while (at < body.length) {
    const byte = body[at]
    if (byte === quote) {
      at = stringEnd(body, at)
      continue
    }
    if (byte === openBrace || byte === openBracket) depth += 1
    if (byte === closeBrace || byte === closeBracket) depth -= 1
    at += 1
    if (depth === 0) return at
  }
  return at
}

const endsScalar = (byte: number | undefined): boolean =>
  byte === comma || byte === closeBrace || byte === closeBracket || isSpace(byte)

function scalarEnd(body: Buffer, from: number): number {
  let at = from
  while (at < body.length && !endsScalar(body[at])) {
    at += 1
  }
  return at
}

/** Number of members of all objects, in one pass. */
export function membersIn(body: Buffer): number {
  let members = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = stringEnd(body, at) - 1
    else if (byte === colon) members += 1
  }
  return members
}

export type Extent = {
  /** Nesting depth of objects and lists. */
  readonly depth: number
  /** Members of the top-level object. */
  readonly members: number
  /** Members of all objects. */
  readonly allMembers: number
  /** All objects and lists. */
  readonly items: number
  /** Commas between members and entries. */
  readonly commas: number
}

/** Scans the bytes once without parsing. */
export function extentOf(body: Buffer): Extent {
  let depth = 0
  let items = 0
  let deepest = 0
  let members = 0
  let allMembers = 0
  let commas = 0
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) at = stringEnd(body, at) - 1
    else if (byte === openBrace || byte === openBracket) {
      items += 1
      deepest = Math.max(deepest, (depth += 1))
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1
    else if (byte === comma) commas += 1
    else if (byte === colon) {
      allMembers += 1
      if (depth === 1) members += 1
    }
  }
  return { depth: deepest, members, allMembers, items, commas }
}
