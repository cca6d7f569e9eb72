import type { Token, TokenSort } from '@posthouse/contract/token'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountDisplay, formatQuota } from '@posthouse/contract/format-amount'
import { useAmountDisplay } from '../../stores/site.ts'
import { NameCell } from '../../table/cells/name-cell.tsx'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import type { Column } from '../../table/column.ts'
import { tokenStatusName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

export function useTokenColumns(): readonly Column<Token, TokenSort>[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  return useMemo(() => [...stateColumns(t, display), ...timeColumns(t)], [t, display])
}

function stateColumns(t: TFunction, display: AmountDisplay): readonly Column<Token, TokenSort>[] {
  return [
    {
      id: 'name',
      header: t('token.name'),
      card: 'title',
      sort: 'name',
      cell: (token) => <NameCell name={token.name} id={token.key_preview} />,
    },
    {
      id: 'status',
      header: t('table.status'),
      card: 'status',
      sort: 'status',
      cell: (token) => <StatusChip status={tokenStatusName(token.status)} />,
    },
    {
      id: 'used',
      header: t('token.used'),
      numeric: true,
      card: 'fact',
      sort: 'used_quota',
      cell: (token) => formatQuota(token.used_quota, display),
    },
    {
      id: 'remaining',
      header: t('token.remaining'),
      numeric: true,
      card: 'fact',
      sort: 'remain_quota',
      cell: (token) =>
        token.unlimited_quota
          ? t('token.unlimitedShort')
          : formatQuota(token.remain_quota, display),
    },
  ]
}

function timeColumns(t: TFunction): readonly Column<Token, TokenSort>[] {
  return [
    {
      id: 'last-used',
      header: t('token.lastUsed'),
      card: 'fact',
      optional: true,
      cell: (token) => <TimeCell seconds={token.accessed_time} />,
    },
    {
      id: 'created',
      header: t('token.created'),
      optional: true,
      sort: 'created_time',
      cell: (token) => <TimeCell seconds={token.created_time} />,
    },
    {
      id: 'expires',
      header: t('token.expires'),
      card: 'fact',
      optional: true,
      sort: 'expired_time',
      cell: (token) => <TimeCell seconds={token.expired_time} never={t('token.never')} />,
    },
  ]
}
