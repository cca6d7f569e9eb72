import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Button from '@mui/material/Button'
import { type Token, TokenQuery, tokenSorts, type TokenSort } from '@posthouse/contract/token'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { TokenCreate } from '../forms/token-create.tsx'
import type { ListSpec } from '../table/list-state.ts'
import { useCreateAddress } from '../forms/kit/use-create-address.ts'
import { readersTimeZone } from '../lib/format-time.ts'
import { QueryTable } from '../table/query-table.tsx'
import { useList } from '../table/use-list.ts'
import { Gate } from '../ui/art/gate.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useTokenActions } from './token/token-actions.tsx'
import { useTokenColumns } from './token/token-columns.tsx'
import { type TokenFilter, tokenFilters, useTokenFields } from './token/token-fields.ts'
import { TokenPeek } from './token/token-peek.tsx'
import { useTokenBulk } from './token/use-token-bulk.tsx'

const spec: ListSpec<TokenFilter, TokenSort> = {
  table: 'token',
  filters: tokenFilters,
  query: TokenQuery,
  sorts: tokenSorts,
  defaultOrder: '-id',
}

export function TokenPage() {
  const { t } = useTranslation()
  const list = useList(spec)
  const { page, size, order, filters } = list.state
  const input = { query: { page, size, order, ...filters } }
  const query = useRead(tokenCalls, 'listTokens', input, { keep: true })
  const columns = useTokenColumns()
  const fields = useTokenFields()
  const actions = useTokenActions()
  const bulk = useTokenBulk()
  const [creating, setCreating] = useCreateAddress()
  const download = useDownload(tokenCalls, 'exportTokens')
  const create = (
    <Button variant="contained" onClick={() => setCreating(true)}>
      {t('token.create')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('menu.token')} lead={t('token.lead')} action={create} />
      <QueryTable
        label={t('menu.token')}
        list={list}
        query={query}
        columns={columns}
        rowId={(token: Token) => String(token.id)}
        rowName={(token) => token.name}
        fields={fields}
        actions={actions.menu}
        bulk={bulk}
        download={() => download({ query: { ...filters, time_zone: readersTimeZone() } })}
        empty={{
          picture: <Gate />,
          title: t('token.emptyTitle'),
          sentence: t('token.empty'),
          action: create,
        }}
      />
      {list.state.row !== '' && (
        <TokenPeek
          list={list}
          rows={query.data?.data ?? []}
          actions={(token) => actions.menu(token)}
        />
      )}
      {creating && (
        <TokenCreate
          onClose={() => setCreating(false)}
          onCreated={(token) => {
            setCreating(false)
            actions.showKey(token.name, token.key, true)
          }}
        />
      )}
      {actions.dialogs}
    </>
  )
}
