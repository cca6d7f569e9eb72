import { siteCalls } from '@posthouse/contract/calls/site'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import { formatPrice, formatShort } from '@posthouse/contract/format-amount'
import type { Price, PriceLine } from '@posthouse/contract/price'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { plainLine, unitLine } from '../../lib/money/price-lines.ts'
import { unitPrice } from '../../lib/money/unit-price.ts'
import { paths } from '../../paths.ts'
import { useIsAdministrator } from '../../stores/session.ts'

const shownAtFirst = 12

type Served = ReplyOf<typeof siteCalls.listServedModels>
type Model = Served[string] & { readonly name: string }

/** What somebody can call here, what it does, and what it costs. */
export function ServedModels() {
  const { t } = useTranslation()
  const models = useRead(siteCalls, 'listServedModels', {})
  const [all, setAll] = useState(false)
  const [word, setWord] = useState('')
  if (models.error !== null) return null
  // What stands below must not jump when the models come: their room is kept.
  if (models.data === undefined) return <Box sx={{ mt: 16, minHeight: 240 }} />
  const rows = inOrder(models.data)
  const found = rows.filter(({ name }) => name.toLowerCase().includes(word.trim().toLowerCase()))
  const shown = all || word !== '' ? found : found.slice(0, shownAtFirst)
  return (
    <Box component="section" aria-labelledby="models" sx={{ mt: 16 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 4, mb: 4 }}>
        <Box sx={{ flex: 1, minWidth: 240 }}>
          <Typography id="models" component="h2" variant="h2">
            {t('home.prices')}
          </Typography>
          {rows.length > 0 && (
            <Typography color="textSecondary" sx={{ mt: 1 }}>
              {t('home.pricesLead')}
            </Typography>
          )}
        </Box>
        {rows.length > shownAtFirst && (
          <TextField
            size="small"
            type="search"
            label={t('home.search')}
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        )}
      </Box>
      {rows.length === 0 ? (
        <NothingServed />
      ) : (
        <Card>
          <Models rows={shown} />
          {found.length === 0 && (
            <Typography color="textSecondary" sx={{ px: 4, py: 6, textAlign: 'center' }}>
              {t('home.noneFound')}
            </Typography>
          )}
          {shown.length < found.length && (
            <Button fullWidth sx={{ borderRadius: 0 }} onClick={() => setAll(true)}>
              {t('home.allPrices', { count: rows.length })}
            </Button>
          )}
        </Card>
      )}
    </Box>
  )
}

/** By supplier and name, as a price list has it. */
const inOrder = (served: Served): readonly Model[] =>
  Object.entries(served)
    .map(([name, model]) => ({ name, ...model }))
    .toSorted(
      (one, other) =>
        one.owned_by.localeCompare(other.owned_by) || one.name.localeCompare(other.name),
    )

function NothingServed() {
  const { t } = useTranslation()
  const administrator = useIsAdministrator()
  return (
    <Card sx={{ px: 5, py: 6 }}>
      <Typography>{t('home.noPrices')}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        {t(administrator ? 'home.addChannel' : 'home.comeBack')}
      </Typography>
      {administrator && (
        <Button component={Link} to={paths.newChannel} variant="outlined" sx={{ mt: 4 }}>
          {t('home.toChannels')}
        </Button>
      )}
    </Card>
  )
}

const wideOnly = { display: { xs: 'none', sm: 'table-cell' } } as const

function Models({ rows }: { readonly rows: readonly Model[] }) {
  const { t } = useTranslation()
  return (
    <Table size="small" aria-labelledby="models">
      <TableHead>
        <TableRow>
          <TableCell>{t('home.model')}</TableCell>
          <TableCell sx={wideOnly}>{t('home.does')}</TableCell>
          <TableCell align="right" sx={wideOnly}>
            {t('home.context')}
          </TableCell>
          <TableCell align="right">{t('home.input')}</TableCell>
          <TableCell align="right">{t('home.output')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {rows.map((model) => (
          <ModelRow key={model.name} model={model} />
        ))}
      </TableBody>
    </Table>
  )
}

function ModelRow({ model }: { readonly model: Model }) {
  const { t } = useTranslation()
  const { name, owned_by, operation, context, price } = model
  const does = t(`home.operation.${operation}`)
  const size = context === null ? '—' : formatShort(context)
  const unit = unitLine(price)
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {name}
        <Typography variant="caption" color="textSecondary" component="p">
          {owned_by}
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            {' · '}
            {context === null ? does : `${does} · ${size}`}
          </Box>
        </Typography>
      </TableCell>
      <TableCell sx={wideOnly}>{does}</TableCell>
      <TableCell align="right" sx={wideOnly}>
        {size}
      </TableCell>
      {unit !== undefined ? (
        <TableCell align="right" colSpan={2}>
          {unitText(unit, t)}
        </TableCell>
      ) : (
        <>
          <TableCell align="right">{perMillion(price, 'input')}</TableCell>
          <TableCell align="right">{perMillion(price, 'output')}</TableCell>
        </>
      )}
    </TableRow>
  )
}

function unitText(line: PriceLine, t: TFunction): string {
  const { per, price } = unitPrice(line)
  return t(`home.per.${line.unit === 'character' ? 'characters' : per}`, { price })
}

const perMillion = (price: Price, bucket: string): string => {
  const line = plainLine(price, bucket)
  return line === undefined ? '—' : formatPrice(line.dollars_per_million)
}
