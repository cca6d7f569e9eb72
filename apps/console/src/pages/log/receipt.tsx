import { logCalls } from '@posthouse/contract/calls/logs'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ChargeExplanation, LogRow } from '@posthouse/contract/log'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { formatCharge, formatMicro } from '@posthouse/contract/format-amount'
import { dayText } from '../../lib/time/utc-day.ts'
import { formatTime } from '../../lib/time/format-time.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { unitPrice } from '../../lib/money/unit-price.ts'
import { bucketWord, sourceWord } from './charge-words.ts'
import { AttemptLine } from './attempt-line.tsx'
import { ReceiptSteps } from './receipt-steps.tsx'

/** Why a call cost what it did, in the ledger's own figures. */
export function Receipt({ row }: { readonly row: LogRow }) {
  const { t } = useTranslation()
  const asked = useRead(logCalls, 'explainCharge', { params: { id: String(row.id) } })
  if (asked.error !== null) {
    return <Failed error={asked.error} onRetry={() => void asked.refetch()} />
  }
  if (asked.data === undefined) return <LoadingRows />
  const charge = asked.data
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5 }}>
      <ReceiptSentence charge={charge} />
      {charge.refund !== null && <GivenBack refund={charge.refund} />}
      {charge.lines.length > 0 && <ReceiptLines charge={charge} />}
      <ReceiptTotals charge={charge} />
      <ReceiptSteps steps={charge.steps} />
      {charge.attempts.length > 0 && <AttemptLine charge={charge} />}
      <div>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {t('log.requestId')}
        </Typography>
        <CopyField text={charge.request_id} label={t('log.requestId')} />
      </div>
      <Link component={RouterLink} to={paths.billingPolicy} target="_blank" underline="always">
        {t('shell.policy')}
      </Link>
    </Box>
  )
}

type Props = { readonly charge: ChargeExplanation }

function ReceiptSentence({ charge }: Props) {
  const { t } = useTranslation()
  const amount = formatCharge(charge.quota, useAmountDisplay())
  const words = { model: charge.model, amount, source: t(sourceWord(charge.usage_source)) }
  return (
    <Typography>
      {charge.quota === 0 ? t('charge.nothing', words) : t('charge.sentence', words)}
    </Typography>
  )
}

/** That the charge was given back, when, why and, for administrators, by whom. */
function GivenBack({ refund }: { readonly refund: NonNullable<ChargeExplanation['refund']> }) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { returned, forgiven, at, reason, by } = refund
  const words = {
    amount: formatCharge(returned, display),
    time: formatTime(Math.floor(at / 1_000)),
    reason,
  }
  return (
    <Alert severity="success">
      {t('charge.refundedSentence', words)}{' '}
      {forgiven > 0 && t('charge.forgiven', { amount: formatCharge(forgiven, display) })}{' '}
      {by !== '' && t('charge.refundedBy', { name: by })}
    </Alert>
  )
}

