import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { extentOf } from '../../upstream/body-edit.ts'
import type { BodyRefusal } from './body-facts.ts'

const depthMax = 128
/** At the top. No dialect has so many; going through them takes a while. */
const membersMax = 1_000
/** The longest conversation has some ten thousand. Reading so many takes a tenth of a second. */
const itemsMax = 100_000

/** Whether a body is too much to be parsed at all, by its bytes; null: it is not. */
export function checkExtent(body: Buffer): BodyRefusal | null {
  const { depth, members, items } = extentOf(body)
  if (items > itemsMax) return { code: 'request.too-many-items', params: { limit: itemsMax } }
  if (depth > depthMax) return badJson(phrase('nested deeper than {limit}', { limit: depthMax }))
  return members > membersMax
    ? badJson(phrase('more than {limit} fields', { limit: membersMax }))
    : null
}

const badJson = (reason: Phrase): BodyRefusal => ({ code: 'request.bad-json', params: { reason } })
