import { midjourneyModels, sunoModels } from '@posthouse/contract/task-models'
import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { ChannelInput } from '@posthouse/contract/channel-input'
import { roles } from '@posthouse/contract/user'
import { quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import type { Kysely, Transaction } from 'kysely'
import type { Account } from '../domain/accounts/account.ts'
import type { AccountStore } from '../domain/accounts/account-store.ts'
import { grantQuota } from '../domain/accounts/grant-quota.ts'
import { hashPassword } from '../domain/accounts/password.ts'
import type { ChannelStore } from '../domain/channels/channel-store.ts'
import type { Tables } from '../db/tables.ts'
import type { GroupStore } from '../domain/groups/group-store.ts'
import type { UserGroup } from '../domain/groups/group.ts'
import type { Clock } from '../lib/clock.ts'
import { randomText } from '../lib/ids.ts'
import { defaultPrices } from '../domain/pricing/default-prices.ts'
import { bump } from '../domain/snapshot/revision.ts'
import { remark } from '../domain/usage-log/remarks.ts'

/** $200 at the default: what the family gives its first administrator. */
const firstBalance = quota(100_000_000)

const firstGroups = ['default', 'vip', 'svip'] as const

export type FirstStartParts = {
  readonly db: Kysely<Tables>
  readonly accounts: AccountStore
  readonly groups: GroupStore
  readonly channels: ChannelStore
  readonly ledger: Submitter<'grant'>
  readonly clock: Clock
  /** From POSTHOUSE_ROOT_PASSWORD; null: a random one. */
  readonly rootPassword: string | null
}

/**
 * What an empty database is filled with: groups, prices, the sandbox channel, the super
 * administrator and a first balance. Answers the password to be shown once, or null when it was
 * given by the environment or when the database was not empty. Each part is put in only when it is
 * missing, so that a start that was interrupted is completed by the next.
 */
export async function prepareFirstStart(parts: FirstStartParts): Promise<string | null> {
  const known = await parts.db
    .selectFrom('revisions')
    .select('revision')
    .where('name', '=', 'configuration')
    .executeTakeFirst()
  if (known === undefined) await parts.db.transaction().execute((write) => fill(write, parts))
  return ensureRoot(parts)
}

async function fill(transaction: Transaction<Tables>, parts: FirstStartParts): Promise<void> {
  // Of nodes that start together the first counts 1 here; the others wait for it and count on.
  if ((await bump(transaction, 'configuration')) !== 1n) return
  await parts.groups.insert(transaction, firstGroups.map(firstGroup))
  await transaction.insertInto('prices').values(defaultPrices(parts.clock.now())).execute()
  await parts.channels.insert(transaction, sandboxChannel(), parts.clock.now())
}

async function ensureRoot(parts: FirstStartParts): Promise<string | null> {
  const known = await parts.accounts.findRoot()
  const password = parts.rootPassword ?? randomText(12)
  const made = known === null ? await makeRoot(parts, password) : null
  const root = known ?? made ?? (await parts.accounts.findRoot())
  if (root === null) throw new Error('There is no super administrator')
  // Unique by its cause: at every later start it changes nothing.
  await grantQuota(
    {
      account: root,
      amount: firstBalance,
      cause: 'grant:root',
      remark: remark('first-balance'),
      at: parts.clock.now(),
    },
    parts.ledger,
  )
  return made !== null && parts.rootPassword === null ? password : null
}

/** Null where another node that started at the same time made the account. */
async function makeRoot(parts: FirstStartParts, password: string): Promise<Account | null> {
  const account = {
    username: 'root',
    displayName: 'Root',
    password: await hashPassword(password),
    role: roles.root,
    group: 'default',
    at: parts.clock.now(),
  }
  return parts.db.transaction().execute(async (transaction) => {
    // The others wait here until this node has made it.
    await bump(transaction, 'configuration')
    const made = await parts.accounts.findRoot(transaction)
    return made === null ? parts.accounts.insert(account, transaction) : null
  })
}

const firstGroup = (symbol: string): UserGroup => ({
  symbol,
  name: symbol,
  ratioMillionths: 1_000_000n,
  requestsPerMinute: 600,
  public: symbol === 'default',
})

const sandboxChannel = () =>
  ChannelInput.parse({
    type: sandboxType,
    name: 'Sandbox',
    group: [...firstGroups],
    models: [
      'sandbox/chat',
      'sandbox/chat-mini',
      'sandbox/reasoner',
      'sandbox/embedding',
      'sandbox/image',
      'sandbox/moderate',
      'sandbox/rerank',
      'sandbox/speech',
      'sandbox/transcribe',
      'sandbox/video',
      // Names of the family's clients, which nobody can choose.
      ...midjourneyModels,
      ...sunoModels,
    ],
    key: 'sandbox',
    base_url: 'sandbox://local',
    test_model: 'sandbox/chat',
  })
