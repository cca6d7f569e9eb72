import { paymentCalls } from '@posthouse/contract/calls/payments'
import { type OrderBegun, OrderInput, type Quote } from '@posthouse/contract/order'
import type { PaymentMethod } from '@posthouse/contract/payment-gateway'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useRead, useWrite } from '../../../api/use-call.ts'
import { NumberInput } from '../../../forms/kit/number-input.tsx'
import { SeenError } from '../../../forms/kit/seen-error.tsx'
import { useContractForm } from '../../../forms/kit/use-contract-form.ts'
import { useSite } from '../../../stores/site.ts'
import { GatewayIcon } from '../../../ui/gateway-icon.tsx'
import { ProfileSection } from '../../profile/profile-section.tsx'
import { moneyText } from './money.ts'

type Values = z.input<typeof OrderInput>
type FormControl = Control<Values, unknown, z.output<typeof OrderInput>>

type Props = {
  readonly methods: readonly PaymentMethod[]
  readonly onBegun: (order: OrderBegun) => void
}

const usualAmount = 10

/** An amount, a way to pay, what it comes to line by line, and the button. */
export function PaySection({ methods, onBegun }: Props) {
  const { t } = useTranslation()
  const [first] = methods
  const least = useSite((site) => site.info.payment_min_amount)
  const create = useWrite(paymentCalls, 'createOrder', { changes: ['listOwnOrders'], quiet: true })
  const { form, submit, submitError, loading } = useContractForm(
    OrderInput,
    { uuid: first?.uuid ?? '', amount: Math.max(least, usualAmount) },
    async (body) => onBegun(await create.mutateAsync({ body })),
  )
  return (
    <ProfileSection title={t('topup.pay')} help={t('topup.payHelp')} startsOpen>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
        sx={{ display: 'flex', flexDirection: 'column', gap: 4 }}
      >
        {submitError !== '' && <SeenError text={submitError} />}
        <Amounts control={form.control} />
        <NumberInput
          control={form.control}
          name="amount"
          label={t('topup.amount')}
          help={t('topup.amountHelp', { least })}
          required
        />
        <Methods control={form.control} methods={methods} />
        <Lines control={form.control} />
        <Box sx={payBar}>
          <Button type="submit" variant="contained" size="large" loading={loading} fullWidth>
            {t('topup.payNow')}
          </Button>
        </Box>
      </Box>
    </ProfileSection>
  )
}

/** On a phone the button stays in view. */
const payBar = {
  position: { xs: 'sticky', sm: 'static' },
  bottom: 0,
  py: { xs: 2, sm: 0 },
  bgcolor: 'background.paper',
  maxWidth: { sm: 280 },
  zIndex: 1,
} as const

