import type { Selection } from '@posthouse/contract/bulk'
import type { ColumnValues } from '../../domain/noun/declaration.ts'
import type { Noun } from '../../domain/noun/noun.ts'
import type { Paging } from '../../domain/noun/reads.ts'
import { askingOf, type NounCall, writeNoun } from './noun-call.ts'

/** Rows as they leave the server. */
type Present<Entity, Out, Call> = (
  entities: readonly Entity[],
  call: Call,
) => readonly Out[] | Promise<readonly Out[]>

export const listOf =
  <Entity, Filter, Column extends string, Out, Call extends NounCall>(
    noun: Noun<Entity, Filter, Column>,
    present: Present<Entity, Out, Call>,
  ) =>
  async ({ query }: { readonly query: Filter & Paging }, call: Call) => {
    const { entities, total } = await noun.list(call.parts.db, askingOf(call), query)
    const data = [...(await present(entities, call))]
    return { data, page: query.page, size: query.size, total_count: total }
  }

export const getOf =
  <Entity, Filter, Column extends string, Out, Call extends NounCall>(
    noun: Noun<Entity, Filter, Column>,
    present: Present<Entity, Out, Call>,
  ) =>
  async ({ params }: { readonly params: { readonly id: number } }, call: Call) => {
    const entity = await noun.find(call.parts.db, askingOf(call), params.id)
    const [out] = await present([entity], call)
    if (out === undefined) throw noun.missing()
    return out
  }

/** `wanted` checks a change and returns its columns. `own` returns columns that differ by row. */
export const changeManyOf =
  <Entity, Filter, Column extends string, Change, Call extends NounCall>(
    noun: Noun<Entity, Filter, Column>,
    wanted: (change: Change, call: Call) => ColumnValues<Column>,
    own: (change: Change, call: Call) => (id: bigint) => ColumnValues<Column> = () => () => ({}),
  ) =>
  async (
    { body }: { readonly body: { readonly select: Selection<Filter>; readonly change: Change } },
    call: Call,
  ) => {
    const of = {
      select: body.select,
      wanted: wanted(body.change, call),
      own: own(body.change, call),
    }
    return writeNoun(noun, call, async (transaction) => {
      const { changed, skipped } = await noun.change(transaction, askingOf(call), of)
      const undo = await call.parts.undo.keep(transaction, call.caller.id, changed)
      return { changed: changed.rows.length, skipped, undo }
    })
  }

export const deleteManyOf =
  <Entity, Filter, Column extends string>(noun: Noun<Entity, Filter, Column>) =>
  async ({ body }: { readonly body: { readonly select: Selection<Filter> } }, call: NounCall) => ({
    deleted: await writeNoun(noun, call, (transaction) =>
      noun.remove(transaction, askingOf(call), body.select),
    ),
  })

export const deleteOf =
  <Entity, Filter, Column extends string>(noun: Noun<Entity, Filter, Column>) =>
  ({ params }: { readonly params: { readonly id: number } }, call: NounCall) =>
    writeNoun(noun, call, async (transaction) => {
      const deleted = await noun.remove(transaction, askingOf(call), { ids: [params.id] })
      if (deleted === 0) throw noun.missing()
      return null
    })
