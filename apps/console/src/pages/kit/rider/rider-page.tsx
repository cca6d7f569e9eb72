import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCreateAddress } from '../../../forms/kit/use-create-address.ts'
import { formatQuota } from '@posthouse/contract/format-amount'
import { useAmountDisplay } from '../../../stores/site.ts'
import { NameCell } from '../../../table/cells/name-cell.tsx'
import type { Column, FilterField } from '../../../table/column.ts'
import type { ListSpec } from '../../../table/list-state.ts'
import { QueryTable } from '../../../table/query-table.tsx'
import { useList } from '../../../table/use-list.ts'
import { Horse } from '../../../ui/art/horse.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { RiderCreate } from './rider-create.tsx'
import { listRiders, type Rider, RiderQuery, riderSorts, type RiderSort } from './riders.ts'

const spec: ListSpec<'keyword', RiderSort> = {
  table: 'rider',
  filters: ['keyword'],
  query: RiderQuery,
  sorts: riderSorts,
  defaultOrder: '-id',
}

/** A list with its form, as small as a page can be. */
export function RiderPage() {
  const { t } = useTranslation()
  const list = useList(spec)
  const { page, size, order, filters } = list.state
  // On a page of the product: useRead(riderCalls, 'listRiders', { query }, { keep: true })
  const query = useQuery({
    queryKey: ['listRiders', page, size, order, filters],
    queryFn: async () => listRiders({ page, size, order, ...filters }),
    placeholderData: keepPreviousData,
  })
  const fields: readonly FilterField<'keyword'>[] = [
    { name: 'keyword', label: t('token.search'), kind: 'text' },
  ]
  const [creating, setCreating] = useCreateAddress()
  const create = (
    <Button variant="contained" onClick={() => setCreating(true)}>
      {t('token.create')}
    </Button>
  )
  return (
    <>
      <QueryTable
        label={t('menu.token')}
        list={list}
        query={query}
        columns={useRiderColumns()}
        fields={fields}
        rowId={(rider: Rider) => String(rider.id)}
        rowName={(rider) => rider.name}
        empty={{
          picture: <Horse />,
          title: t('token.emptyTitle'),
          sentence: t('token.empty'),
          action: create,
        }}
      />
      {create}
      {creating && (
        <RiderCreate onClose={() => setCreating(false)} onCreated={() => void query.refetch()} />
      )}
    </>
  )
}

function useRiderColumns(): readonly Column<Rider, RiderSort>[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  return [
    {
      id: 'name',
      header: t('token.name'),
      card: 'title',
      sort: 'name',
      cell: (rider) => <NameCell name={rider.name} id={`#${rider.id}`} />,
    },
    {
      id: 'status',
      header: t('table.status'),
      card: 'status',
      cell: (rider) => <StatusChip status={rider.rests ? 'disabled' : 'enabled'} />,
    },
    {
      id: 'horses',
      header: t('channel.weight'),
      numeric: true,
      card: 'fact',
      sort: 'horses',
      optional: true,
      cell: (rider) => rider.horses,
    },
    {
      id: 'purse',
      header: t('token.remaining'),
      numeric: true,
      card: 'fact',
      sort: 'purse',
      cell: (rider) => formatQuota(rider.purse, display),
    },
  ]
}
