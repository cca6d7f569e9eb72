import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { formatExact } from '@posthouse/contract/format-amount'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'

type Props = { readonly row: string | number; readonly quota: number; readonly to?: string }

/** An amount that was charged; it leads to the reason. */
export function ChargeCell({ row, quota, to }: Props) {
  const { t } = useTranslation()
  const text = formatExact(quota, useAmountDisplay())
  return (
    <Link
      component={RouterLink}
      to={to ?? paths.charge(row)}
      aria-label={t('charge.why', { amount: text })}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {text}
    </Link>
  )
}
