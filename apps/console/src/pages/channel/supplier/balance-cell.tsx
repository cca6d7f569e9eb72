import Box from '@mui/material/Box'
import type { Channel } from '@posthouse/contract/channel'
import { useTranslation } from 'react-i18next'
import { formatRelative, formatTime } from '../../../lib/time/format-time.ts'
import { balanceText } from './balance-text.ts'

/** What the supplier says is left, and how old the word is. */
export function BalanceCell({ channel }: { readonly channel: Channel }) {
  const { i18n } = useTranslation()
  const { balance, balance_time: time } = channel
  if (balance === null) return '—'
  return (
    <Box component="span" title={formatTime(time)}>
      <Box component="span" sx={balance <= 0 ? { color: 'error.main' } : {}}>
        {balanceText(channel)}
      </Box>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
        {formatRelative(time, i18n.language.replace('_', '-'))}
      </Box>
    </Box>
  )
}

/** The same in one line, below what the channel used. */
export function BalanceLine({ channel }: { readonly channel: Channel }) {
  const { t, i18n } = useTranslation()
  const { balance, balance_time: time } = channel
  const age = formatRelative(time, i18n.language.replace('_', '-'))
  return (
    <Box
      component="span"
      title={`${t('channel.balance')} · ${age}`}
      sx={{
        display: 'block',
        fontSize: 12,
        color: balance !== null && balance <= 0 ? 'error.main' : 'text.secondary',
      }}
    >
      {balanceText(channel)}
    </Box>
  )
}
