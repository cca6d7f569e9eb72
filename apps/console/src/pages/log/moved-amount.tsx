import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { formatExact } from '@posthouse/contract/format-amount'
import { type LogRow, logType } from '@posthouse/contract/log'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'

type Props = { readonly row: LogRow; readonly to?: string }

/** What came to a balance or went from it otherwise than by a call, with its sign. */
export function MovedAmount({ row, to }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const refunded = row.type === logType.refund
  // A refund takes from the sums of calls what it gives back to the balance.
  const moved = refunded ? -row.quota : row.quota
  if (moved === 0 && !refunded) return <>—</>
  const sign = moved > 0 ? '+' : moved < 0 ? '−' : ''
  const text = `${sign}${formatExact(Math.abs(moved), display)}`
  const look = {
    fontVariantNumeric: 'tabular-nums',
    color: moved < 0 ? 'error.main' : 'success.main',
  } as const
  if (!refunded) {
    return (
      <Box component="span" sx={look}>
        {text}
      </Box>
    )
  }
  return (
    <Link
      component={RouterLink}
      to={to ?? paths.charge(row.id)}
      aria-label={t('charge.why', { amount: text })}
      sx={look}
    >
      {text}
    </Link>
  )
}
