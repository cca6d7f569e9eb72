import type { PlaceEdit } from '@posthouse/llm/bytes/place-edit'
import { entriesOf, type Member, membersOf } from './body-edit.ts'

/** The changes below a value, by name or number: below them, or the JSON that stands there instead. */
type Edits = Map<string, Edits | string | null>

const openBrace = 123

/**
 * The same JSON with some values in it replaced by a text or taken out. Every other byte stays as it was.
 * The bytes must be valid JSON with an object at the top: whoever calls has parsed them.
 */
export function editPlaces(body: Buffer, edits: readonly PlaceEdit[]): Buffer {
  if (edits.length === 0) return body
  const open = body.indexOf(openBrace)
  const tree: Edits = new Map()
  for (const edit of edits) add(tree, edit)
  const members = membersOf(body, open)
  const end = members.at(-1)?.to ?? open + 1
  return Buffer.concat([
    body.subarray(0, open),
    rewritten(body, { open, members, tree }),
    body.subarray(end),
  ])
}

function add(tree: Edits, { place, value }: PlaceEdit): void {
  const [name, ...rest] = place.map(String)
  if (name === undefined) return
  if (rest.length === 0)
    return void tree.set(name, value === undefined ? null : JSON.stringify(value))
  const known = tree.get(name)
  const below: Edits = known instanceof Map ? known : new Map()
  tree.set(name, below)
  add(below, { place: rest, ...(value === undefined ? {} : { value }) })
}

type Container = {
  readonly open: number
  readonly members: readonly Member[]
  readonly tree: Edits
}

/** From the opening bracket to the end of the last member that stands there. */
function rewritten(body: Buffer, { open, members, tree }: Container): Buffer {
  const out: Buffer[] = [body.subarray(open, open + 1)]
  let isFirst = true
  for (const [index, member] of members.entries()) {
    const edit = tree.get(member.name)
    if (edit === null) continue
    // Between two members stands one comma; the first that is left has none before it.
    const before = isFirst ? members[0]?.start : member.start
    const from = isFirst ? open + 1 : (members[index - 1]?.to ?? open + 1)
    out.push(body.subarray(from, before), body.subarray(member.start, member.from))
    out.push(valueOf(body, member, edit))
    isFirst = false
  }
  if (body[open] === openBrace) out.push(added(members, tree, isFirst))
  return Buffer.concat(out)
}

/** Members that an object lacks. */
function added(members: readonly Member[], tree: Edits, isFirst: boolean): Buffer {
  const known = new Set(members.map(({ name }) => name))
  const missing = [...tree].flatMap(([name, edit]) =>
    typeof edit === 'string' && !known.has(name) ? [`${JSON.stringify(name)}:${edit}`] : [],
  )
  return Buffer.from(missing.map((text, at) => (isFirst && at === 0 ? text : `,${text}`)).join(''))
}

function valueOf(body: Buffer, { from, to }: Member, edit: Edits | string | undefined): Buffer {
  if (edit === undefined) return body.subarray(from, to)
  if (typeof edit === 'string') return Buffer.from(edit)
  const members = body[from] === openBrace ? membersOf(body, from) : entriesOf(body, from)
  const end = members.at(-1)?.to ?? from + 1
  const inner = rewritten(body, { open: from, members, tree: edit })
  return Buffer.concat([inner, body.subarray(end, to)])
}
