import { pageSizes } from '@posthouse/contract/list'
import { z } from 'zod'
import { create } from 'zustand'
import { readJson, writeText } from '../lib/storage.ts'

const storageKey = 'table_preferences'

export const densities = ['compact', 'regular', 'spacious'] as const
export type Density = (typeof densities)[number]

const Preference = z.object({
  size: z.union(pageSizes.map((size) => z.literal(size))).catch(10),
  density: z.enum(densities).catch('regular'),
  /** Of lists that can be cards where there is room for a table. */
  layout: z.enum(['table', 'cards']).catch('table'),
  hidden: z.array(z.string()).catch([]),
  /** Ids of columns, first to last; empty for the list's own order. */
  order: z.array(z.string()).catch([]),
})
export type TablePreference = z.output<typeof Preference>

const Preferences = z.record(z.string(), Preference).catch({})

export const standardView: TablePreference = {
  size: 10,
  density: 'regular',
  layout: 'table',
  hidden: [],
  order: [],
}

type Tables = {
  readonly byTable: Readonly<Record<string, TablePreference>>
  readonly prefer: (table: string, change: Partial<TablePreference>) => void
}

const useTables = create<Tables>()((set, get) => ({
  byTable: Preferences.parse(readJson(storageKey)),
  prefer: (table, change) => {
    const byTable = {
      ...get().byTable,
      [table]: { ...standardView, ...get().byTable[table], ...change },
    }
    writeText(storageKey, JSON.stringify(byTable))
    set({ byTable })
  },
}))

/** What this browser remembers of a table: page size, density, which columns in which order. */
export function useTablePreference(
  table: string,
): readonly [TablePreference, (change: Partial<TablePreference>) => void] {
  const preference = useTables((tables) => tables.byTable[table]) ?? standardView
  const prefer = useTables((tables) => tables.prefer)
  return [preference, (change) => prefer(table, change)]
}
