import { paymentCalls } from '@posthouse/contract/calls/payments'
import { gatewayTypes } from '@posthouse/contract/gateway-fields'
import {
  type PaymentGateway,
  PaymentGatewayInput,
  PaymentGatewayQuery,
  paymentGatewaySorts,
} from '@posthouse/contract/payment-gateway'
import Box from '@mui/material/Box'
import Switch from '@mui/material/Switch'
import { IconPencil, IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../../api/refusal.ts'
import { type Input, useRead, write } from '../../../api/use-call.ts'
import { usePasswordAgain } from '../../../forms/use-password-again.tsx'
import { i18n } from '../../../i18n/index.ts'
import { asks, edits, opens } from '../../../noun/act.ts'
import * as cell from '../../../noun/cells.tsx'
import { declareNoun, type Look } from '../../../noun/noun.ts'
import { InlineNumber } from '../../../table/cells/inline-number.tsx'
import { NameCell } from '../../../table/cells/name-cell.tsx'
import { Horse } from '../../../ui/art/horse.tsx'
import { GatewayIcon } from '../../../ui/gateway-icon.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Chip } from '../../../ui/status-chip.tsx'
import { GatewayCreate, GatewayEdit, writing } from './gateway-form.tsx'
import { GatewayFacts } from './gateway-facts.tsx'
import { GatewayTest } from './gateway-test.tsx'
import { fieldLabel } from './gateway-words.ts'
import { PaymentTabs } from './payment-tabs.tsx'

/** One field changed where it stands. */
function usePut({ id }: PaymentGateway) {
  const again = usePasswordAgain()
  const put = async (
    change: { readonly sort: number } | { readonly enable: boolean },
  ): Promise<void> => {
    const run = async () => {
      await write(paymentCalls, 'updatePaymentGateway', { body: { id, ...change } }, writing)
      notify('success', i18n.t('payment.gateway.saved'))
    }
    await again.guard(run).catch(notifyFailure)
  }
  return { put, dialog: again.dialog }
}

type CellProps = { readonly row: PaymentGateway }

function State({ row }: CellProps) {
  const { t } = useTranslation()
  const { put, dialog } = usePut(row)
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
      <Switch
        size="small"
        checked={row.enable}
        onChange={(_, enable) => void put({ enable })}
        slotProps={{ input: { 'aria-label': t('payment.gateway.enableOf', { name: row.name }) } }}
      />
      {!row.ready && (
        <Chip tone="warning" glyph="▲">
          {t('payment.gateway.notReady')}
        </Chip>
      )}
      {dialog}
    </Box>
  )
}

const percent = (fraction: number): string => `${Math.round(fraction * 1_000_000) / 10_000} %`

function Sort({ row }: CellProps) {
  const { t } = useTranslation()
  const { put, dialog } = usePut(row)
  return (
    <>
      <InlineNumber
        value={row.sort}
        schema={PaymentGatewayInput.shape.sort}
        label={t('payment.gateway.sortOf', { name: row.name })}
        field={t('payment.gateway.sort')}
        save={(value) => put({ sort: value })}
      />
      {dialog}
    </>
  )
}

const state = (row: PaymentGateway) => <State row={row} />

const sort = (row: PaymentGateway) => <Sort row={row} />

