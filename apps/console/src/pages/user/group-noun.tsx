import { groupCalls } from '@posthouse/contract/calls/groups'
import {
  defaultGroup,
  GroupQuery,
  groupSorts,
  type ManagedGroup,
} from '@posthouse/contract/managed-group'
import MuiLink from '@mui/material/Link'
import { IconCircleCheck, IconCircleOff, IconPencil } from '@tabler/icons-react'
import { Link } from 'react-router'
import { notifyFailure } from '../../api/refusal.ts'
import { useRead, write } from '../../api/use-call.ts'
import { GroupCreate, GroupEdit } from './group-form.tsx'
import { asks, edits } from '../../noun/act.ts'
import { numberOf, switchOf } from '../../noun/cells.tsx'
import { declareNoun } from '../../noun/noun.ts'
import { paths } from '../../paths.ts'
import { NameCell } from '../../table/cells/name-cell.tsx'
import { Horse } from '../../ui/art/horse.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { UserTabs } from './user-tabs.tsx'

const writing = {
  changes: ['listUserGroups', 'getUserGroup', 'listGroups', 'listOwnGroups'],
  quiet: true,
} as const

const turn = ({ id }: ManagedGroup) =>
  void write(groupCalls, 'switchUserGroup', { params: { id } }, writing).catch(notifyFailure)

const usersOf = ({ symbol, users }: ManagedGroup) =>
  users === 0 ? (
    '0'
  ) : (
    <MuiLink component={Link} to={paths.usersOf(symbol)}>
      {users.toLocaleString('en-US')}
    </MuiLink>
  )

export const group = declareNoun({
  title: 'menu.user',
  words: 'group',
  picture: <Horse />,
  list: { table: 'group', query: GroupQuery, sorts: groupSorts, defaultOrder: 'id' },
  name: (row: ManagedGroup) => row.symbol,
  columns: {
    symbol: {
      label: 'group.symbol',
      card: 'title',
      sort: 'symbol',
      cell: ({ symbol, name }) => <NameCell name={name} id={symbol} />,
    },
    status: {
      label: 'table.status',
      card: 'status',
      sort: 'enable',
      cell: ({ enable }) => <StatusChip status={enable ? 'enabled' : 'disabled'} />,
    },
    ratio: {
      label: 'group.ratio',
      numeric: true,
      card: 'fact',
      cell: ({ ratio }) => `×${ratio}`,
    },
    public: { label: 'group.public', card: 'fact', cell: switchOf('public') },
    rate: {
      label: 'group.rate',
      numeric: true,
      optional: true,
      cell: numberOf((row) => row.api_rate),
    },
    users: { label: 'group.users', numeric: true, card: 'fact', sort: 'users', cell: usersOf },
    channels: {
      label: 'group.channels',
      numeric: true,
      optional: true,
      cell: (row) => row.channels,
    },
    tokens: { label: 'group.tokens', numeric: true, optional: true, cell: (row) => row.tokens },
  },
  panel: { facts: ['ratio', 'public', 'rate', 'users', 'channels', 'tokens'] },
  filters: [{ name: 'name', kind: 'text', label: 'group.name', placeholder: 'group.search' }],
  acts: [
    {
      ...edits((row: ManagedGroup, close) => <GroupEdit group={row} onClose={close} />),
      quick: IconPencil,
    },
    {
      id: 'enable',
      word: 'table.enable',
      quick: IconCircleCheck,
      allows: ({ enable }) => !enable,
      one: turn,
    },
    {
      id: 'disable',
      word: 'table.disable',
      quick: IconCircleOff,
      allows: ({ enable, symbol }) => enable && symbol !== defaultGroup,
      one: turn,
    },
    {
      ...asks<ManagedGroup>({
        id: 'delete',
        words: 'group.delete',
        run: (params) => write(groupCalls, 'deleteUserGroup', { params }, writing),
      }),
      danger: true,
      allows: ({ symbol, users, channels, tokens }) =>
        symbol !== defaultGroup && users + channels + tokens === 0,
    },
  ],
  calls: {
    useRows: ({ page, size, order, filters }) =>
      useRead(
        groupCalls,
        'listUserGroups',
        { query: { page, size, order, ...filters } },
        { keep: true },
      ),
    useRow: (id, enabled) => useRead(groupCalls, 'getUserGroup', { params: { id } }, { enabled }),
  },
  above: () => <UserTabs open="groups" />,
  create: { word: 'group.create', form: (close) => <GroupCreate onClose={close} /> },
})
