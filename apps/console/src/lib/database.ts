import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

type Entry = { readonly id: string }

type Schema = DBSchema & { conversations: { key: string; value: Entry } }

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('posthouse', 1, {
    upgrade: (database) => void database.createObjectStore('conversations', { keyPath: 'id' }),
  })

async function within<Result>(
  use: (database: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

/** Everything this browser keeps of conversations. */
export const readAll = (): Promise<unknown[]> =>
  within((database) => database.getAll('conversations'))

/** Resolves once it is kept: a write that the browser takes back, for want of room say, is a failure. */
export const write = (entry: Entry): Promise<unknown> =>
  within((database) => database.put('conversations', entry))

export const remove = (id: string): Promise<void> =>
  within((database) => database.delete('conversations', id))