/** quantity × price of a million = amount, one line a bucket. */
function ReceiptLines({ charge }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const numbers = {
    textAlign: 'right',
    fontVariantNumeric: 'tabular-nums',
    fontWeight: 400,
  } as const
  return (
    <Box
      component="table"
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        fontSize: 13,
        '& td, & th': { py: 1.5, borderBottom: 1, borderColor: 'divider' },
      }}
    >
      <thead>
        <Box
          component="tr"
          sx={{ color: 'text.secondary', fontSize: 12, '& th': { fontWeight: 'fontWeightMedium' } }}
        >
          <Box component="th" scope="col" sx={{ textAlign: 'left' }}>
            {t('charge.bucket')}
          </Box>
          <Box component="th" scope="col" sx={{ textAlign: 'right' }}>
            {t('charge.quantity')}
          </Box>
          <Box component="th" scope="col" sx={{ textAlign: 'right' }}>
            {t('charge.perMillion')}
          </Box>
          <Box component="th" scope="col" sx={{ textAlign: 'right' }}>
            {t('charge.amount')}
          </Box>
        </Box>
      </thead>
      <tbody>
        {charge.lines.map((line) => (
          <tr key={`${line.bucket} ${line.kind}`}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400 }}>
              {t(bucketWord(line.bucket))}
              <LineConditions line={line} />
            </Box>
            <Box component="td" sx={numbers}>
              {line.quantity.toLocaleString('en-US')}
            </Box>
            <Box component="td" sx={numbers}>
              × {priceOf(line, t)}
            </Box>
            <Box component="td" sx={numbers}>
              {formatMicro(line.subtotal_micro, display)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

function priceOf(line: ChargeExplanation['lines'][number], t: TFunction): string {
  const { per, price } = unitPrice(line)
  return per === 'million' ? price : t(`charge.per.${per}`, { price })
}

/** Why this price of the entry and no other. */
function LineConditions({ line }: { readonly line: ChargeExplanation['lines'][number] }) {
  const { t } = useTranslation()
  const { tier, from_input_tokens: tokens, kind, from, until } = line
  const words = [
    ...(kind === '' ? [] : [kind]),
    ...(tier === undefined ? [] : [t('charge.lineTier', { tier })]),
    ...(tokens === undefined
      ? []
      : [t('charge.lineBand', { tokens: tokens.toLocaleString('en-US') })]),
    ...(from === undefined ? [] : [t('charge.lineFrom', { day: dayText(from) })]),
    ...(until === undefined ? [] : [t('charge.lineUntil', { day: dayText(until) })]),
  ]
  return words.length === 0 ? null : (
    <Typography variant="caption" color="textSecondary" component="div">
      {words.join(' · ')}
    </Typography>
  )
}

/** In money and in units, as the ledger has it. */
function Total({ quota }: { readonly quota: number }) {
  const { t } = useTranslation()
  const units = t('form.units', { count: quota, units: quota.toLocaleString('en-US') })
  return (
    <strong>
      {formatCharge(quota, useAmountDisplay())} · {units}
    </strong>
  )
}

function ReceiptTotals({ charge }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const same = charge.recomputed === charge.quota
  const facts = [
    { label: t('charge.ratio', { group: charge.group }), value: `× ${charge.group_ratio}` },
    { label: t('charge.exact'), value: formatMicro(charge.total_micro, display) },
    { label: t('charge.rounding'), value: t(`charge.roundings.${charge.rounding}`) },
    {
      label: t('charge.total'),
      value: <Total quota={charge.quota} />,
    },
    {
      label: t('charge.entry'),
      value:
        charge.price_entry === ''
          ? '—'
          : t('charge.entryRevision', {
              entry: charge.price_entry,
              revision: charge.book_revision,
            }),
    },
    ...(charge.tier === '' ? [] : [{ label: t('charge.tier'), value: charge.tier }]),
    ...(charge.added_limit === 0
      ? []
      : [
          {
            label: t('charge.addedLimit'),
            value: t('charge.addedLimitWhy', {
              tokens: charge.added_limit.toLocaleString('en-US'),
            }),
          },
        ]),
    ...charge.doubts.map(({ what, claimed, believed }) => ({
      label: t('log.doubts'),
      value: t(`charge.doubt.${what}`, {
        claimed: claimed.toLocaleString('en-US'),
        believed: believed.toLocaleString('en-US'),
      }),
    })),
    ...(charge.not_carried.length === 0
      ? []
      : [{ label: t('charge.notCarried'), value: charge.not_carried.join(', ') }]),
    {
      label: t('charge.recomputed'),
      value: `${formatCharge(charge.recomputed, display)} ${t(same ? 'charge.same' : 'charge.different')}`,
    },
  ]
  return (
    <>
      <Facts facts={facts} />
      <Unpaid charge={charge} />
    </>
  )
}

/** How much of the price was not paid, and why; nothing in the usual case. */
function Unpaid({ charge }: Props) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const { quota, owed, written_off: writtenOff } = charge
  if (owed === 0 && writtenOff === 0) return null
  const facts = [
    { label: t('charge.paid'), units: quota - owed - writtenOff },
    ...(owed === 0 ? [] : [{ label: t('charge.owed'), units: owed }]),
    ...(writtenOff === 0 ? [] : [{ label: t('charge.writtenOff'), units: writtenOff }]),
  ]
  return (
    <Facts
      facts={facts.map(({ label, units }) => ({ label, value: formatCharge(units, display) }))}
    />
  )
}
