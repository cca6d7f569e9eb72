import type { Kysely } from 'kysely'
import { channelFrom, type ChannelStore } from '../channels/channel-store.ts'
import type { Tables } from '../../db/tables.ts'
import type { GroupStore } from '../groups/group-store.ts'
import { modelBook, ownFactsIn, publishedFacts } from '../models/model-facts.ts'
import { priceBook } from '../pricing/price-book.ts'
import { entryFrom, type PriceStore } from '../pricing/price-store.ts'
import type { OptionStore } from '../settings/option-store.ts'
import { readSettings } from '../settings/settings.ts'
import { revisions } from './revision.ts'
import type { Snapshot } from './snapshot.ts'

/** They ship with the code and change with it alone. */
const published = publishedFacts()

export type SnapshotSources = {
  readonly db: Kysely<Tables>
  readonly groups: GroupStore
  readonly channels: ChannelStore
  readonly prices: PriceStore
  readonly options: OptionStore
}

/**
 * Reads the whole configuration. The revision is read first: a write that comes in between leaves
 * the snapshot marked older than it is, and the next look reads it again.
 */
export async function loadSnapshot(sources: SnapshotSources): Promise<Snapshot> {
  const { configuration } = await revisions(sources.db)
  const [stored, groups, channels, prices] = await Promise.all([
    sources.options.all(),
    sources.groups.enabled(),
    sources.channels.all(),
    sources.prices.all(),
  ])
  const settings = readSettings(stored)
  return Object.freeze({
    revision: configuration,
    settings,
    groups: new Map(groups.map((group) => [group.symbol, group])),
    channels: channels
      .map(channelFrom)
      .filter((channel) => channel.enabled && channel.keys.some((key) => key.enabled)),
    prices: priceBook(configuration, prices.map(entryFrom)),
    models: modelBook(published, ownFactsIn(settings.ModelFacts)),
  })
}
