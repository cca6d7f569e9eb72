import { priceCalls } from '@posthouse/contract/calls/prices'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { channelTypeOf, channelTypes } from '@posthouse/contract/channel-type'
import { type Price, priceOrigins, priceTypes } from '@posthouse/contract/price'
import { PriceQuery, priceSorts } from '@posthouse/contract/price-work'
import { IconLock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../api/download.ts'
import { useRead } from '../../api/use-call.ts'
import { timeColumn } from '../../noun/cells.tsx'
import { declareNoun } from '../../noun/noun.ts'
import { NounPage } from '../../noun/noun-page.tsx'
import type { Page } from '../../table/query-table.tsx'
import { Horse } from '../../ui/art/horse.tsx'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'
import { DatedMark } from './dated-mark.tsx'
import { ExplainBox } from './explain-box.tsx'
import { FetchDialog } from './fetch-dialog.tsx'
import { priceActs } from './price-acts.tsx'
import { PriceCell } from './price-cells.tsx'
import { PriceCreate, PriceEdit } from './price-form.tsx'
import { PriceHistory } from './price-history.tsx'
import { pageOf } from './price-list.ts'
import { PriceSaveBar } from './price-save-bar.tsx'
import { usePriceDrafts } from './price-store.ts'
import { Unpriced } from './unpriced.tsx'

const amount = (field: 'input' | 'output' | 'cached') => (price: Price) => (
  <PriceCell price={price} field={field} />
)

const price = declareNoun({
  title: 'menu.pricing',
  words: 'pricing',
  picture: <Horse />,
  list: { table: 'price', query: PriceQuery, sorts: priceSorts, defaultOrder: 'model' },
  name: (row: Price) => row.model,
  columns: {
    model: {
      label: 'pricing.model',
      card: 'title',
      sort: 'model',
      room: 220,
      cell: (price, { t }) => (
        <Box component="span" sx={{ display: 'inline-flex', flexDirection: 'column' }}>
          <Box component="span" sx={{ display: 'inline-flex', gap: 2, overflowWrap: 'anywhere' }}>
            {price.model}
            {price.locked && <IconLock size={16} stroke={1.5} aria-label={t('pricing.isLocked')} />}
          </Box>
          <DatedMark price={price} />
        </Box>
      ),
    },
    supplier: {
      label: 'pricing.supplier',
      card: 'fact',
      sort: 'channel_type',
      cell: ({ channel_type: type }, { t }) =>
        type === 0 ? t('pricing.anySupplier') : <SupplierName type={type} />,
    },
    type: {
      label: 'pricing.type',
      sort: 'type',
      optional: true,
      cell: ({ type }, { t }) => t(`pricing.types.${type}`),
    },
    input: {
      label: 'pricing.input',
      card: 'fact',
      sort: 'input',
      numeric: true,
      cell: amount('input'),
    },
    output: {
      label: 'pricing.output',
      card: 'fact',
      sort: 'output',
      numeric: true,
      cell: amount('output'),
    },
    cached: { label: 'pricing.cached', card: 'fact', numeric: true, cell: amount('cached') },
    source: {
      label: 'pricing.source',
      optional: true,
      cell: ({ origin }, { t }) => t(`pricing.origins.${origin}`),
      fact: ({ origin, source }, { t }) =>
        source === '' ? t(`pricing.origins.${origin}`) : source,
    },
    updated: timeColumn('pricing.updated', 'updated_time', { sort: 'updated_time' }),
  },
  panel: {
    facts: ['supplier', 'type', 'source', 'updated'],
    views: {
      label: 'pricing.views',
      factsWord: 'pricing.overview',
      others: [
        {
          id: 'meters',
          word: 'pricing.edit',
          when: () => true,
          draw: (row) => <PriceEdit key={`${row.model} ${row.updated_time}`} price={row} />,
        },
        {
          id: 'history',
          word: 'pricing.history',
          when: () => true,
          draw: (row) => <PriceHistory price={row} />,
        },
      ],
    },
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'pricing.model', placeholder: 'pricing.search' },
    {
      name: 'channel_type',
      kind: 'choice',
      label: 'pricing.supplier',
      choices: channelTypes.map(({ number }) => ({
        value: String(number),
        label: channelTypeOf(number)?.name ?? String(number),
      })),
    },
    {
      name: 'type',
      kind: 'choice',
      label: 'pricing.type',
      choices: priceTypes.map((value) => ({ value, word: `pricing.types.${value}` as const })),
    },
    {
      name: 'origin',
      kind: 'choice',
      label: 'pricing.source',
      choices: priceOrigins.map((value) => ({ value, word: `pricing.origins.${value}` as const })),
    },
    {
      name: 'locked',
      kind: 'choice',
      label: 'pricing.lock',
      choices: [
        { value: 'true', word: 'pricing.isLocked' },
        { value: 'false', word: 'pricing.notLocked' },
      ],
    },
  ],
  acts: priceActs,
  calls: {
    useRows: (state) => {
      const query = useRead(priceCalls, 'listPrices', {}, { keep: true })
      const data = query.data === undefined ? undefined : pageOf(query.data, state)
      return { ...query, data } as UseQueryResult<Page<Price>, Error>
    },
    useRow: (id, enabled) => {
      const query = useRead(priceCalls, 'listPrices', {}, { enabled })
      const data = query.data?.find((row) => String(row.id) === id)
      return { ...query, data } as UseQueryResult<Price, Error>
    },
    download: ({ time_zone }) => download(priceCalls, 'exportPrices', { query: { time_zone } }),
  },
  above: () => (
    <>
      <Unpriced />
      <ExplainBox />
      <Tools />
    </>
  ),
  create: { word: 'pricing.create', form: (close) => <PriceCreate onClose={close} /> },
})

/** The unit of the list, and where prices come from. */
function Tools() {
  const { t } = useTranslation()
  const { unit, drafts, turn } = usePriceDrafts()
  const [fetching, setFetching] = useState(false)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 4, alignItems: 'center' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={unit}
        aria-label={t('pricing.unit')}
        // What was typed is in the unit that it was typed in.
        disabled={drafts.size > 0}
        onChange={(_, value) => value !== null && turn(value)}
      >
        <ToggleButton value="dollars">{t('pricing.inDollars')}</ToggleButton>
        <ToggleButton value="multiplier">{t('pricing.inMultipliers')}</ToggleButton>
      </ToggleButtonGroup>
      <Button variant="outlined" onClick={() => setFetching(true)}>
        {t('pricing.fetch')}
      </Button>
      {fetching && <FetchDialog onClose={() => setFetching(false)} />}
    </Box>
  )
}

export function PricingPage() {
  return (
    <>
      <NounPage noun={price} />
      <PriceSaveBar />
    </>
  )
}
