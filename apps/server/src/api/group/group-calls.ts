import { defaultGroup, type ManagedGroup } from '@posthouse/contract/managed-group'
import { Refusal } from '@posthouse/contract/refusal'
import { sql, type Transaction, type Updateable } from 'kysely'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Tables } from '../../db/tables.ts'
import { groups } from '../../domain/groups/group-noun.ts'
import { groupsOpenTo } from '../../domain/groups/group.ts'
import { microsFromMultiplier, multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { askingOf, writeNoun } from '../noun/noun-call.ts'
import { getOf, listOf } from '../noun/calls-of.ts'
import { idOut } from '../present.ts'

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

const listUserGroups: Handler<'listUserGroups'> = listOf(groups, groupsOut)

const getUserGroup: Handler<'getUserGroup'> = getOf(groups, groupsOut)

const createUserGroup: Handler<'createUserGroup'> = async ({ body }, call) => {
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
  }).catch(refuseTakenSymbol)
  return getUserGroup({ params: { id: Number(id) } }, call)
}

/** Turns a violation of the unique index into a refusal. */
function refuseTakenSymbol(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('group.symbol-taken', {}, { field: 'symbol' })
}

const updateUserGroup: Handler<'updateUserGroup'> = async ({ body }, call) => {
  const { id, name, ratio, api_rate: rate, public: open } = body
  await changeGroup(id, call, () => ({
    ...(name !== undefined && { name }),
    ...(ratio !== undefined && { ratio_millionths: microsFromMultiplier(ratio) }),
    ...(rate !== undefined && { rpm: BigInt(rate) }),
    ...(open !== undefined && { public: open ? 1n : 0n }),
  }))
  return getUserGroup({ params: { id } }, call)
}

const switchUserGroup: Handler<'switchUserGroup'> = async ({ params }, call) => {
  await changeGroup(params.id, call, (group) => {
    refuseDefaultGroup(group)
    return { enabled: group.enabled === 1n ? 0n : 1n }
  })
  return getUserGroup({ params }, call)
}

const deleteUserGroup: Handler<'deleteUserGroup'> = ({ params }, call) =>
  writeNoun(groups, call, async (transaction) => {
    const group = await groups.find(transaction, askingOf(call), params.id)
    refuseDefaultGroup(group)
    const uses = {
      users: Number(group.users_in),
      channels: Number(group.channels_in),
      tokens: Number(group.tokens_in),
    }
    if (uses.users + uses.channels + uses.tokens > 0) throw new Refusal('group.in-use', uses)
    await groups.remove(transaction, askingOf(call), { ids: [params.id] })
    return null
  })

function refuseDefaultGroup({ symbol }: GroupLine): void {
  if (symbol === defaultGroup) throw new Refusal('group.default', {})
}

const changeGroup = (
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

const listGroups: Handler<'listGroups'> = async (_input, { parts }) => [
  ...parts.snapshot.get().groups.keys(),
]

const listOwnGroups: Handler<'listOwnGroups'> = async (_input, { caller, parts }) =>
  Object.fromEntries(
    groupsOpenTo(parts.snapshot.get().groups, caller.group).map((group) => [
      group.symbol,
      {
        symbol: group.symbol,
        name: group.name,
        ratio: multiplierFromMicros(group.ratioMillionths),
        api_rate: group.requestsPerMinute,
        public: group.public,
      },
    ]),
  )

export const groupHandlers = {
  listUserGroups,
  getUserGroup,
  createUserGroup,
  updateUserGroup,
  switchUserGroup,
  deleteUserGroup,
  listGroups,
  listOwnGroups,
} satisfies Partial<Handlers>
