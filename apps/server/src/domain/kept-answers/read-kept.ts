import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { MemoryLease } from '../../http/body-memory.ts'
import { headFrom, type KeptResponse, type KeptTexts, type ResponseRow } from './kept-response.ts'
import type { OwnedId } from './conversation-store.ts'
import { bytesOf, rowBatches } from './row-batches.ts'
import type { KeptItems } from './named-items.ts'

/*
 * History is measured before it is read, because a few short ids may refer to more than fits into memory.
 */

export type ReadContext = {
  readonly userId: bigint
  readonly now: number
  readonly charactersMax: number
  readonly memory: Pick<MemoryLease, 'take'>
}

/** Turns of one chain. The size limit of a request is reached long before. */
const turnsMax = 2_000

type ResponseSize = {
  readonly id: string
  /** Characters. */
  readonly size: bigint | number
  readonly bytes: bigint | number
}

type ChainLink = ResponseSize & { readonly previous_id: string; readonly channel_id: bigint }

/** A response and the turns before it, oldest first. Empty if any of them is missing. */
export async function readChain(
  db: Kysely<Tables>,
  id: string,
  reading: ReadContext,
): Promise<readonly KeptResponse[]> {
  const { userId, now } = reading
  const { rows: links } = await sql<ChainLink>`
    with recursive turns (id, previous_id, depth) as (
      select id, previous_id, 0 from responses
      where user_id = ${userId} and id = ${id} and expires_at > ${BigInt(now)}
      union all
      select responses.id, responses.previous_id, turns.depth + 1
      from turns join responses on responses.id = turns.previous_id
      where responses.user_id = ${userId} and responses.expires_at > ${BigInt(now)}
        and turns.depth < ${turnsMax} and turns.previous_id <> ''
    )
    select responses.id, responses.previous_id, responses.channel_id, ${size} as size, ${bytes} as bytes
    from turns join responses on responses.id = turns.id
    where responses.user_id = ${userId} order by turns.depth desc`.execute(db)
  // The supplier stores everything before its own response, so it is not needed.
  const native = links.at(-1)
  if (native !== undefined && native.channel_id !== 0n) return await read(db, [native], reading)
  return links[0]?.previous_id === '' ? await read(db, links, reading) : []
}

const size = sql<bigint | number>`length(responses.response) + length(responses.input)`
const bytes = sql<bigint | number>`octet_length(responses.response) + octet_length(responses.input)`

/** Ids per query. Further ids count as unknown. */
const idsMost = 5_000

/** Finds items of the user's responses. */
export async function readItems(
  db: Kysely<Tables>,
  ids: readonly string[],
  reading: ReadContext,
): Promise<KeptItems> {
  const { userId } = reading
  if (ids.length === 0) return { ids: [], holders: [] }
  const named = await db
    .selectFrom('response_items')
    .select(['id', 'response_id as responseId'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...new Set(ids)].slice(0, idsMost))
    .execute()
  if (named.length === 0) return { ids: [], holders: [] }
  const measured = await db
    .selectFrom('responses')
    .select(['id', size.as('size'), bytes.as('bytes')])
    .where('user_id', '=', userId)
    .where('expires_at', '>', BigInt(reading.now))
    .where('id', 'in', [...new Set(named.map(({ responseId }) => responseId))])
    .execute()
  const kept = await read(db, measured, reading)
  return { ids: named, holders: kept.map(({ id, place, response }) => ({ id, place, response })) }
}

/** A text of a response; null if it was deleted. */
export async function readText(
  db: Kysely<Tables>,
  { userId, id }: OwnedId,
  { name, memory }: { readonly name: keyof KeptTexts; readonly memory: ReadContext['memory'] },
): Promise<string | null> {
  const own = db.selectFrom('responses').where('user_id', '=', userId).where('id', '=', id)
  const measured = await own
    .select(sql<bigint | number>`octet_length(${sql.ref(name)})`.as('bytes'))
    .executeTakeFirst()
  if (measured === undefined) return null
  memory.take(Number(measured.bytes))
  const row = await own.select(`${name} as text`).executeTakeFirst()
  return row?.text ?? null
}

/** In the given order. Empty if one was deleted meanwhile. Refuses 413 and 503. */
async function read(
  db: Kysely<Tables>,
  measured: readonly ResponseSize[],
  { userId, charactersMax, memory }: ReadContext,
): Promise<readonly KeptResponse[]> {
  const characters = measured.reduce((sum, each) => sum + Number(each.size), 0)
  if (characters > charactersMax) throw new Refusal('request.too-large', { limit: charactersMax })
  memory.take(bytesOf(measured))
  const rows: ResponseRow[][] = []
  for (const piece of rowBatches(measured)) {
    const ids = piece.map(({ id }) => id)
    rows.push(await rowsOf(db, userId, ids))
  }
  const byId = new Map(rows.flat().map((row) => [row.id, row]))
  const found = measured.flatMap(({ id }) => byId.get(id) ?? [])
  return found.length === measured.length ? found.map(responseFrom) : []
}

const rowsOf = (
  db: Kysely<Tables>,
  userId: bigint,
  ids: readonly string[],
): Promise<ResponseRow[]> =>
  db
    .selectFrom('responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()

const responseFrom = ({ response, input, ...row }: ResponseRow): KeptResponse => ({
  ...headFrom(row),
  response,
  input,
})
