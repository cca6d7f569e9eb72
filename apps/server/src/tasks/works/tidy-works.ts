import type { WorkStore } from '../../domain/works/work-store.ts'
import { groupsOf } from '../../lib/groups-of.ts'
import type { WorkFolder } from './work-folder.ts'

const idsAtOnce = 500

/** Removes expired works, and folders without a row. Rows are written before folders. */
export async function tidyWorks(
  { works, folder }: { readonly works: WorkStore; readonly folder: WorkFolder },
  now: number,
): Promise<void> {
  await works.removeExpired(now)
  // Nodes without a shared folder have files of their own.
  for (const ids of groupsOf(await folder.ids(), idsAtOnce)) {
    const known = await works.known(ids)
    for (const id of ids) if (!known.has(id)) await folder.remove(id)
  }
}
