import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type ChannelRow, type Totals, withTotals } from './channel-rows.ts'
import { listFrom } from './channel-store.ts'

/** Channels of a tag, summarized. */
export type TagOfChannels = {
  readonly tag: string
  readonly channels: number
  readonly enabled: number
  readonly names: readonly string[]
  readonly types: readonly number[]
  readonly groups: readonly string[]
  readonly models: readonly string[]
  readonly used: bigint
}

/** Tags by name, or only `tag`. */
export async function tagsOfChannels(db: Kysely<Tables>, tag?: string): Promise<TagOfChannels[]> {
  const tagged = withTotals(db).where('channels.tag', '!=', '').orderBy('channels.id')
  const rows = await (tag === undefined ? tagged : tagged.where('channels.tag', '=', tag)).execute()
  const byTag = Map.groupBy(rows, (row) => row.tag)
  return [...byTag].map(([name, of]) => together(name, of)).sort(byName)
}

const byName = (one: TagOfChannels, other: TagOfChannels): number => (one.tag < other.tag ? -1 : 1)

function together(tag: string, rows: readonly (ChannelRow & Totals)[]): TagOfChannels {
  const distinct = <Value>(of: (row: ChannelRow) => readonly Value[]) => [
    ...new Set(rows.flatMap(of)),
  ]
  return {
    tag,
    channels: rows.length,
    enabled: rows.filter(({ status }) => status === 1n).length,
    names: rows.map(({ name }) => name),
    types: distinct(({ type }) => [Number(type)]),
    groups: distinct(({ groups }) => listFrom(groups)),
    models: distinct(({ models }) => listFrom(models)),
    used: rows.reduce((sum, { used }) => sum + BigInt(used), 0n),
  }
}
