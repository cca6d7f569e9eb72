import { type Fields, objectsIn } from '@posthouse/llm/bytes/fields'
import type { ResourceLocation } from '../channels/decide.ts'
import { fieldsKept, usedBy } from './kept-json.ts'
import type { ResponseTurn } from './turn.ts'

/** A response that contains referenced items. */
type ItemHolder = {
  readonly id: string
  readonly place: ResourceLocation | null
  readonly response: string
}

/** Items by id, and the responses that contain them. */
export type KeptItems = {
  readonly ids: readonly { readonly id: string; readonly responseId: string }[]
  readonly holders: readonly ItemHolder[]
}

/** Items that a turn references, and the response it continues if a supplier stores it. */
export type ReferencedItems = {
  readonly kept: KeptItems
  readonly bound:
    | (Pick<ItemHolder, 'id' | 'response'> & { readonly place: ResourceLocation })
    | null
}

/** Stored by a supplier, with an upper bound of its tokens, or stored here. */
type KeptItem =
  | { readonly place: ResourceLocation; readonly tokens: number }
  | { readonly item: Fields }

export type ItemLookup = {
  readonly bound: ResponseTurn['bound']
  /** Null if the user has no such item. */
  readonly found: (id: string) => 'here' | 'there' | null
  readonly itemNamed: (id: string) => Fields | undefined
}

/** Finds referenced items. */
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

/** Its supplier's place, or its items by id. The first of two equal ids counts. */
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

/** The place of the first item stored by a supplier. */
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

function foundAt(
  item: KeptItem | undefined,
  place: ResourceLocation | null,
): 'here' | 'there' | null {
  if (item === undefined) return null
  if ('item' in item) return 'here'
  const isThere = item.place.channelId === place?.channelId && item.place.keyId === place.keyId
  return isThere ? 'there' : null
}
