import { defaultGroup, type ManagedGroup } from '@posthouse/contract/managed-group'
import { Refusal } from '@posthouse/contract/refusal'
import { sql, type Transaction, type Updateable } from 'kysely'
import { isUniqueViolation } from '../../../db/database-error.ts'
import type { Tables } from '../../../db/tables.ts'
import { groups } from '../../../domain/groups/group-noun.ts'
import { microsFromMultiplier, multiplierFromMicros } from '../../../domain/pricing/multiplier.ts'
import type { Handler, SignedCall } from '../../call.ts'
import { askingOf } from '../../noun/asking.ts'
import { getOf, listOf } from '../../noun/calls-of.ts'
import { writeNoun } from '../../noun/write-noun.ts'
import { idOut } from '../../present.ts'

type GroupLine = Awaited<ReturnType<typeof groups.find>>

const groupsOut = (lines: readonly GroupLine[]): ManagedGroup[] =>
  lines.map((group) => ({
    id: idOut(group.id),
    symbol: group.symbol,
    name: group.name,
    ratio: multiplierFromMicros(group.ratio_millionths),
    api_rate: Number(group.rpm),
    public: group.public === 1n,
    enable: group.enabled === 1n,
    users: Number(group.users_in),
    channels: Number(group.channels_in),
    tokens: Number(group.tokens_in),
  }))

export const listUserGroups: Handler<'listUserGroups'> = listOf(groups, groupsOut)

export const getUserGroup: Handler<'getUserGroup'> = getOf(groups, groupsOut)

export const createUserGroup: Handler<'createUserGroup'> = async ({ body }, call) => {
  const group = {
    symbol: body.symbol,
    name: body.name,
    ratioMillionths: microsFromMultiplier(body.ratio),
    requestsPerMinute: body.api_rate,
    public: body.public,
  }
  const id = await writeNoun(groups, call, async (transaction) => {
    await call.parts.groups.insert(transaction, [group])
    const { id: made } = await transaction
      .selectFrom('user_groups')
      .where('symbol', '=', body.symbol)
      .where('deleted_at', 'is', null)
      .select('id')
      .executeTakeFirstOrThrow()
    return made
  }).catch(orTaken)
  return getUserGroup({ params: { id: Number(id) } }, call)
}

/** Another group has the symbol. */
function orTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('group.symbol-taken', {}, { field: 'symbol' })
}

export const updateUserGroup: Handler<'updateUserGroup'> = async ({ body }, call) => {
  const { id, name, ratio, api_rate: rate, public: open } = body
  await change(id, call, () => ({
    ...(name !== undefined && { name }),
    ...(ratio !== undefined && { ratio_millionths: microsFromMultiplier(ratio) }),
    ...(rate !== undefined && { rpm: BigInt(rate) }),
    ...(open !== undefined && { public: open ? 1n : 0n }),
  }))
  return getUserGroup({ params: { id } }, call)
}

export const switchUserGroup: Handler<'switchUserGroup'> = async ({ params }, call) => {
  await change(params.id, call, (group) => {
    requireOther(group)
    return { enabled: group.enabled === 1n ? 0n : 1n }
  })
  return getUserGroup({ params }, call)
}

export const deleteUserGroup: Handler<'deleteUserGroup'> = ({ params }, call) =>
  writeNoun(groups, call, async (transaction) => {
    const group = await groups.find(transaction, askingOf(call), params.id)
    requireOther(group)
    const uses = {
      users: Number(group.users_in),
      channels: Number(group.channels_in),
      tokens: Number(group.tokens_in),
    }
    if (uses.users + uses.channels + uses.tokens > 0) throw new Refusal('group.in-use', uses)
    await groups.remove(transaction, askingOf(call), { ids: [params.id] })
    return null
  })

function requireOther({ symbol }: GroupLine): void {
  if (symbol === defaultGroup) throw new Refusal('group.default', {})
}

const change = (
  id: number,
  call: SignedCall,
  decide: (group: GroupLine) => Updateable<Tables['user_groups']>,
): Promise<void> =>
  writeNoun(groups, call, async (transaction: Transaction<Tables>) => {
    const group = await groups.find(transaction, askingOf(call), id)
    await transaction
      .updateTable('user_groups')
      .set({ ...decide(group), version: sql<bigint>`version + 1` })
      .where('id', '=', group.id)
      .execute()
  })
