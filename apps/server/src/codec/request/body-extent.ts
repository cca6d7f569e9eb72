import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { extentOf } from './edits/body-edit.ts'
import type { BodyRefusal } from './body-facts.ts'

const depthMax = 128
/** Top-level members. No dialect has this many, and reading them takes a while. */
const membersMax = 1_000
/** Objects and lists. The longest conversations have about ten thousand, and reading this many takes a tenth of a second. */
const itemsMax = 100_000

/** Members of all objects. The schemas of hundreds of tools have about ten thousand. */
const allMembersMax = 200_000
/** Counted by commas, including those between members. A prompt of token numbers has as many as its model reads. */
const entriesMax = 1_000_000
/** One call may contain thousands of texts as token numbers, limited by their bytes only. */
const unboundedEntries: ReadonlySet<BodyKind | null> = new Set(['openai-embeddings'])

/** Refuses a body that is too large to parse, by scanning its bytes. `kind` is null for bodies of no model API. */
export function checkExtent(body: Buffer, kind: BodyKind | null): BodyRefusal | null {
  const { depth, members, allMembers, items, commas } = extentOf(body)
  if (items > itemsMax) return { code: 'request.too-many-items', params: { limit: itemsMax } }
  if (depth > depthMax) return badJson(phrase('nested deeper than {limit}', { limit: depthMax }))
  if (members > membersMax) {
    return badJson(phrase('more than {limit} fields', { limit: membersMax }))
  }
  if (allMembers > allMembersMax) {
    return { code: 'request.too-many-members', params: { limit: allMembersMax } }
  }
  return commas > entriesMax && !unboundedEntries.has(kind)
    ? { code: 'request.too-many-entries', params: { limit: entriesMax } }
    : null
}

const badJson = (reason: Phrase): BodyRefusal => ({ code: 'request.bad-json', params: { reason } })
