import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import { type Channel, type ChannelKey, modelsFor } from '../domain/channels/channel.ts'
import { channelFrom, type ChannelStore } from '../domain/channels/channel-store.ts'
import type { Health } from '../domain/channels/health.ts'
import { modelToTest } from '../domain/models/chat-suggestions.ts'
import { type JudgedTestParts, judgeTest, makesTasksOnly } from '../channel-tests/judge-test.ts'
import { testChannel } from '../channel-tests/test-channel.ts'
import { takeLease } from './lease.ts'

export type RetestParts = Omit<JudgedTestParts, 'channels'> & {
  readonly channels: Pick<ChannelStore, 'find' | 'recordTest'>
  readonly health: Pick<Health, 'succeeded'>
  readonly dialect: DatabaseDialect
  readonly incarnation: string
  readonly log: { warn(fields: object, message: string): void }
}

export const retestLease = { name: 'retest-channels', forMs: 300_000 }

/** Begins a run when the interval of the setting is over, whichever node ran the last one. */
export async function retestWhenDue(parts: RetestParts): Promise<void> {
  const minutes = parts.snapshot.get().settings.ChannelTestMinutes
  if (minutes === 0) return
  const run = {
    // The interval is part of the name: a shorter one does not wait for the end of a longer one.
    name: `${retestLease.name}-every-${minutes}`,
    owner: `${parts.incarnation} ${parts.clock.now()}`,
    // A little less, or the minute's tick that is due would come too early now and then.
    forMs: minutes * 60_000 - 15_000,
  }
  if (await takeLease(parts.db, parts.dialect, run)) await retestChannels(parts)
}

/** Tests enabled and test-disabled channels one after another, and then the keys that failures disabled. */
export async function retestChannels(parts: RetestParts): Promise<void> {
  const { db, dialect, incarnation: owner, log } = parts
  const rows = await db
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .where('status', 'in', [1n, 3n])
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of rows) {
    if (!(await takeLease(db, dialect, { ...retestLease, owner }))) return
    try {
      await retest(id, parts)
    } catch (error) {
      log.warn({ channel: String(id), err: error }, 'a channel could not be tested')
    }
  }
}

async function retest(id: bigint, parts: RetestParts): Promise<void> {
  const stored = await parts.channels.find(id)
  // It may have been disabled or deleted since the run began.
  if (stored === undefined || stored.row.status === 2n) return
  // Without the secrets that it was given, a test would say nothing of it.
  if (stored.row.status === 3n && stored.row.attention_reason === 'unreadable') return
  const channel = channelFrom(stored)
  const model = modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  if (model === '' || makesTasksOnly(channel)) return
  const { result, key } = await judgeTest(stored, model, parts)
  if (result.ok) passed(channel, key, model, parts)
  for (const dead of await failedKeys(id, parts.db)) {
    const own = channel.keys.find((each) => each.id === dead.id)
    if (own !== undefined && own.secret !== '') await retestKey({ channel, key: own, model }, parts)
  }
}

const passed = (
  channel: Channel,
  key: ChannelKey,
  model: string,
  { health }: Pick<RetestParts, 'health'>,
): void =>
  health.succeeded({
    channelId: channel.id,
    keyId: key.id,
    model: modelsFor(channel, model).forwarded,
  })

/** Keys that failures disabled, of a channel that is in service. */
const failedKeys = (id: bigint, db: Kysely<Tables>) =>
  db
    .selectFrom('channel_keys')
    .innerJoin('channels', 'channels.id', 'channel_keys.channel_id')
    .where('channels.id', '=', id)
    .where('channels.status', '=', 1n)
    .where('channels.deleted_at', 'is', null)
    .where('channel_keys.status', '=', 3n)
    .where('channel_keys.deleted_at', 'is', null)
    .orderBy('channel_keys.position')
    .select('channel_keys.id')
    .execute()

type TriedKey = { readonly channel: Channel; readonly key: ChannelKey; readonly model: string }

/** Tries a key alone. Only its status changes, and only if failures still have it disabled when the test is over. */
async function retestKey({ channel, key, model }: TriedKey, parts: RetestParts): Promise<void> {
  const { snapshot, db, dialect, incarnation: owner } = parts
  if (!(await takeLease(db, dialect, { ...retestLease, owner }))) return
  const privateAllowed = snapshot.get().settings.PrivateBaseUrlsAllowed
  const result = await testChannel({ ...channel, keys: [key] }, model, { ...parts, privateAllowed })
  if (!result.ok) return
  await snapshot.change((transaction) =>
    transaction
      .updateTable('channel_keys')
      .set({ status: 1n, last_error: '', failed_at: null })
      .where('id', '=', key.id)
      .where('status', '=', 3n)
      .execute(),
  )
  passed(channel, key, model, parts)
}
