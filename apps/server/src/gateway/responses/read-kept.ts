import { Refusal } from '@posthouse/contract/refusal'
import { objectsIn } from '@posthouse/llm/parts/fields'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import {
  type KeptItem,
  type KeptResponse,
  responseFrom,
  type ResponseRow,
  usedBy,
} from './kept-response.ts'

/*
 * What a turn goes on from is read only after it was measured: a few short ids may stand for more than
 * there is memory.
 */

/** Who asks, when, and how many characters may be read at once. */
export type Reading = {
  readonly userId: bigint
  readonly now: number
  readonly charactersMax: number
}

/** Turns of one chain. Longer ones are cut by what a request may hold long before. */
const turnsMax = 2_000

type Measured = {
  readonly id: string
  readonly previous_id: string
  readonly channel_id: bigint
  readonly size: bigint | number
}

/** A response and the turns before it, the first one first; empty: it, or one before it, is not there. */
export async function readChain(
  db: Kysely<Tables>,
  id: string,
  reading: Reading,
): Promise<readonly KeptResponse[]> {
  const { userId, now } = reading
  const { rows: links } = await sql<Measured>`
    with recursive turns (id, previous_id, depth) as (
      select id, previous_id, 0 from responses
      where user_id = ${userId} and id = ${id} and expires_at > ${BigInt(now)}
      union all
      select responses.id, responses.previous_id, turns.depth + 1
      from turns join responses on responses.id = turns.previous_id
      where responses.user_id = ${userId} and responses.expires_at > ${BigInt(now)}
        and turns.depth < ${turnsMax} and turns.previous_id <> ''
    )
    select responses.id, responses.previous_id, responses.channel_id, ${size} as size
    from turns join responses on responses.id = turns.id
    where responses.user_id = ${userId} order by turns.depth desc`.execute(db)
  // A supplier keeps the whole of what stands before its own: nothing of it is needed.
  const native = links.at(-1)
  if (native !== undefined && native.channel_id !== 0n) return await read(db, [native], reading)
  return links[0]?.previous_id === '' ? await read(db, links, reading) : []
}

const size = sql<bigint | number>`length(responses.response) + length(responses.input)`

/** Ids of one question. Who names more is told that the rest is not there. */
const idsMost = 5_000

/** What of these is an item of one of the user's responses, and where it is. */
export async function readItems(
  db: Kysely<Tables>,
  ids: readonly string[],
  reading: Reading,
): Promise<ReadonlyMap<string, KeptItem>> {
  const { userId } = reading
  const found = new Map<string, KeptItem>()
  if (ids.length === 0) return found
  const named = await db
    .selectFrom('response_items')
    .select(['id', 'response_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...new Set(ids)].slice(0, idsMost))
    .execute()
  if (named.length === 0) return found
  const measured = await db
    .selectFrom('responses')
    .select(['id', size.as('size')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', BigInt(reading.now))
    .where('id', 'in', [...new Set(named.map(({ response_id }) => response_id))])
    .execute()
  const kept = new Map(
    (await read(db, measured, reading)).map((each) => [each.id, withItems(each)]),
  )
  for (const { id, response_id } of named) {
    const known = kept.get(response_id)
    if (known === undefined) continue
    const { response, items } = known
    const item = items.get(id)
    if (response.place !== null) {
      found.set(id, { place: response.place, tokens: usedBy(response).output })
    } else if (item !== undefined) found.set(id, { item })
  }
  return found
}

/** Its items by their ids, of two the first. */
const withItems = (response: KeptResponse) => ({
  response,
  items: new Map(
    objectsIn(response.response['output'])
      .toReversed()
      .map((item) => [item['id'], item]),
  ),
})

/** In the order of their measures; empty where one of them went meanwhile. Refuses 413. */
async function read(
  db: Kysely<Tables>,
  measured: readonly Pick<Measured, 'id' | 'size'>[],
  { userId, charactersMax }: Reading,
): Promise<readonly KeptResponse[]> {
  const characters = measured.reduce((sum, each) => sum + Number(each.size), 0)
  if (characters > charactersMax) throw new Refusal('request.too-large', { limit: charactersMax })
  if (measured.length === 0) return []
  const rows: ResponseRow[] = await db
    .selectFrom('responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      measured.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = measured.flatMap(({ id }) => byId.get(id) ?? [])
  return found.length === measured.length ? found.map(responseFrom) : []
}