/** Amounts that cost less, or the usual ones where none does. */
function Amounts({ control }: { readonly control: FormControl }) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'amount' })
  const amounts = useAmounts()
  return (
    <ToggleButtonGroup
      exclusive
      value={field.value}
      onChange={(_event, amount: number | null) => {
        if (amount !== null) field.onChange(amount)
      }}
      aria-label={t('topup.amounts')}
      sx={choicesLook}
    >
      {amounts.map(({ amount, factor }) => (
        <ToggleButton key={amount} value={amount} sx={choiceLook}>
          {`$${amount.toLocaleString('en-US')}`}
          {factor < 1 && (
            <Chip
              size="small"
              color="success"
              label={t('topup.off', { percent: percentOff(factor) })}
            />
          )}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** Choices that wrap stand apart, each with a border of its own. */
const choicesLook = {
  flexWrap: 'wrap',
  gap: 2,
  '& .MuiToggleButton-root.MuiToggleButton-root': {
    m: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    '&.Mui-selected': { borderColor: 'primary.main' },
  },
} as const

const choiceLook = { gap: 2, minHeight: 44, px: 4 } as const

const percentOff = (factor: number): string => String(Math.round((1 - factor) * 1_000) / 10)

const usual = [5, 10, 20, 50, 100, 500]

function useAmounts(): { amount: number; factor: number }[] {
  const json = useSite((site) => site.info.recharge_discount)
  const least = useSite((site) => site.info.payment_min_amount)
  const discounts = discountsOf(json)
  const all = new Set([...usual, ...Object.keys(discounts).map(Number)])
  return [...all]
    .filter((amount) => amount >= least)
    .toSorted((a, b) => a - b)
    .map((amount) => ({ amount, factor: discounts[String(amount)] ?? 1 }))
}

function discountsOf(json: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(json) as Record<string, number>
  } catch {
    return {}
  }
}

function Methods({
  control,
  methods,
}: {
  readonly control: FormControl
  readonly methods: readonly PaymentMethod[]
}) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({ control, name: 'uuid' })
  return (
    <Box>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 2 }}>
        {t('topup.method')}
      </Typography>
      <ToggleButtonGroup
        exclusive
        value={field.value}
        onChange={(_event, uuid: string | null) => {
          if (uuid !== null) field.onChange(uuid)
        }}
        aria-label={t('topup.method')}
        sx={choicesLook}
      >
        {methods.map(({ uuid, icon, name }) => (
          <ToggleButton key={uuid} value={uuid} sx={choiceLook}>
            <GatewayIcon icon={icon} />
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {fieldState.error !== undefined && (
        <Typography color="error" variant="body2" role="alert" sx={{ mt: 1 }}>
          {fieldState.error.message}
        </Typography>
      )}
    </Box>
  )
}

/** What the server computed for the amount and the gateway that are chosen now. */
function Lines({ control }: { readonly control: FormControl }) {
  const { t } = useTranslation()
  const body = OrderInput.safeParse(useWatch({ control }))
  const quote = useRead(
    paymentCalls,
    'getOrderQuote',
    { body: body.data ?? { uuid: '', amount: 0 } },
    { enabled: body.success, keep: true },
  )
  return (
    <Box aria-live="polite" sx={{ minHeight: 96 }}>
      {body.success && quote.error !== null && (
        <Alert severity="warning">{quote.error.message}</Alert>
      )}
      {body.success && quote.error === null && quote.data !== undefined && (
        <Box component="dl" sx={linesLook} aria-label={t('topup.lines')}>
          {linesOf(quote.data).map(({ word, value }) => (
            <Line key={word} label={t(`topup.line.${word}`)} value={value} />
          ))}
          <Line
            label={t('topup.line.toPay')}
            value={moneyText(quote.data.to_pay, quote.data.currency)}
            strong
          />
        </Box>
      )}
    </Box>
  )
}

const linesLook = {
  m: 0,
  p: 4,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  rowGap: 2,
  columnGap: 6,
  fontVariantNumeric: 'tabular-nums',
} as const

/** Only the lines that say something. */
function linesOf(quote: Quote) {
  const percent = `${String(Math.round(quote.percent_fee * 1_000_000) / 10_000)} %`
  return [
    { word: 'amount' as const, value: `$${quote.amount}` },
    ...(quote.discount === '1'
      ? []
      : [{ word: 'discounted' as const, value: `$${quote.discounted} (× ${quote.discount})` }]),
    ...(quote.fee_kind === 'none'
      ? []
      : quote.fee_kind === 'fixed'
        ? [{ word: 'feeFixed' as const, value: `$${quote.fee}` }]
        : [{ word: 'fee' as const, value: `$${quote.fee} (${percent})` }]),
    ...(quote.rate === '' ? [] : [{ word: 'rate' as const, value: `× ${quote.rate}` }]),
  ]
}

type LineProps = { readonly label: string; readonly value: string; readonly strong?: boolean }

function Line({ label, value, strong = false }: LineProps) {
  const look = strong ? { fontWeight: 600, fontSize: '1.1rem' } : {}
  return (
    <>
      <Typography component="dt" sx={look} color={strong ? 'textPrimary' : 'textSecondary'}>
        {label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, textAlign: 'right', ...look }}>
        {value}
      </Typography>
    </>
  )
}
