import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { formatQuota } from '@posthouse/contract/format-amount'
import { type Token, TokenQuery, tokenSorts, tokenStatus } from '@posthouse/contract/token'
import { download } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { TokenCreate } from '../forms/token-create.tsx'
import { nameOver, sumColumn, timeOf } from '../noun/cells.tsx'
import { declareNoun, type Look } from '../noun/noun.ts'
import { NounPage } from '../noun/noun-page.tsx'
import { paths } from '../paths.ts'
import { Gate } from '../ui/art/gate.tsx'
import { statusChoices, tokenStatusName } from '../ui/status.ts'
import { StatusChip } from '../ui/status-chip.tsx'
import { showKey, tokenActs } from './token/token-acts.tsx'
import { tokenEntry } from './token/token-entry.ts'

const count = (value: number) => (value === 0 ? '—' : value.toLocaleString('en-US'))
const words = (list: readonly string[], none: string) => list.join(', ') || none

const spendLimits = ({ limits }: Token, { t, display }: Look) =>
  Object.entries(limits.spend).map(
    ([period, quota]) =>
      `${t(`token.spend.${period as 'day'}`)} ${formatQuota(quota ?? 0, display)}`,
  )

export const token = declareNoun({
  title: 'menu.token',
  lead: 'token.lead',
  empty: { picture: <Gate />, title: 'token.emptyTitle', sentence: 'token.empty' },
  list: { table: 'token', query: TokenQuery, sorts: tokenSorts, defaultOrder: '-id' },
  name: (row: Token) => row.name,
  columns: {
    name: {
      label: 'token.name',
      card: 'title',
      sort: 'name',
      cell: nameOver((row) => row.key_preview),
    },
    status: {
      label: 'table.status',
      card: 'status',
      sort: 'status',
      cell: ({ status }) => <StatusChip status={tokenStatusName(status)} />,
    },
    used: { label: 'token.used', card: 'fact', sort: 'used_quota', ...sumColumn('used_quota') },
    remaining: {
      label: 'token.remaining',
      numeric: true,
      card: 'fact',
      sort: 'remain_quota',
      cell: (row, { t, display }) =>
        row.unlimited_quota ? t('token.unlimitedShort') : formatQuota(row.remain_quota, display),
    },
    'last-used': {
      label: 'token.lastUsed',
      card: 'fact',
      optional: true,
      cell: timeOf('accessed_time'),
    },
    created: {
      label: 'token.created',
      optional: true,
      sort: 'created_time',
      cell: timeOf('created_time'),
    },
    expires: {
      label: 'token.expires',
      card: 'fact',
      optional: true,
      sort: 'expired_time',
      cell: timeOf('expired_time', 'token.never'),
    },
  },
  panel: {
    way: { word: 'token.itsLog', to: ({ name }) => paths.log({ token_name: name }) },
    facts: [
      { label: 'token.key', fact: (row) => <code>{row.key_preview}</code> },
      'used',
      'remaining',
      { label: 'token.group', fact: ({ group }, { t }) => group || t('token.ownGroup') },
      {
        label: 'token.cache',
        fact: ({ cache }, { t }) => t(cache ? 'channel.on' : 'channel.off'),
      },
      {
        label: 'token.models',
        fact: ({ limits }, { t }) => words(limits.models, t('token.allModels')),
      },
      {
        label: 'token.addresses',
        fact: ({ limits }, { t }) => words(limits.addresses, t('token.allAddresses')),
      },
      { label: 'token.rpm', fact: ({ limits }) => count(limits.requests_per_minute) },
      { label: 'token.tpm', fact: ({ limits }) => count(limits.tokens_per_minute) },
      { label: 'token.concurrency', fact: ({ limits }) => count(limits.concurrency) },
      { label: 'token.spendLimits', fact: (row, look) => words(spendLimits(row, look), '—') },
      'last-used',
      'created',
      'expires',
    ],
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'token.name', placeholder: 'token.search' },
    {
      name: 'status',
      kind: 'segments',
      label: 'table.status',
      choices: statusChoices(Object.values(tokenStatus), tokenStatusName),
    },
  ],
  acts: tokenActs,
  calls: {
    useRows: ({ page, size, order, filters }) => {
      const query = { page, size, order, ...filters }
      return useRead(tokenCalls, 'listTokens', { query }, { keep: true })
    },
    useRow: (id, enabled) => useRead(tokenCalls, 'getToken', { params: { id } }, { enabled }),
    download: (query) => download(tokenCalls, 'exportTokens', { query }),
  },
  create: {
    word: tokenEntry.create,
    form: (close, stage) => (
      <TokenCreate
        onClose={close}
        onCreated={(made) => {
          close()
          showKey(stage, made, true)
        }}
      />
    ),
  },
})

export const TokenPage = () => <NounPage noun={token} />
