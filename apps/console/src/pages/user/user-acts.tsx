import { secondFactorCalls } from '@posthouse/contract/calls/second-factor'
import { userCalls } from '@posthouse/contract/calls/users'
import { formatQuota } from '@posthouse/contract/format-amount'
import { type User, userAllows } from '@posthouse/contract/managed-user'
import { isAdministrator, roles } from '@posthouse/contract/user'
import { IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { download } from '../../api/download.ts'
import { type CallName, type Input, useRead, write } from '../../api/use-call.ts'
import { UserAdjust } from './user-adjust.tsx'
import { UserEdit } from './user-edit.tsx'
import { UserGroupChange } from './user-group-change.tsx'
import { type Act, asks, changing, edits, opens, switches } from '../../noun/act.ts'
import type { Noun } from '../../noun/noun.ts'
import { isRootNow } from '../../stores/session.ts'
import { amountDisplayNow } from '../../stores/site.ts'

export type UserFilter = 'keyword' | 'role' | 'status' | 'group'

/** Answers that a change of a user makes old. */
const userReads = [
  'listUsers',
  'getUser',
  'sumUsers',
  'listUserTokens',
  'listUserTransfers',
  'listUserSessions',
] as const satisfies readonly CallName[]

const writing = { changes: userReads, quiet: true }

export const calls: Noun<User, UserFilter, never, never>['calls'] = {
  useRows: ({ page, size, order, filters }) =>
    useRead(userCalls, 'listUsers', { query: { page, size, order, ...filters } }, { keep: true }),
  useRow: (id, enabled) => useRead(userCalls, 'getUser', { params: { id } }, { enabled }),
  download: (query) => download(userCalls, 'exportUsers', { query }),
}

const change = changing({
  change: (body: Input<'changeUsers'>['body']) =>
    write(userCalls, 'changeUsers', { body }, { ...writing, repeats: true }),
  reads: userReads,
  words: 'user',
  skipped: 'user.skipped',
})

type Named = User & { readonly name: string }
const named = (user: User): Named => ({ ...user, name: user.username })

/** What is done by name, to users whom one may change. */
const toUsers = ({ one, allows, ...act }: Act<Named, UserFilter>): Act<User, UserFilter> => ({
  ...act,
  allows: (user) => user.locked === null && allows?.(named(user)) !== false,
  ...(one !== undefined && { one: (user, stage) => one(named(user), stage) }),
})

const manage =
  (action: 'promote' | 'demote') =>
  (_params: unknown, { id, username }: Named) =>
    write(userCalls, 'manageUser', { body: { id, username, action } }, writing)

/** What a person can do with users. */
export const userActs: readonly Act<User, UserFilter>[] = [
  toUsers({
    ...edits((user: Named, close) => <UserEdit user={user} onClose={close} />),
    quick: IconPencil,
  }),
  {
    ...opens('adjust', 'user.adjust', (user: User, close) => (
      <UserAdjust user={user} onClose={close} />
    )),
    allows: ({ adjustable }) => adjustable,
  },
  ...switches<UserFilter>({
    allows: userAllows,
    done: { enable: 'user.enabledWhat', disable: 'user.disabledWhat' },
    change,
  }).map((act) => toUsers({ ...act, ...(act.many && { quick: act.many.icon }) })),
  {
    id: 'group',
    word: 'user.setGroup',
    many: {
      icon: IconUsersGroup,
      run: (many, stage) => {
        stage.open((close) => (
          <UserGroupChange
            count={many.count}
            change={(values) => change(many, values, 'user.groupedWhat').then(many.clear)}
            onClose={close}
          />
        ))
        return undefined
      },
    },
  },
  toUsers({
    ...asks<Named>({ id: 'promote', words: 'user.promote', run: manage('promote') }),
    allows: ({ role }) => isRootNow() && !isAdministrator(role),
  }),
  toUsers({
    ...asks<Named>({ id: 'demote', words: 'user.demote', run: manage('demote') }),
    allows: ({ role }) => isRootNow() && role > roles.ordinary,
  }),
  toUsers(
    asks<Named>({
      id: 'reset-factors',
      words: 'user.resetFactors',
      run: (params) => write(secondFactorCalls, 'removeUserSecondFactor', { params }, writing),
    }),
  ),
  toUsers({
    ...asks<Named>({
      id: 'delete',
      words: 'user.delete',
      naming: ({ quota }) => ({ balance: formatQuota(quota, amountDisplayNow()) }),
      run: (params) => write(userCalls, 'deleteUser', { params }, writing),
    }),
    danger: true,
  }),
]
