import { channelStatus } from '@posthouse/contract/channel'
import { isKeyFor } from '@posthouse/contract/channel-input'
import { keyPreview, keysIn } from '@posthouse/contract/channel-keys'
import { Refusal } from '@posthouse/contract/refusal'
import type { StoredKey } from '@posthouse/contract/stored-key'
import { channelFrom } from '../../domain/channels/channel-store.ts'
import { modelToTest } from '../../domain/models/chat-suggestions.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { idOut, secondsOut } from '../present.ts'
import { runTest, testOut } from './channel-test-calls.ts'
import { storedChannel } from './stored-channel.ts'

const listChannelKeys: Handler<'listChannelKeys'> = async ({ params }, call) => {
  const { row } = await storedChannel(params.id, call)
  return listStoredKeys(row.id, call.parts)
}

const addChannelKeys: Handler<'addChannelKeys'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const given = keysIn(body.keys)
  const isKey = isKeyFor({ type: Number(row.type), base_url: row.base_url })
  const keys = given.filter(isKey)
  const added =
    keys.length === 0
      ? 0
      : await parts.snapshot.change((transaction) =>
          parts.channels.addKeys(transaction, row.id, keys),
        )
  return { added, known: keys.length - added, malformed: given.length - keys.length }
}

const changeChannelKey: Handler<'changeChannelKey'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const id = BigInt(body.key_id)
  await parts.snapshot.change(async (transaction) => {
    const changed = await transaction
      .updateTable('channel_keys')
      .set({ status: BigInt(body.status), last_error: '', failed_at: null })
      .where('id', '=', id)
      .where('channel_id', '=', row.id)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw keyNotFound()
  })
  if (body.status === channelStatus.enabled) parts.health.clear(row.id, id)
  const key = (await listStoredKeys(row.id, parts)).find((each) => each.id === body.key_id)
  if (key === undefined) throw keyNotFound()
  return key
}

const deleteChannelKeys: Handler<'deleteChannelKeys'> = async ({ params, body }, call) => {
  const { parts } = call
  const { row } = await storedChannel(params.id, call)
  const { select } = body
  const deleted = await parts.snapshot.change(async (transaction) => {
    const stored = await transaction
      .selectFrom('channel_keys')
      .where('channel_id', '=', row.id)
      .select(['id', 'status'])
      .execute()
    const wanted = 'ids' in select ? new Set(select.ids.map(BigInt)) : null
    const gone = stored
      .filter(({ id, status }) => (wanted === null ? status === 3n : wanted.has(id)))
      .map(({ id }) => id)
    // Deletes all or none: the id of another channel's key is a mistake of the caller.
    if (wanted !== null && gone.length !== wanted.size) throw keyNotFound()
    if (gone.length === 0) return 0
    if (gone.length === stored.length) throw new Refusal('channel.last-key', {})
    await transaction.deleteFrom('channel_keys').where('id', 'in', gone).execute()
    return gone.length
  })
  return { deleted }
}

/** Does not record the result as the channel's last test. */
const testChannelKey: Handler<'testChannelKey'> = async ({ params, body }, call) => {
  const { parts } = call
  const channel = channelFrom(await storedChannel(params.id, call))
  const key = channel.keys.find(({ id }) => id === BigInt(body.key_id))
  if (key === undefined) throw keyNotFound()
  const model =
    body.model || modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  const result = await runTest({ ...channel, keys: [key] }, model, parts)
  if (result.ok) parts.health.clear(channel.id, key.id)
  return testOut(result, { model, hasResponses: null })
}

/** The keys of a channel. Of the key itself only the preview leaves the server. */
async function listStoredKeys(channelId: bigint, parts: ApiParts): Promise<StoredKey[]> {
  const { db, channels } = parts
  const rows = await db
    .selectFrom('channel_keys')
    .where('channel_id', '=', channelId)
    .where('deleted_at', 'is', null)
    .select(['id', 'status', 'last_error', 'failed_at'])
    .execute()
  const states = new Map(rows.map((row) => [row.id, row]))
  const keys = await channels.keys(channelId)
  return keys.flatMap(({ id, secret }) => {
    const state = states.get(id)
    if (state === undefined) return []
    return {
      id: idOut(id),
      preview: keyPreview(secret),
      status: Number(state.status),
      last_error: state.last_error,
      failed_time: secondsOut(state.failed_at === null ? null : Number(state.failed_at), 0),
    }
  })
}

const keyNotFound = (): Refusal => new Refusal('channel.key-not-found', {})

export const channelKeyHandlers = {
  listChannelKeys,
  addChannelKeys,
  changeChannelKey,
  deleteChannelKeys,
  testChannelKey,
} satisfies Partial<Handlers>
