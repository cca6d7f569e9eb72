import type { User, UserSort } from '@posthouse/contract/managed-user'
import { formatQuota } from '@posthouse/contract/format-amount'
import { roles } from '@posthouse/contract/user'
import { statusColumn, sumColumn, textOf, timeColumn } from '../../noun/cells.tsx'
import type { Look, NounColumns } from '../../noun/noun.ts'
import { NameCell } from '../../table/cells/name-cell.tsx'
import { tokenStatusName, type Tone } from '../../ui/status.ts'
import { Chip } from '../../ui/status-chip.tsx'

const looks = {
  ordinary: { tone: 'muted', glyph: '○' },
  administrator: { tone: 'warning', glyph: '◆' },
  root: { tone: 'success', glyph: '★' },
  unknown: { tone: 'error', glyph: '?' },
} as const satisfies Record<string, { tone: Tone; glyph: string }>

const roleNames = new Map<number, keyof typeof looks>([
  [roles.ordinary, 'ordinary'],
  [roles.administrator, 'administrator'],
  [roles.root, 'root'],
])

const roleChip = ({ role }: User, { t }: Look) => {
  const name = roleNames.get(role) ?? 'unknown'
  return <Chip {...looks[name]}>{t(`user.roles.${name}`)}</Chip>
}

const beneath = ({ id, username, display_name: name }: User): string =>
  name === '' || name === username ? `#${id}` : `#${id} · ${name}`

export const userColumns = {
  username: {
    label: 'user.username',
    card: 'title',
    sort: 'username',
    cell: (row) => <NameCell name={row.username} id={beneath(row)} />,
  },
  status: statusColumn(({ status }: User) => tokenStatusName(status)),
  role: { label: 'user.role', card: 'fact', sort: 'role', cell: roleChip },
  group: { label: 'user.group', card: 'fact', sort: 'group', cell: textOf('group') },
  balance: {
    label: 'user.balance',
    numeric: true,
    card: 'fact',
    sort: 'quota',
    cell: (row, { display }) => formatQuota(row.quota, display),
  },
  used: sumColumn('user.used', 'used_quota', { card: 'fact', sort: 'used_quota' }),
  requests: {
    label: 'user.requests',
    numeric: true,
    optional: true,
    gives: 1,
    sort: 'request_count',
    cell: (row) => row.request_count.toLocaleString('en-US'),
  },
  email: { label: 'user.email', optional: true, gives: 2, cell: textOf('email') },
  'last-seen': timeColumn(
    'user.lastSeen',
    'last_login_time',
    { card: 'fact', sort: 'last_login_time' },
    'user.never',
  ),
  'last-address': {
    label: 'user.lastAddress',
    optional: true,
    gives: 4,
    sort: 'last_login_ip',
    cell: textOf('last_login_ip'),
  },
  created: {
    ...timeColumn('user.created', 'created_time', { sort: 'created_time' }, 'user.unknown'),
    gives: 3,
  },
} satisfies NounColumns<User, UserSort>
