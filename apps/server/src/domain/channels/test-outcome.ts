import type { TestOutcome } from '@posthouse/contract/channel'
import type { Settings } from '../settings/setting-table.ts'
import { disableChannel, type DisableParts } from './disable-channel.ts'
import { disableKey } from './disable-key.ts'

/** What a test found of a channel. */
export type TestFinding = {
  readonly ok: boolean
  readonly ms: number
  /** Only the operator can mend it. */
  readonly keyDead: boolean
  readonly class: string
}

/** A channel when its test began. */
export type TestedChannel = {
  readonly id: bigint
  readonly status: number
  readonly version: bigint
  readonly keyId: bigint
}

type Limits = Pick<
  Settings,
  'ChannelDisableThreshold' | 'AutomaticDisableChannelEnabled' | 'AutomaticEnableChannelEnabled'
>

/** What follows from a test. A channel that an administrator disabled is never changed. */
function decideTest(
  { ok, ms, keyDead }: TestFinding,
  status: number,
  settings: Limits,
): 'none' | 'disable-channel' | 'disable-key' | 'enable' {
  const limitMs = settings.ChannelDisableThreshold * 1_000
  const isSlow = limitMs > 0 && ms > limitMs
  if (status === 1) {
    if (!ok && keyDead && settings.AutomaticDisableChannelEnabled) return 'disable-key'
    return isSlow ? 'disable-channel' : 'none'
  }
  const comesBack = status === 3 && ok && !isSlow && settings.AutomaticEnableChannelEnabled
  return comesBack ? 'enable' : 'none'
}

/** Does it, and answers what was done. */
export async function applyTest(
  found: TestFinding,
  channel: TestedChannel,
  parts: DisableParts,
): Promise<TestOutcome> {
  const decision = decideTest(found, channel.status, parts.snapshot.get().settings)
  const { id, version, keyId } = channel
  switch (decision) {
    case 'none':
      return 'none'
    case 'disable-key': {
      const done = await disableKey({ channelId: id, keyId, reason: found.class }, parts)
      return done === 'channel' ? 'failed' : done === 'key' ? 'key-failed' : 'none'
    }
    case 'disable-channel': {
      const done = await parts.snapshot.change((transaction) =>
        disableChannel(transaction, { id, version, reason: 'too-slow' }, parts),
      )
      return done ? 'too-slow' : 'none'
    }
    case 'enable':
      return (await enable(channel, parts)) ? 'enabled' : 'none'
  }
}

/** Only what failures or a test disabled, each by its own status: an administrator may decide otherwise meanwhile. */
const enable = (
  { id, version }: TestedChannel,
  { snapshot }: Pick<DisableParts, 'snapshot'>,
): Promise<boolean> =>
  snapshot.change(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('channels')
      .set((is) => ({ status: 1n, version: is('version', '+', 1n) }))
      .where('id', '=', id)
      .where('status', '=', 3n)
      .where('version', '=', version)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    await transaction
      .updateTable('channel_keys')
      .set({ status: 1n, last_error: '', failed_at: null })
      .where('channel_id', '=', id)
      .where('status', '=', 3n)
      .execute()
    return true
  })
