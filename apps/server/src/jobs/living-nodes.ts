import { livingIncarnations, silentMs } from '@posthouse/ledger/incarnation'
import { apartWords, type FolderParts, foldersApart, markFolders } from '../tasks/shared-folders.ts'

/** The nodes that share the database: those that gave a sign of life. */
export type LivingNodes = {
  /** As it was found last, this one among them. */
  count(): number
  /** Why files of other nodes are missing here, as it was found last; null: they are not. */
  apart(): string | null
  refresh(): Promise<void>
}

export function createLivingNodes({
  log,
  incarnation,
  ...parts
}: FolderParts & {
  /** This node. */
  readonly incarnation: string
  readonly log: { error(words: string): void; info(words: string): void }
}): LivingNodes {
  let known = 1
  let apart: string | null = null
  return {
    count: () => known,
    apart: () => apart,
    refresh: async () => {
      const living = await livingIncarnations(parts.db, parts.dialect, silentMs)
      known = Math.max(1, living.length)
      const before = apart
      // Another node may have taken this one for gone, or somebody may have emptied the folder.
      if (parts.dialect === 'postgres') {
        await markFolders(parts.dataFolder, incarnation).catch(() => undefined)
      }
      const names = await foldersApart(parts)
      apart = names.length === 0 ? null : apartWords(names)
      if (apart !== null && apart !== before) log.error(apart)
      if (apart === null && before !== null) log.info('the nodes share their files again')
    },
  }
}
