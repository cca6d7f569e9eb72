import { tokenCalls } from '@posthouse/contract/calls/tokens'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Token } from '@posthouse/contract/token'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { formatQuota } from '@posthouse/contract/format-amount'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { PeekPanel } from '../../table/peek-panel.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import type { List } from '../../table/use-list.ts'
import { Facts } from '../../ui/facts.tsx'
import { tokenStatusName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly rows: readonly Token[]
  readonly actions: (token: Token) => ReactNode
}

/** A token with its limits, whether or not it is on the page of the list. */
export function TokenPeek<Filter extends string>({ list, rows, actions }: Props<Filter>) {
  const { t } = useTranslation()
  const id = list.state.row
  const listed = rows.find((token) => String(token.id) === id)
  const asked = useRead(
    tokenCalls,
    'getToken',
    { params: { id } },
    { enabled: listed === undefined },
  )
  const token = listed ?? asked.data
  return (
    <PeekPanel
      list={list}
      ids={rows.map((row) => String(row.id))}
      title={token?.name ?? t('menu.token')}
    >
      {token !== undefined && <TokenFacts token={token} actions={actions} />}
      {token === undefined && asked.error === null && <LoadingRows />}
      {token === undefined && asked.error !== null && (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </PeekPanel>
  )
}

type FactsProps = { readonly token: Token; readonly actions: (token: Token) => ReactNode }

function TokenFacts({ token, actions }: FactsProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { limits } = token
  const count = (value: number) => (value === 0 ? '—' : value.toLocaleString('en-US'))
  const words = (list: readonly string[], none: string) =>
    list.length === 0 ? none : list.join(', ')
  const spend = Object.entries(limits.spend).map(
    ([period, quota]) =>
      `${t(`token.spend.${period as 'day'}`)} ${formatQuota(quota ?? 0, display)}`,
  )
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, mb: 5, alignItems: 'center' }}>
        <StatusChip status={tokenStatusName(token.status)} />
        <Box sx={{ flex: 1 }} />
        <Button
          component={Link}
          to={paths.log({ token_name: token.name })}
          size="small"
          variant="outlined"
        >
          {t('token.itsLog')}
        </Button>
        {actions(token)}
      </Box>
      <Facts
        facts={[
          { label: t('token.key'), value: <code>{token.key_preview}</code> },
          { label: t('token.used'), value: formatQuota(token.used_quota, display) },
          {
            label: t('token.remaining'),
            value: token.unlimited_quota
              ? t('token.unlimitedShort')
              : formatQuota(token.remain_quota, display),
          },
          {
            label: t('token.group'),
            value: token.group === '' ? t('token.ownGroup') : token.group,
          },
          { label: t('token.cache'), value: t(token.cache ? 'channel.on' : 'channel.off') },
          { label: t('token.models'), value: words(limits.models, t('token.allModels')) },
          { label: t('token.addresses'), value: words(limits.addresses, t('token.allAddresses')) },
          { label: t('token.rpm'), value: count(limits.requests_per_minute) },
          { label: t('token.tpm'), value: count(limits.tokens_per_minute) },
          { label: t('token.concurrency'), value: count(limits.concurrency) },
          { label: t('token.spendLimits'), value: words(spend, '—') },
          { label: t('token.lastUsed'), value: <TimeCell seconds={token.accessed_time} /> },
          { label: t('token.created'), value: <TimeCell seconds={token.created_time} /> },
          {
            label: t('token.expires'),
            value: <TimeCell seconds={token.expired_time} never={t('token.never')} />,
          },
        ]}
      />
    </>
  )
}
