import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import { inLanguage } from '@posthouse/contract/phrases'
import type { TestOutcome } from '@posthouse/contract/channel'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Channel, ChannelKey } from '../domain/channels/channel.ts'
import {
  channelFrom,
  type ChannelStore,
  type StoredChannel,
} from '../domain/channels/channel-store.ts'
import type { DisableParts } from '../domain/channels/disable-channel.ts'
import { keepFinding } from '../domain/channels/responses-finding.ts'
import { applyTest } from '../domain/channels/test-outcome.ts'
import { cut } from '../lib/cut.ts'
import {
  type ChannelProbe,
  findResponses,
  firstKey,
  type ProbeParts,
  testChannel,
} from './test-channel.ts'

export type JudgedTestParts = DisableParts &
  Omit<ProbeParts, 'privateAllowed'> & {
    readonly db: Kysely<Tables>
    readonly channels: Pick<ChannelStore, 'recordTest'>
  }

/** A test would make a picture or a song, and pay for it. */
export const makesTasksOnly = ({ type }: Pick<Channel, 'type'>): boolean =>
  supplierOf(type).operations.every((operation) => operation === 'draw' || operation === 'music')

const failureMax = 500

type KeepParts = ProbeParts & Pick<JudgedTestParts, 'channels' | 'snapshot'>

/** Keeps the result of a test with its channel. One that passed looks for Responses as well. */
export async function keepTest(
  channel: Channel,
  { model, result }: { readonly model: string; readonly result: ChannelProbe },
  parts: KeepParts,
): Promise<boolean | null> {
  await parts.channels.recordTest(channel.id, {
    milliseconds: result.ms,
    failure: result.ok
      ? ''
      : cut(`${model}: ${String(inLanguage(result.message, 'en'))}`, failureMax),
    at: parts.clock.now(),
  })
  if (!result.ok) return null
  const hasResponses = await findResponses(channel, model, parts)
  await keepFinding(channel, hasResponses, parts.snapshot)
  return hasResponses
}

type JudgedTest = {
  readonly result: ChannelProbe
  readonly outcome: TestOutcome
  readonly key: ChannelKey
  readonly hasResponses: boolean | null
}

/** Tests a channel, keeps the result, and disables or enables the channel by the rules of tests of many. */
export async function judgeTest(
  stored: StoredChannel,
  model: string,
  parts: JudgedTestParts,
): Promise<JudgedTest> {
  const channel = channelFrom(stored)
  const key = await keyToTry(channel, parts.db)
  const privateAllowed = parts.snapshot.get().settings.PrivateBaseUrlsAllowed
  const probed = { ...channel, keys: [key] }
  const probing = { ...parts, privateAllowed }
  const result = await testChannel(probed, model, probing)
  const hasResponses = await keepTest(probed, { model, result }, probing)
  const found = result.ok ? { ...result, keyDead: false, class: '' } : result
  const { id, status, version } = stored.row
  const outcome = await applyTest(
    found,
    { id, status: Number(status), version, keyId: key.id },
    parts,
  )
  return { result, outcome, key, hasResponses }
}

/** An enabled key; without one, the first that failures disabled rather than one that a person did. */
async function keyToTry(channel: Channel, db: Kysely<Tables>): Promise<ChannelKey> {
  if (channel.keys.some(({ enabled }) => enabled)) return firstKey(channel)
  const failed = await db
    .selectFrom('channel_keys')
    .select('id')
    .where('channel_id', '=', channel.id)
    .where('status', '=', 3n)
    .orderBy('position')
    .executeTakeFirst()
  return channel.keys.find(({ id }) => id === failed?.id) ?? firstKey(channel)
}
