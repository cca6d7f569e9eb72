import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import type { CatalogueModel } from '@posthouse/contract/catalogue'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { dayText } from '../../lib/time/utc-day.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../stores/session.ts'
import { PeekPanel } from '../../table/peek-panel.tsx'
import type { List } from '../../table/state/use-list.ts'
import { InPlaceOfRows, LoadingRows } from '../../table/table-states.tsx'
import { Lantern } from '../../ui/art/lantern.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SupplierName } from '../../ui/suppliers/supplier-name.tsx'
import { linePrice } from './line-price.ts'
import { bucketWord } from '../log/charge-words.ts'
import { Availability, capabilitiesOf, sizeOf } from './catalogue-columns.tsx'
import type { CatalogueFilter } from './catalogue-rows.ts'
import { ModelSnippet } from './model-snippet.tsx'

type Props = {
  readonly list: List<CatalogueFilter>
  readonly ids: readonly string[]
  readonly model: CatalogueModel | undefined
  readonly waiting: boolean
}

/** Everything about a model: what it does, all its prices, and how it is called. */
export function ModelPanel({ list, ids, model, waiting }: Props) {
  const { t } = useTranslation()
  return (
    <PeekPanel list={list} ids={ids} title={list.state.row}>
      {waiting && <LoadingRows />}
      {!waiting && model === undefined && (
        <InPlaceOfRows
          picture={<Lantern />}
          title={t('models.goneTitle')}
          sentence={t('models.gone')}
        />
      )}
      {model !== undefined && <ModelFacts key={model.name} model={model} />}
    </PeekPanel>
  )
}

function ModelFacts({ model }: { readonly model: CatalogueModel }) {
  const { t } = useTranslation()
  const known = useUser() !== null
  const trial = paths.tryModel(model.name)
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <Availability model={model} t={t} />
        <Box sx={{ flex: 1 }} />
        {model.operation === 'chat' && (
          <Button
            component={Link}
            to={known ? trial : paths.login(trial)}
            size="small"
            variant="outlined"
          >
            {t('models.tryIt')}
          </Button>
        )}
      </Box>
      <CopyField text={model.name} label={t('models.name')} />
      <Facts facts={factsOf(model, t)} />
      <section aria-labelledby="model-prices">
        <Typography id="model-prices" component="h3" variant="h3" sx={{ mb: 2 }}>
          {t('models.prices')}
        </Typography>
        <Prices model={model} />
        {model.coming.map((change) => (
          <Typography key={change.from} sx={{ mt: 3 }}>
            {comingText(change, t)}
          </Typography>
        ))}
        {model.varies && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t('models.varies')}
          </Typography>
        )}
      </section>
      <ModelSnippet model={model} />
    </Box>
  )
}

const factsOf = (model: CatalogueModel, t: TFunction) => [
  { label: t('models.supplier'), value: <SupplierName type={model.channel_type} /> },
  { label: t('models.capability'), value: capabilitiesOf(model, t) },
  { label: t('models.takes'), value: modalitiesText(model.input_modalities, t) },
  { label: t('models.gives'), value: modalitiesText(model.output_modalities, t) },
  { label: t('models.context'), value: sizeOf(model.context) },
  { label: t('models.longest'), value: sizeOf(model.output) },
  { label: t('models.group'), value: groupText(model.group, t) },
  {
    label: t('models.groups'),
    value: model.groups.map((group) => groupText(group, t)).join(', '),
  },
]

const modalitiesText = (list: readonly Modality[], t: TFunction): string =>
  list.length === 0 ? '—' : list.map((name) => t(`models.modalities.${name}`)).join(', ')

type Modality = CatalogueModel['output_modalities'][number]

const groupText = ({ name, ratio }: CatalogueModel['group'], t: TFunction): string =>
  t('models.groupAt', { group: name, ratio })

/** Every meter with its price, and when it holds. */
function Prices({ model }: { readonly model: CatalogueModel }) {
  const { t } = useTranslation()
  return (
    <Table size="small" aria-labelledby="model-prices">
      <TableHead>
        <TableRow>
          <TableCell>{t('models.item')}</TableCell>
          <TableCell align="right">{t('models.price')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {model.lines.map((line) => (
          <TableRow key={`${line.bucket} ${line.tier} ${line.from_input_tokens} ${kindOf(line)}`}>
            <TableCell>
              {t(bucketWord(line.bucket))}
              {conditionsOf(line, t).map((condition) => (
                <Typography key={condition} variant="caption" component="p" color="textSecondary">
                  {condition}
                </Typography>
              ))}
            </TableCell>
            <TableCell align="right">{linePrice(line, t)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** A change in one sentence. */
const comingText = ({ from, lines }: CatalogueModel['coming'][number], t: TFunction): string =>
  t('models.coming', {
    day: dayText(from),
    prices: lines
      .map((line) => {
        const conditions = conditionsOf(line, t)
        const when = conditions.length === 0 ? '' : ` (${conditions.join(', ')})`
        return `${t(bucketWord(line.bucket))}${when} ${linePrice(line, t)}`
      })
      .join(', '),
  })

const conditionsOf = (line: CatalogueModel['lines'][number], t: TFunction): readonly string[] => {
  const { tier, from_input_tokens: from } = line
  const kind = kindOf(line)
  return [
    ...(kind === '' ? [] : [kind]),
    ...(tier === undefined ? [] : [t('charge.lineTier', { tier })]),
    ...(from === undefined ? [] : [t('charge.lineBand', { tokens: from.toLocaleString('en-US') })]),
  ]
}

const kindOf = ({ attributes = {} }: CatalogueModel['lines'][number]): string =>
  Object.values(attributes).join(', ')
