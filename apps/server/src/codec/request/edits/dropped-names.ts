import type { Dialect, SupplierDialect } from '@posthouse/llm/dialects'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import type { ModelRequest } from '@posthouse/llm/canonical/request'

type Dropped = ReturnType<SupplierDialect['asClient']['body']>['dropped']

/** What was left of a request that could not be understood as a whole. */
type UnreadParts = Pick<ModelRequest, 'lost' | 'rest'>

export const nothingLeft: UnreadParts = { lost: [], rest: {} }

/** The dropped fields, as the caller's dialect calls them. */
export function namesOfDropped(
  dropped: Dropped,
  left: UnreadParts,
  { asServer: { fieldNames } }: Pick<Dialect, 'asServer'>,
): string[] {
  const inPart = new Set(Object.values(fieldNames).map((name) => name.split('.')[0] ?? name))
  const named = dropped.flatMap((name) => {
    if (name.startsWith('rest.')) return namesIn(name.slice('rest.'.length), left, inPart)
    return [Object.entries(fieldNames).find(([field]) => field === name)?.[1] ?? name]
  })
  return [...new Set([...named, ...left.lost])].filter((name) => !ours.has(name))
}

/**
 * A field that was left over. The parts of one that was read in part are named, not the whole, and those of a list
 * are among the lost places already.
 */
function namesIn(name: string, { lost, rest }: UnreadParts, inPart: ReadonlySet<string>): string[] {
  const value = rest[name]
  if (Array.isArray(value) && lost.some((place) => place.startsWith(`${name}.`))) return []
  const fields = fieldsOf(value)
  // A choice among kinds is one thing.
  if (fields === null || !inPart.has(name) || 'type' in fields) return [name]
  return Object.keys(fields).map((part) => `${name}.${part}`)
}

/** Fields that nobody has to carry: what they ask for is done here. */
const ours: ReadonlySet<string> = new Set(['store'])
