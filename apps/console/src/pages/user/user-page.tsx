import Alert from '@mui/material/Alert'
import { channelCalls } from '@posthouse/contract/calls/channels'
import { type User, UserQuery, userSorts, userStatus } from '@posthouse/contract/managed-user'
import { roles } from '@posthouse/contract/user'
import { useSearchParams } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { UserCreate } from './user-create.tsx'
import { statusFilter } from '../../noun/cells.tsx'
import { declareNoun } from '../../noun/noun.ts'
import { NounPage } from '../../noun/noun-page.tsx'
import { paths } from '../../paths.ts'
import { Horse } from '../../ui/art/horse.tsx'
import { tokenStatusName } from '../../ui/status.ts'
import { group } from './group-noun.tsx'
import { calls, userActs } from './user-acts.tsx'
import { userColumns } from './user-columns.tsx'
import { userEntry } from './user-entry.ts'
import { UserSums } from './user-sums.tsx'
import { UserTabs } from './user-tabs.tsx'
import { UserBindings } from './user-bindings.tsx'
import { UserStatement } from './user-statement.tsx'
import { UserLedger, UserSessions, UserTokens } from './user-views.tsx'

const isOpen = ({ locked }: User): boolean => locked === null

export const user = declareNoun({
  title: 'menu.user',
  words: 'user',
  picture: <Horse />,
  list: { table: 'user', query: UserQuery, sorts: userSorts, defaultOrder: '-id' },
  name: (row: User) => row.username,
  columns: userColumns,
  panel: {
    way: { word: 'user.itsLog', to: ({ username }) => paths.log({ username }) },
    above: ({ locked }, { t }) =>
      locked !== null && <Alert severity="info">{t(`user.locked.${locked}`)}</Alert>,
    facts: [
      'role',
      'group',
      'balance',
      'used',
      'requests',
      'email',
      'last-seen',
      'last-address',
      'created',
    ],
    views: {
      label: 'user.views',
      factsWord: 'user.overview',
      others: [
        {
          id: 'tokens',
          word: 'user.tokens',
          when: isOpen,
          draw: (row) => <UserTokens user={row} />,
        },
        {
          id: 'ledger',
          word: 'user.ledger',
          when: isOpen,
          draw: (row) => <UserLedger user={row} />,
        },
        {
          id: 'statement',
          word: 'statement.title',
          when: isOpen,
          draw: (row) => <UserStatement user={row} />,
        },
        {
          id: 'sessions',
          word: 'user.sessions',
          when: isOpen,
          draw: (row) => <UserSessions user={row} />,
        },
        {
          id: 'bindings',
          word: 'binding.title',
          when: isOpen,
          draw: (row) => <UserBindings user={row} />,
        },
      ],
    },
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'user.username', placeholder: 'user.search' },
    {
      name: 'role',
      kind: 'choice',
      label: 'user.role',
      choices: [
        { value: String(roles.ordinary), word: 'user.roles.ordinary' },
        { value: String(roles.administrator), word: 'user.roles.administrator' },
        { value: String(roles.root), word: 'user.roles.root' },
      ],
    },
    statusFilter(userStatus, tokenStatusName, 'choice'),
    { name: 'group', kind: 'choice', label: 'user.group' },
  ],
  useChoices: () => {
    const { data = [] } = useRead(channelCalls, 'listGroups', {})
    return { group: data.map((group) => ({ value: group, label: group })) }
  },
  acts: userActs,
  calls,
  above: () => (
    <>
      <UserTabs open="users" />
      <UserSums />
    </>
  ),
  create: { word: userEntry.create, form: (close) => <UserCreate onClose={close} /> },
})

export function UserPage() {
  const [query] = useSearchParams()
  return query.get('tab') === 'groups' ? (
    <NounPage key="groups" noun={group} />
  ) : (
    <NounPage key="users" noun={user} />
  )
}
