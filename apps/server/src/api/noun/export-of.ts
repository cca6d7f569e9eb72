import type { Noun } from '../../domain/noun/noun.ts'
import { dayIn } from '../../lib/zone.ts'
import { type Cell, type CsvFile, exportPageRows, pagesById } from '../csv/csv-file.ts'
import { askingOf, type NounCall } from './noun-call.ts'

/** Facts beside the row that a cell may depend on. */
type About = { readonly now: number; readonly timeZone: string; readonly perUnit: number }

export type Columns<Entity> = readonly (readonly [
  name: string,
  cell: (entity: Entity, about: About) => Cell,
])[]

/** The rows of a list's filter as CSV, newest first. */
export const exportOf =
  <Entity extends { readonly id: bigint }, Filter, Column extends string>(
    noun: Noun<Entity, Filter, Column>,
    columns: Columns<Entity>,
  ) =>
  async (
    { query }: { readonly query: Filter & { readonly time_zone: string } },
    call: NounCall,
  ): Promise<CsvFile> => {
    const { db, snapshot } = call.parts
    const asking = askingOf(call)
    const { now } = asking
    const { QuotaPerUnit: perUnit } = snapshot.get().settings
    const about = { now, timeZone: query.time_zone, perUnit }
    return {
      name: noun.table,
      day: dayIn(now, query.time_zone),
      columns: columns.map(([name]) => name),
      pages: pagesById(
        (before) => noun.below(db, asking, { filter: query, before, size: exportPageRows }),
        (entities) => entities.map((entity) => columns.map(([, cell]) => cell(entity, about))),
      ),
    }
  }
