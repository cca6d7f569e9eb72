const name = 'posthouse'
const table = 'conversations'

const open = (): Promise<IDBDatabase> =>
  settled(indexedDB.open(name, 1), (request) => {
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' })
  })

function settled<Result, Request extends IDBRequest<Result>>(
  request: Request,
  prepare: (request: Request) => void = () => undefined,
): Promise<Result> {
  prepare(request)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
  })
}

async function withTable<Result>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    return await settled(use(database.transaction(table, mode).objectStore(table)))
  } finally {
    database.close()
  }
}

/** Everything this browser keeps of conversations. */
export const readAll = (): Promise<unknown[]> =>
  withTable<unknown[]>('readonly', (store) => store.getAll())

export const write = (entry: { readonly id: string }): Promise<unknown> =>
  withTable('readwrite', (store) => store.put(entry))

export const remove = (id: string): Promise<unknown> =>
  withTable('readwrite', (store) => store.delete(id))