const columns = {
  name: {
    label: 'payment.gateway.name' as const,
    card: 'title' as const,
    sort: 'name' as const,
    cell: (row: PaymentGateway) => (
      <Box component="span" sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <GatewayIcon icon={row.icon} />
        <NameCell name={row.name} id={`#${row.id}`} />
      </Box>
    ),
  },
  type: {
    label: 'payment.gateway.type' as const,
    card: 'fact' as const,
    sort: 'type' as const,
    cell: ({ type }: PaymentGateway, { t }: Look) => t(`payment.gateway.types.${type}`),
  },
  currency: {
    label: 'payment.gateway.currency' as const,
    optional: true,
    gives: 1,
    sort: 'currency' as const,
    cell: ({ currency }: PaymentGateway) => currency,
  },
  'fixed-fee': {
    label: 'payment.gateway.fixedFee' as const,
    numeric: true,
    optional: true,
    sort: 'fixed_fee' as const,
    cell: ({ fixed_fee: fee }: PaymentGateway) => (fee > 0 ? `$${fee}` : '—'),
  },
  'percent-fee': {
    label: 'payment.gateway.percentFee' as const,
    numeric: true,
    card: 'fact' as const,
    sort: 'percent_fee' as const,
    cell: ({ percent_fee: fee }: PaymentGateway) => (fee > 0 ? percent(fee) : '—'),
  },
  sort: {
    label: 'payment.gateway.sort' as const,
    numeric: true,
    sort: 'sort' as const,
    cell: sort,
    fact: (row: PaymentGateway) => row.sort,
  },
  enable: {
    label: 'payment.gateway.enabled' as const,
    card: 'status' as const,
    sort: 'enable' as const,
    cell: state,
  },
  notice: cell.timeColumn(
    'payment.gateway.lastNotice',
    'last_notice_time',
    { card: 'fact', sort: 'last_notice_time' },
    'payment.gateway.noNotice',
  ),
  created: {
    ...cell.timeColumn('payment.gateway.created', 'created_time', { sort: 'created_time' }),
    gives: 2,
  },
}

export const gateway = declareNoun({
  title: 'menu.payment',
  words: 'payment.gateway',
  picture: <Horse />,
  list: {
    table: 'payment-gateway',
    query: PaymentGatewayQuery,
    sorts: paymentGatewaySorts,
    defaultOrder: '-sort',
  },
  name: (row: PaymentGateway) => row.name,
  columns,
  panel: {
    above: (row) => <GatewayFacts gateway={row} />,
    facts: [
      { label: 'payment.gateway.id', fact: ({ id }) => id },
      { label: 'payment.gateway.uuid', fact: cell.textOf('uuid') },
      'type',
      'currency',
      'fixed-fee',
      'percent-fee',
      'sort',
      {
        label: 'payment.gateway.secrets',
        fact: ({ type, secrets }, { t }) =>
          secrets.map((name) => t(fieldLabel(type, name))).join(', ') || '—',
      },
      'notice',
      'created',
    ],
  },
  filters: [
    {
      name: 'name',
      kind: 'text',
      label: 'payment.gateway.name',
      placeholder: 'payment.gateway.search',
    },
    { name: 'uuid', kind: 'text', label: 'payment.gateway.uuid' },
    {
      name: 'type',
      kind: 'choice',
      label: 'payment.gateway.type',
      choices: gatewayTypes.map((type) => ({
        value: type,
        word: `payment.gateway.types.${type}` as const,
      })),
    },
  ],
  acts: [
    {
      ...edits((row: PaymentGateway, close) => <GatewayEdit gateway={row} onClose={close} />),
      quick: IconPencil,
    },
    {
      ...opens('test', 'payment.gateway.test', (row: PaymentGateway, close) => (
        <GatewayTest gateway={row} onClose={close} />
      )),
      quick: IconPlugConnected,
    },
    {
      ...asks<PaymentGateway>({
        id: 'delete',
        words: 'payment.gateway.delete',
        run: (params) => write(paymentCalls, 'deletePaymentGateway', { params }, writing),
      }),
      danger: true,
    },
  ],
  calls: {
    useRows: ({ page, size, order, filters }) =>
      useRead(
        paymentCalls,
        'listPaymentGateways',
        { query: { page, size, order, ...filters } } as Input<'listPaymentGateways'>,
        { keep: true },
      ),
    useRow: (id, enabled) =>
      useRead(paymentCalls, 'getPaymentGateway', { params: { id } }, { enabled }),
  },
  above: () => <PaymentTabs open="gateways" />,
  create: {
    word: 'payment.gateway.create',
    form: (close) => <GatewayCreate onClose={close} />,
  },
})
