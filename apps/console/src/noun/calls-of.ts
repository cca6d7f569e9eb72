import { download, type Export } from '../api/download.ts'
import { type CallName, type Input, type Table, useRead, write } from '../api/use-call.ts'
import type { ListState } from '../table/state/list-state.ts'

/** Calls that take this. */
type Taking<Given> = {
  [Name in CallName]: Given extends Input<Name> ? Name : never
}[CallName]

type ById<Id> = { readonly params: { readonly id: Id } }
type Page = {
  readonly query: { readonly page: number; readonly size: number; readonly order: string }
}

type Body<Name extends CallName> =
  Input<Name> extends { readonly body: infer Given extends { readonly select: unknown } }
    ? Given
    : never

/** Calls about many rows. */
type Bulk = { [Name in CallName]: [Body<Name>] extends [never] ? never : Name }[CallName]

/** The usual calls of a noun, by what they do. */
type Names<
  List extends CallName,
  One extends CallName,
  File extends Export,
  Change extends CallName,
  Delete extends CallName,
  DeleteMany extends CallName,
> = {
  readonly list: List & Taking<Page>
  readonly one: One & Taking<ById<string>>
  readonly file: File
  readonly change: Change & Bulk
  readonly delete: Delete & Taking<ById<number>>
  readonly deleteMany: DeleteMany & Bulk
  /** Calls of others whose answers a write makes old, too. */
  readonly alsoOld?: readonly CallName[]
}

/** Written out: the type that the compiler would infer names every call of the table, too long to be kept. */
type NounCalls<
  List extends CallName,
  One extends CallName,
  File extends Export,
  Change extends CallName,
  Delete extends CallName,
  DeleteMany extends CallName,
> = {
  readonly reads: readonly CallName[]
  readonly writing: { readonly changes: readonly CallName[]; readonly quiet: true }
  readonly useRows: (state: ListState<string>) => ReturnType<typeof useRead<List>>
  readonly useRow: (id: string, enabled: boolean) => ReturnType<typeof useRead<One>>
  readonly download: (query: Readonly<Record<string, string>>) => ReturnType<typeof download<File>>
  readonly change: (body: Body<Change>) => ReturnType<typeof write<Change>>
  readonly deleteOne: (params: { readonly id: number }) => ReturnType<typeof write<Delete>>
  readonly deleteMany: (body: Body<DeleteMany>) => ReturnType<typeof write<DeleteMany>>
}

/**
 * The usual calls of a noun, as its page and its acts take them: numbered pages, one row, a file of the filter,
 * the change of many, and deletion. A write makes old what was read.
 */
export function callsOf<
  List extends CallName,
  One extends CallName,
  File extends Export,
  Change extends CallName,
  Delete extends CallName,
  DeleteMany extends CallName,
>(
  table: Table<List | One | File | Change | Delete | DeleteMany>,
  names: Names<List, One, File, Change, Delete, DeleteMany>,
): NounCalls<List, One, File, Change, Delete, DeleteMany> {
  const reads: readonly CallName[] = [names.list, names.one, ...(names.alsoOld ?? [])]
  const writing = { changes: reads, quiet: true } as const
  return {
    reads,
    writing,
    useRows: ({ page, size, order, filters }: ListState<string>) =>
      useRead<List>(
        table,
        names.list,
        { query: { page, size, order, ...filters } } as Input<List>,
        { keep: true },
      ),
    useRow: (id: string, enabled: boolean) =>
      useRead<One>(table, names.one, { params: { id } } as Input<One>, { enabled }),
    download: (query: Readonly<Record<string, string>>) =>
      download<File>(table, names.file, { query } as Input<File>),
    change: (body: Body<Change>) =>
      write<Change>(table, names.change, { body } as Input<Change>, { ...writing, repeats: true }),
    deleteOne: (params: { readonly id: number }) =>
      write<Delete>(table, names.delete, { params } as Input<Delete>, writing),
    deleteMany: (body: Body<DeleteMany>) =>
      write<DeleteMany>(table, names.deleteMany, { body } as Input<DeleteMany>, writing),
  }
}
