import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { formatQuota } from '@posthouse/contract/format-amount'
import {
  type Token,
  tokenAllows,
  TokenQuery,
  tokenSorts,
  tokenStatus,
} from '@posthouse/contract/token'
import { write } from '../api/use-call.ts'
import { TokenCreate } from '../forms/token-create.tsx'
import { TokenEdit } from '../forms/token-edit.tsx'
import { TokenKey } from '../forms/token-key.tsx'
import { type Act, asks, changing, deletes, edits, switches } from '../noun/act.ts'
import { afterPassword } from '../noun/after-password.tsx'
import { callsOf } from '../noun/calls-of.ts'
import * as cell from '../noun/cells.tsx'
import { declareNoun, type Look } from '../noun/noun.ts'
import { NounPage } from '../noun/noun-page.tsx'
import type { Stage } from '../noun/use-stage.tsx'
import { paths } from '../paths.ts'
import { useSite } from '../stores/site.ts'
import { Gate } from '../ui/art/gate.tsx'
import { tokenStatusName } from '../ui/status.ts'
import { tokenEntry } from './token/token-entry.ts'

const calls = callsOf(tokenCalls, {
  list: 'listTokens',
  one: 'getToken',
  file: 'exportTokens',
  change: 'changeTokens',
  delete: 'deleteToken',
  deleteMany: 'deleteTokens',
})

/** Shows the key of a token: a fresh one can be had but now. */
const showingTo =
  (stage: Stage, fresh: boolean) =>
  ({ id, name, key }: Pick<Token, 'id' | 'name'> & { readonly key: string }): void =>
    stage.open((close) => (
      <TokenKey id={id} name={name} tokenKey={key} fresh={fresh} onClose={close} />
    ))

/** What a person can do with tokens. */
const acts: readonly Act<Token, 'keyword' | 'status'>[] = [
  {
    id: 'reveal',
    word: 'token.reveal',
    allows: () => useSite.getState().info.token_key_reveal,
    one: ({ id, name }, stage) =>
      void afterPassword(stage, async () => {
        const { key } = await write(tokenCalls, 'revealToken', { params: { id } }, { quiet: true })
        showingTo(stage, false)({ id, name, key })
      }),
  },
  edits((token: Token, close) => <TokenEdit token={token} onClose={close} />),
  ...switches({
    allows: tokenAllows,
    done: { enable: 'token.enabledWhat', disable: 'token.disabledWhat' },
    change: changing({ ...calls, words: 'token', skipped: 'token.skipped' }),
  }),
  asks({
    id: 'rotate',
    words: 'token.rotate',
    run: async (params, { id, name }, stage) => {
      const { key } = await write(tokenCalls, 'rotateToken', { params }, calls.writing)
      showingTo(stage, true)({ id, name, key })
    },
  }),
  deletes({ ...calls, words: 'token', naming: ({ key_preview: key }: Token) => ({ key }) }),
]

const spendLimits = ({ limits: { spend } }: Token, { t, display }: Look) =>
  Object.entries(spend).map(
    ([period, quota]) => `${t(`token.spend.${period as 'day'}`)} ${formatQuota(quota, display)}`,
  )

export const token = declareNoun({
  title: 'menu.token',
  words: 'token',
  picture: <Gate />,
  list: { table: 'token', query: TokenQuery, sorts: tokenSorts, defaultOrder: '-id' },
  name: (row: Token) => row.name,
  columns: {
    name: cell.nameColumn('token.name', (row: Token) => row.key_preview),
    status: cell.statusColumn(({ status }: Token) => tokenStatusName(status)),
    used: cell.sumColumn('token.used', 'used_quota', { card: 'fact', sort: 'used_quota' }),
    remaining: {
      label: 'token.remaining',
      numeric: true,
      card: 'fact',
      sort: 'remain_quota',
      cell: (row, { t, display }) =>
        row.unlimited_quota ? t('token.unlimitedShort') : formatQuota(row.remain_quota, display),
    },
    'last-used': cell.timeColumn('token.lastUsed', 'accessed_time', { card: 'fact' }),
    created: cell.timeColumn('token.created', 'created_time', { sort: 'created_time' }),
    expires: cell.timeColumn(
      'token.expires',
      'expired_time',
      { card: 'fact', sort: 'expired_time' },
      'token.never',
    ),
  },
  panel: {
    way: { word: 'token.itsLog', to: ({ name }) => paths.log({ token_name: name }) },
    facts: [
      { label: 'token.key', fact: (row) => <code>{row.key_preview}</code> },
      'used',
      'remaining',
      { label: 'token.group', fact: cell.textOf('group', 'token.ownGroup') },
      { label: 'token.cache', fact: cell.switchOf('cache') },
      { label: 'token.costInAnswer', fact: cell.switchOf('cost_in_answer') },
      { label: 'token.models', fact: cell.listOf((row) => row.limits.models, 'token.allModels') },
      {
        label: 'token.addresses',
        fact: cell.listOf((row) => row.limits.addresses, 'token.allAddresses'),
      },
      { label: 'token.rpm', fact: cell.numberOf(({ limits }) => limits.requests_per_minute) },
      { label: 'token.tpm', fact: cell.numberOf(({ limits }) => limits.tokens_per_minute) },
      { label: 'token.concurrency', fact: cell.numberOf(({ limits }) => limits.concurrency) },
      { label: 'token.spendLimits', fact: cell.listOf(spendLimits) },
      'last-used',
      'created',
      'expires',
    ],
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'token.name', placeholder: 'token.search' },
    cell.statusFilter(tokenStatus, tokenStatusName, 'segments'),
  ],
  acts,
  calls,
  create: {
    word: tokenEntry.create,
    form: (close, stage) => <TokenCreate onClose={close} onCreated={showingTo(stage, true)} />,
  },
})

export const TokenPage = () => <NounPage noun={token} />
