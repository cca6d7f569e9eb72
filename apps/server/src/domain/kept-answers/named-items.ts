import { type Fields, objectsIn } from '@posthouse/llm/bytes/fields'
import type { Place } from '../channels/decide.ts'
import { fieldsKept, usedBy } from './kept-json.ts'
import type { ResponseTurn } from './turn.ts'

/** A response that has some of the items that are named. */
type ItemHolder = {
  readonly id: string
  readonly place: Place | null
  /** JSON. */
  readonly response: string
}

/** Items by their ids, and the responses that have them. */
export type KeptItems = {
  readonly ids: readonly { readonly id: string; readonly responseId: string }[]
  readonly holders: readonly ItemHolder[]
}

/** The items that a turn names, and the response that it goes on from where a supplier keeps that. */
export type ReferencedItems = {
  readonly kept: KeptItems
  readonly bound: (Pick<ItemHolder, 'id' | 'response'> & { readonly place: Place }) | null
}

/** Kept by a supplier, where it has at most so many tokens; or here. */
type KeptItem = { readonly place: Place; readonly tokens: number } | { readonly item: Fields }

export type ItemLookup = {
  readonly bound: ResponseTurn['bound']
  /** Null: it is not the user's. */
  readonly found: (id: string) => 'here' | 'there' | null
  readonly itemNamed: (id: string) => Fields | undefined
}

/** The places of named items. */
export function namedItems(names: readonly string[], given: ReferencedItems): ItemLookup {
  const kept = itemsIn(given.kept)
  const bound = withNamedTokens(boundTo(given.bound) ?? boundBy(names, kept), names, kept)
  return {
    bound,
    found: (id) => foundAt(kept.get(id), bound?.place ?? null),
    itemNamed: (id) => {
      const item = kept.get(id)
      return item !== undefined && 'item' in item ? item.item : undefined
    },
  }
}

function itemsIn({ ids, holders }: KeptItems): ReadonlyMap<string, KeptItem> {
  const read = new Map(holders.map((holder) => [holder.id, withItems(holder)]))
  return new Map(
    ids.flatMap(({ id, responseId }) => {
      const known = read.get(responseId)
      const item: KeptItem | undefined = known?.there ?? known?.items.get(id)
      return item === undefined ? [] : [[id, item] as const]
    }),
  )
}

/** The place of the supplier that keeps it, or its items by their ids: of two the first. */
function withItems({ place, response: text }: ItemHolder): {
  readonly there: KeptItem | undefined
  readonly items: ReadonlyMap<unknown, KeptItem>
} {
  const response = fieldsKept(text)
  if (place !== null) {
    return { there: { place, tokens: usedBy(response).output }, items: new Map() }
  }
  const items = objectsIn(response['output']).toReversed()
  return { there: undefined, items: new Map(items.map((item) => [item['id'], { item }])) }
}

function boundTo(bound: ReferencedItems['bound']): ResponseTurn['bound'] {
  if (bound === null) return null
  const { input, output } = usedBy(fieldsKept(bound.response))
  return { id: bound.id, place: bound.place, tokens: input + output }
}

/** The place of the first that a supplier keeps. */
function boundBy(
  names: readonly string[],
  kept: ReadonlyMap<string, KeptItem>,
): ResponseTurn['bound'] {
  for (const id of names) {
    const item = kept.get(id)
    if (item !== undefined && 'place' in item) return { id, place: item.place, tokens: 0 }
  }
  return null
}

function withNamedTokens(
  bound: ResponseTurn['bound'],
  names: readonly string[],
  kept: ReadonlyMap<string, KeptItem>,
): ResponseTurn['bound'] {
  if (bound === null) return null
  const tokens = names.reduce((sum, id) => {
    const item = kept.get(id)
    return sum + (item !== undefined && 'place' in item ? item.tokens : 0)
  }, bound.tokens)
  return { ...bound, tokens }
}

function foundAt(item: KeptItem | undefined, place: Place | null): 'here' | 'there' | null {
  if (item === undefined) return null
  if ('item' in item) return 'here'
  const isThere = item.place.channelId === place?.channelId && item.place.keyId === place.keyId
  return isThere ? 'there' : null
}
