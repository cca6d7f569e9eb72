import { formatQuota } from '@posthouse/contract/format-amount'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { changing, deletes, switches } from '../../../noun/act.ts'
import { nameColumn, sumColumn, timeOf } from '../../../noun/cells.tsx'
import { declareNoun } from '../../../noun/noun.ts'
import { NounPage } from '../../../noun/noun-page.tsx'
import { Horse } from '../../../ui/art/horse.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { RiderCreate } from './rider-create.tsx'
import * as riders from './riders.ts'

/** A noun with all that follows from it, as small as a page can be. */
const rider = declareNoun({
  title: 'rider.title',
  words: 'rider',
  picture: <Horse />,
  list: {
    table: 'rider',
    query: riders.RiderQuery,
    sorts: riders.riderSorts,
    defaultOrder: '-id',
  },
  name: (row: riders.Rider) => row.name,
  columns: {
    name: nameColumn('rider.name', ({ id }: riders.Rider) => `#${id}`),
    status: {
      label: 'table.status',
      card: 'status',
      cell: ({ status }) => <StatusChip status={status === 1 ? 'enabled' : 'disabled'} />,
    },
    horses: {
      label: 'rider.horses',
      numeric: true,
      card: 'fact',
      sort: 'horses',
      optional: true,
      cell: (row) => row.horses,
    },
    purse: {
      label: 'rider.purse',
      numeric: true,
      card: 'fact',
      sort: 'purse',
      cell: (row, { display }) => formatQuota(row.purse, display),
    },
    spent: sumColumn('rider.spent', 'spent', { card: 'fact', sort: 'spent' }),
  },
  panel: {
    facts: ['horses', 'purse', 'spent', { label: 'rider.since', fact: timeOf('created_time') }],
  },
  filters: [{ name: 'keyword', kind: 'text', label: 'rider.name', placeholder: 'rider.search' }],
  acts: [
    ...switches({
      allows: riders.riderAllows,
      done: { enable: 'rider.woken', disable: 'rider.rested' },
      change: changing({
        // In the product: write(riderCalls, 'changeRiders', { body }, { changes: reads, quiet: true, repeats: true })
        change: riders.changeRiders,
        reads: [],
        words: 'rider',
      }),
    }),
    deletes({
      words: 'rider',
      naming: ({ horses }: riders.Rider) => ({ horses }),
      deleteOne: ({ id }) => riders.deleteRiders({ select: { ids: [id] } }),
      deleteMany: riders.deleteRiders,
    }),
  ],
  calls: {
    // In the product: useRead(riderCalls, 'listRiders', { query }, { keep: true })
    useRows: ({ page, size, order, filters }) => {
      const query = { page, size, order, ...filters }
      return useQuery({
        queryKey: ['riders', query],
        queryFn: async () => riders.listRiders(query),
        placeholderData: keepPreviousData,
      })
    },
    useRow: (id, enabled) =>
      useQuery({ queryKey: ['riders', id], queryFn: async () => riders.getRider(id), enabled }),
  },
  create: { word: 'rider.create', form: (close) => <RiderCreate onClose={close} /> },
})

export const RiderPage = () => <NounPage noun={rider} />
