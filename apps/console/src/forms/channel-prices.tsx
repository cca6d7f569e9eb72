import { priceCalls } from '@posthouse/contract/calls/prices'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { ChannelInput } from '@posthouse/contract/channel-input'
import type { PriceMatch } from '@posthouse/contract/price'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../api/refusal.ts'
import { formatPrice } from '@posthouse/contract/format-amount'
import { useRead, useWrite } from '../api/use-call.ts'
import { plainLine } from '../lib/money/price-lines.ts'
import { multiplierOfDollars } from '../lib/money/multiplier.ts'
import { InlineError } from '../ui/inline-error.tsx'
import type { SectionProps } from './channel-form.ts'
import { sectionId } from './channel-sections.ts'
import { FormSection } from './kit/form-section.tsx'

/** What each model costs; those without a price get one here. */
export function ChannelPrices({ form: { control } }: SectionProps) {
  const { t } = useTranslation()
  const models = useWatch({ control, name: 'models' })
  const type = useWatch({ control, name: 'type' })
  // What no channel may have is told at its field, and not asked about.
  const priceable = ChannelInput.shape.models.safeParse(models).success
  const matches = useRead(
    priceCalls,
    'matchPrices',
    { body: { models } },
    { enabled: priceable, keep: true },
  )
  const rows = priceable ? (matches.data ?? []) : []
  const unpriced = rows.filter((row) => row.price === null).map((row) => row.model)
  return (
    <FormSection
      id={sectionId('prices')}
      title={t('channel.prices')}
      help={t('channel.pricesHelp')}
    >
      {priceable && matches.error !== null && <InlineError text={messageOf(matches.error)} />}
      {rows.length > 0 && <PriceRows rows={rows} />}
      {rows.length > 0 && unpriced.length === 0 && (
        <Alert severity="success">{t('channel.allPriced', { count: rows.length })}</Alert>
      )}
      {unpriced.length > 0 && <PriceThese models={unpriced} type={type} />}
    </FormSection>
  )
}

function PriceRows({ rows }: { readonly rows: readonly PriceMatch[] }) {
  const { t } = useTranslation()
  const dollars = (row: PriceMatch, bucket: string) => {
    const line = row.price === null ? undefined : plainLine(row.price, bucket)
    return line === undefined ? '—' : formatPrice(line.dollars_per_million)
  }
  return (
    <Box
      sx={{ overflow: 'auto', maxHeight: 320 }}
      tabIndex={0}
      role="region"
      aria-label={t('channel.entry')}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('log.model')}</TableCell>
            <TableCell>{t('channel.entry')}</TableCell>
            <TableCell align="right">{t('channel.inputPrice')}</TableCell>
            <TableCell align="right">{t('channel.outputPrice')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {rows.map((row) => (
            <TableRow key={row.model}>
              <TableCell>{row.model}</TableCell>
              <TableCell>{row.price?.model ?? t('channel.noPrice')}</TableCell>
              <TableCell align="right">{dollars(row, 'input')}</TableCell>
              <TableCell align="right">{dollars(row, 'output')}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

type PriceTheseProps = { readonly models: readonly string[]; readonly type: number }

/** One price for all models that have none. */
function PriceThese({ models, type }: PriceTheseProps) {
  const { t } = useTranslation()
  const create = useWrite(priceCalls, 'createPrice', {
    changes: ['matchPrices', 'getReadiness'],
    quiet: true,
  })
  const [dollars, setDollars] = useState({ input: '', output: '' })
  const input = multiplierOfDollars(dollars.input)
  const output = multiplierOfDollars(dollars.output)
  const price = async () => {
    if (input === undefined || output === undefined) return
    for (const model of models) {
      const body = { model, type: 'tokens' as const, channel_type: type, input, output }
      await create.mutateAsync({ body })
    }
  }
  const field = (name: 'input' | 'output') => (
    <TextField
      label={t(name === 'input' ? 'channel.inputPrice' : 'channel.outputPrice')}
      value={dollars[name]}
      onChange={(event) => setDollars({ ...dollars, [name]: event.target.value })}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
    />
  )
  return (
    <>
      <Alert severity="warning">{t('channel.unpriced', { names: models.join(', ') })}</Alert>
      <Box sx={{ display: 'flex', gap: 3, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        {field('input')}
        {field('output')}
        <Button
          variant="outlined"
          loading={create.isPending}
          disabled={input === undefined || output === undefined}
          onClick={() => void price().catch(() => null)}
          sx={{ flexShrink: 0 }}
        >
          {t('channel.priceThese', { count: models.length })}
        </Button>
      </Box>
      {create.error !== null && <InlineError text={messageOf(create.error)} />}
    </>
  )
}
