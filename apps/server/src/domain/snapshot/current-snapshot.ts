import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { loadSnapshot, type SnapshotSources } from './load-snapshot.ts'
import { bump, type RevisionName, revisions } from './revision.ts'
import type { Snapshot } from './snapshot.ts'

/** What must forget when tokens or accounts change. */
export type IdentityCache = { clear(): void }

export type CurrentSnapshot = {
  /** The configuration now. Never null: it is read before the server opens. */
  get(): Snapshot
  /** Runs a write that changes the configuration, and answers when this node sees the result. */
  change<Result>(write: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result>
  /** Runs a write that changes tokens or accounts; `drop` forgets them on this node. */
  changeIdentity<Result>(
    write: (transaction: Transaction<Tables>) => Promise<Result>,
    drop: () => void,
  ): Promise<Result>
  /** Looks whether another node has written. */
  poll(): Promise<void>
}

/** Holds the snapshot and replaces it whole when a revision moves, here or on another node. */
export async function createCurrentSnapshot(
  sources: SnapshotSources,
  identities: IdentityCache,
): Promise<CurrentSnapshot> {
  let current = await loadSnapshot(sources)
  let identityRevision = (await revisions(sources.db)).identities

  const reload = async (): Promise<void> => {
    const fresh = await loadSnapshot(sources)
    // Two reloads may cross: the older one must not win.
    if (fresh.revision >= current.revision) current = fresh
  }

  return {
    get: () => current,
    async change(write) {
      const { result } = await inRevision(sources.db, 'configuration', write)
      await reload()
      return result
    },
    async changeIdentity(write, drop) {
      const { result, revision } = await inRevision(sources.db, 'identities', write)
      drop()
      // Only when nobody else wrote in between: otherwise the poll has to see their change.
      if (revision === identityRevision + 1n) identityRevision = revision
      return result
    },
    async poll() {
      const seen = await revisions(sources.db)
      if (seen.configuration !== current.revision) await reload()
      if (seen.identities === identityRevision) return
      identityRevision = seen.identities
      identities.clear()
    },
  }
}

async function inRevision<Result>(
  db: Kysely<Tables>,
  name: RevisionName,
  write: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<{ result: Result; revision: bigint }> {
  return db.transaction().execute(async (transaction) => {
    // First: whoever changes something waits here for who was before, and nowhere two for each other.
    const revision = await bump(transaction, name)
    return { result: await write(transaction), revision }
  })
}
