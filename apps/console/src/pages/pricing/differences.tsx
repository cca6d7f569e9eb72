import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Price } from '@posthouse/contract/price'
import type { FetchedPrices, PriceDifference } from '@posthouse/contract/price-work'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { priceWords, stepWords } from '../../lib/money/price-words.ts'
import { stepsOf } from './save-prices.ts'

const rowsAtFirst = 30
const kinds = ['changed', 'new', 'gone'] as const

/** How a fetched list differs from the book; steep changes first. */
export function Differences({ fetched }: { readonly fetched: FetchedPrices }) {
  const { t } = useTranslation()
  const { differences, skipped, prices } = fetched
  const names = skippedNames(prices)
  const of = (kind: PriceDifference['kind']) => differences.filter((one) => one.kind === kind)
  const steep = differences.filter(({ suspicious }) => suspicious).length
  return (
    <Box sx={{ mt: 4 }}>
      <Typography role="status">
        {t('pricing.found', {
          added: of('new').length,
          changed: of('changed').length,
          same: of('same').length,
          gone: of('gone').length,
        })}
      </Typography>
      {skipped > 0 && (
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {t('pricing.skipped', { count: skipped })}
          {names !== '' && ` ${t('pricing.skippedStay', { names })}`}
        </Typography>
      )}
      {steep > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {t('pricing.steep', { count: steep })}
        </Alert>
      )}
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} rows={of(kind)} />
      ))}
    </Box>
  )
}

/** The first of the models whose rows could not be read. */
function skippedNames(prices: FetchedPrices['prices']): string {
  const names = prices.flatMap(({ type, model }) => (type === 'skipped' ? [model] : []))
  const shown = names.slice(0, rowsAtFirst).join(', ')
  return names.length > rowsAtFirst ? `${shown}, …` : shown
}

type GroupProps = {
  readonly kind: (typeof kinds)[number]
  readonly rows: readonly PriceDifference[]
}

function Group({ kind, rows }: GroupProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  if (rows.length === 0) return null
  const sorted = rows.toSorted((a, b) => Number(b.suspicious) - Number(a.suspicious))
  return (
    <Box component="section" aria-label={t(`pricing.kinds.${kind}`)} sx={{ mt: 4 }}>
      <Typography variant="subtitle2">
        {t(`pricing.kinds.${kind}`)} · {rows.length}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {(all ? sorted : sorted.slice(0, rowsAtFirst)).map((row) => (
          <Row key={row.model} row={row} />
        ))}
      </Box>
      {!all && rows.length > rowsAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('pricing.showAll', { count: rows.length })}
        </Button>
      )}
    </Box>
  )
}

type RowProps = { readonly row: PriceDifference }

function Row({ row }: RowProps) {
  const { t } = useTranslation()
  const { model, before, after, suspicious } = row
  const figures = (price: Price): string => priceWords(price, t)
  const parts = [before, after].flatMap((price) => (price === null ? [] : [figures(price)]))
  const isSame = parts.length === 2 && parts[0] === parts[1]
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography sx={{ flex: 1, minWidth: 180, overflowWrap: 'anywhere' }}>{model}</Typography>
      {before?.locked === true && (
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          <IconLock size={14} stroke={1.5} aria-hidden />
          {t('pricing.stays')}
        </Typography>
      )}
      <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {isSame ? t('pricing.otherLines') : parts.join(' → ')}
      </Typography>
      {suspicious && <Steep row={row} />}
    </Box>
  )
}

const factorMost = 5

/** What changes steeply, in words and as a factor. */
function Steep({ row }: RowProps) {
  const { t } = useTranslation()
  const { factor } = row
  const isFactor = factor !== null && (factor > factorMost || factor * factorMost < 1)
  const other = t(factor === null ? 'pricing.fromOrToNothing' : 'pricing.otherLines')
  return (
    <>
      <Typography
        variant="body2"
        color="error"
        sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
      >
        <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
        {isFactor ? `×${Number(factor.toPrecision(3))}` : other}
      </Typography>
      {stepsOf(row)
        .filter((step) => step.steep)
        .map((step) => stepWords(step, t))
        .map((words) => (
          <Typography
            key={words}
            variant="body2"
            color="textSecondary"
            sx={{ flexBasis: '100%', fontVariantNumeric: 'tabular-nums' }}
          >
            {words}
          </Typography>
        ))}
    </>
  )
}
