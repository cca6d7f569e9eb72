import Typography from '@mui/material/Typography'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { formatPrice, formatShort } from '@posthouse/contract/format-amount'
import type { TFunction } from 'i18next'
import type { Column } from '../../table/column.ts'
import { dayText } from '../../lib/time/utc-day.ts'
import { Chip } from '../../ui/status-chip.tsx'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'
import { listedPrice } from './line-price.ts'

type Sort = 'name' | 'supplier' | 'context' | 'input' | 'output'

export const sizeOf = (tokens: number | null): string =>
  tokens === null ? '—' : formatShort(tokens)

export const capabilitiesOf = ({ capabilities }: CatalogueModel, t: TFunction): string =>
  capabilities.map((name) => t(`models.capabilities.${name}`)).join(' · ')

export const Availability = ({ model, t }: { model: CatalogueModel; t: TFunction }) =>
  model.available ? (
    <Chip tone="success" glyph="●">
      {t('models.available')}
    </Chip>
  ) : (
    <Chip tone="warning" glyph="◐">
      {t('models.unavailable')}
    </Chip>
  )

/** With the day on which its price changes next. */
const Name = ({ model: { name, coming }, t }: { model: CatalogueModel; t: TFunction }) => (
  <span style={{ overflowWrap: 'anywhere' }}>
    {name}
    {coming.slice(0, 1).map(({ from }) => (
      <Typography key={from} variant="caption" component="div" color="textSecondary">
        {t('models.changes', { day: dayText(from) })}
      </Typography>
    ))}
  </span>
)

export const columnsFor = (t: TFunction): readonly Column<CatalogueModel, Sort>[] => [
  {
    id: 'name',
    header: t('models.model'),
    card: 'title',
    sort: 'name',
    room: 240,
    cell: (model) => <Name model={model} t={t} />,
  },
  {
    id: 'supplier',
    header: t('models.supplier'),
    sort: 'supplier',
    optional: true,
    gives: 1,
    room: 140,
    cell: ({ channel_type: type }) => <SupplierName type={type} />,
  },
  {
    id: 'capability',
    header: t('models.capability'),
    card: 'fact',
    optional: true,
    gives: 2,
    room: 240,
    cell: (model) => capabilitiesOf(model, t),
  },
  {
    id: 'context',
    header: t('models.context'),
    card: 'fact',
    sort: 'context',
    numeric: true,
    optional: true,
    cell: ({ context }) => sizeOf(context),
  },
  {
    id: 'input',
    header: t('models.input'),
    card: 'fact',
    sort: 'input',
    numeric: true,
    cell: (model) => listedPrice(model, t),
  },
  {
    id: 'output',
    header: t('models.output'),
    card: 'fact',
    sort: 'output',
    numeric: true,
    cell: ({ output_price: price }) => (price === null ? '—' : formatPrice(price)),
  },
  {
    id: 'state',
    header: t('models.state'),
    card: 'status',
    cell: (model) => <Availability model={model} t={t} />,
  },
]
