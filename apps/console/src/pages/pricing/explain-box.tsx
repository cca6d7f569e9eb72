import { priceCalls } from '@posthouse/contract/calls/prices'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { PriceExplanation } from '@posthouse/contract/price-work'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../api/refusal.ts'
import { useRead } from '../../api/use-call.ts'
import { priceWords } from '../../lib/money/price-words.ts'
import { InlineError } from '../../ui/inline-error.tsx'

/** Which entry prices a model, why, and which others fit. */
export function ExplainBox() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [model, setModel] = useState('')
  const asked = useRead(priceCalls, 'explainPrice', { query: { model } }, { enabled: model !== '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setModel(typed.trim())
  }
  return (
    <Card component="section" aria-label={t('pricing.which')} sx={{ p: 5, mb: 4 }}>
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}
      >
        <TextField
          size="small"
          label={t('pricing.which')}
          placeholder={t('pricing.model')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          sx={{ flex: 1, minWidth: 220 }}
        />
        <Button type="submit" variant="outlined" disabled={typed.trim() === ''}>
          {t('pricing.explain')}
        </Button>
      </Box>
      {asked.error !== null && <InlineError text={messageOf(asked.error)} />}
      {asked.data !== undefined && <Explanation found={asked.data} />}
    </Card>
  )
}

function Explanation({ found }: { readonly found: PriceExplanation }) {
  const { t } = useTranslation()
  const { winner, losers, channels, model } = found
  const renamed = channels.filter(({ priced }) => priced !== model)
  return (
    <Box role="status" sx={{ mt: 3 }}>
      {winner === null ? (
        <Typography color="error">{t('pricing.noneFits', { model })}</Typography>
      ) : (
        <Entry entry={winner} won />
      )}
      {losers.map((entry) => (
        <Entry key={entry.price.model} entry={entry} won={false} />
      ))}
      {renamed.map(({ id, name, priced }) => (
        <Typography key={id} variant="body2" color="textSecondary">
          {t('pricing.pricedAs', { channel: name, priced })}
        </Typography>
      ))}
    </Box>
  )
}

type EntryProps = {
  readonly entry: NonNullable<PriceExplanation['winner']>
  readonly won: boolean
}

function Entry({ entry: { price, fit }, won }: EntryProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ py: 1 }}>
      <Typography color={won ? 'inherit' : 'textSecondary'}>
        <Box component="span" sx={{ fontWeight: won ? 600 : 400, overflowWrap: 'anywhere' }}>
          {price.model}
        </Box>{' '}
        {priceWords(price, t)}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {t(won ? `pricing.wins.${fit}` : `pricing.loses.${fit}`)}
      </Typography>
    </Box>
  )
}
