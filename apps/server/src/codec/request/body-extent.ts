import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { extentOf } from './edits/body-edit.ts'
import type { BodyRefusal } from './body-facts.ts'

const depthMax = 128
/** At the top. No dialect has so many; going through them takes a while. */
const membersMax = 1_000
/** The longest conversation has some ten thousand. Reading so many takes a tenth of a second. */
const itemsMax = 100_000

/** Of all objects together: the schemas of hundreds of tools have some ten thousand. */
const allMembersMax = 200_000
/** Counted by commas, those between members as well. A prompt of token numbers has as many as its model reads. */
const entriesMax = 1_000_000
/** Thousands of texts go into one call, each as token numbers: their bytes alone bound them. */
const unboundedEntries: ReadonlySet<BodyKind | null> = new Set(['openai-embeddings'])

/** A body is too much to be parsed at all, by its bytes; null: it is not. `kind` null: one of no surface. */
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
