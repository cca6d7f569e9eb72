import { channelCalls } from '@posthouse/contract/calls/channels'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import type { Channel } from '@posthouse/contract/channel'
import { azureTypes } from '@posthouse/contract/channel-type'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRead } from '../../api/use-call.ts'
import { formatQuota } from '@posthouse/contract/format-amount'
import { formatDuration, formatTime } from '../../lib/format-time.ts'
import { paths } from '../../paths.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { TimeCell } from '../../table/cells/time-cell.tsx'
import { PeekPanel } from '../../table/peek-panel.tsx'
import { Failed, LoadingRows } from '../../table/table-states.tsx'
import type { List } from '../../table/use-list.ts'
import { Facts } from '../../ui/facts.tsx'
import { InlineError } from '../../ui/inline-error.tsx'
import { channelStatusName } from '../../ui/status.ts'
import { monospace } from '../../ui/theme/create-theme.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { SupplierName } from '../../ui/supplier-name.tsx'

type Props<Filter extends string> = {
  readonly list: List<Filter>
  readonly rows: readonly Channel[]
  readonly actions: (channel: Channel) => ReactNode
}

/** A channel with everything but its keys. */
export function ChannelPeek<Filter extends string>({ list, rows, actions }: Props<Filter>) {
  const { t } = useTranslation()
  const id = list.state.row
  const listed = rows.find((channel) => String(channel.id) === id)
  const asked = useRead(
    channelCalls,
    'getChannel',
    { params: { id } },
    { enabled: listed === undefined },
  )
  const channel = listed ?? asked.data
  return (
    <PeekPanel
      list={list}
      ids={rows.map((row) => String(row.id))}
      title={channel?.name ?? t('menu.channel')}
    >
      {channel !== undefined && <ChannelFacts channel={channel} actions={actions} />}
      {channel === undefined && asked.error === null && <LoadingRows />}
      {channel === undefined && asked.error !== null && (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      )}
    </PeekPanel>
  )
}

type FactsProps = { readonly channel: Channel; readonly actions: (channel: Channel) => ReactNode }

function ChannelFacts({ channel, actions }: FactsProps) {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const tested = channel.test_time > 0
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, mb: 5, alignItems: 'center' }}>
        <StatusChip status={channelStatusName(channel.status, channel.cooling.length > 0)} />
        <Box sx={{ flex: 1 }} />
        <Button
          component={Link}
          to={paths.log({ channel_id: channel.id })}
          size="small"
          variant="outlined"
        >
          {t('token.itsLog')}
        </Button>
        {actions(channel)}
      </Box>
      {channel.cooling.map((entry) => (
        <Box key={entry.model} sx={{ mb: 3 }}>
          <InlineError
            text={t('channel.coolingUntil', { ...entry, until: formatTime(entry.until) })}
          />
        </Box>
      ))}
      <Facts
        facts={[
          { label: t('channel.type'), value: <SupplierName type={channel.type} /> },
          { label: t('channel.baseUrl'), value: channel.base_url },
          { label: t('channel.keys'), value: channel.key_previews.join(', ') || '—' },
          { label: t('channel.groups'), value: channel.group.join(', ') },
          { label: t('channel.tag'), value: channel.tag || '—' },
          { label: t('channel.models'), value: channel.models.join(', ') },
          ...sentFacts(channel, t),
          { label: t('channel.testModel'), value: channel.test_model || '—' },
          { label: t('channel.proxy'), value: channel.proxy || '—' },
          { label: t('channel.priority'), value: channel.priority },
          { label: t('channel.weight'), value: channel.weight },
          {
            label: t('channel.responseTime'),
            value: tested ? formatDuration(channel.response_time) : t('channel.notTested'),
          },
          { label: t('channel.testTime'), value: <TimeCell seconds={channel.test_time} /> },
          ...(tested
            ? [{ label: t('channel.testOutcome'), value: <Outcome channel={channel} /> }]
            : []),
          { label: t('channel.used'), value: formatQuota(channel.used_quota, display) },
          { label: t('channel.doubted'), value: <Doubted channel={channel} /> },
          {
            label: t('channel.balance'),
            value: channel.balance === null ? '—' : `$${channel.balance.toFixed(2)}`,
          },
          { label: t('token.created'), value: <TimeCell seconds={channel.created_time} /> },
        ]}
      />
    </>
  )
}

/** What becomes of a request on its way through the channel. */
const sentFacts = (channel: Channel, t: TFunction) => [
  { label: t('channel.mapping'), value: <Code text={channel.model_mapping} /> },
  { label: t('channel.headers'), value: <Code text={channel.model_headers} /> },
  { label: t('channel.parameters'), value: <Code text={channel.custom_parameter} /> },
  { label: t('channel.plugin'), value: <Code text={channel.plugin} /> },
  ...(azureTypes.includes(channel.type)
    ? [{ label: t('channel.azureVersion'), value: channel.other || '—' }]
    : []),
  {
    label: t('channel.onlyChat'),
    value: t(channel.only_chat ? 'channel.on' : 'channel.off'),
  },
  {
    label: t('channel.preCost'),
    value: t(`channel.preCosts.${channel.pre_cost as 1}`),
  },
]

/** JSON as it is stored, its secrets hidden. */
function Code({ text }: { readonly text: string }) {
  if (text.trim() === '') return '—'
  return (
    <Box component="code" sx={{ whiteSpace: 'pre-wrap', fontFamily: monospace, fontSize: 12.5 }}>
      {text}
    </Box>
  )
}

function Outcome({ channel }: { readonly channel: Channel }) {
  const { t } = useTranslation()
  if (channel.test_failure === '') return t('channel.testOk')
  return (
    <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
      {t('channel.testFailedWith', { reason: channel.test_failure })}
    </Box>
  )
}

/** Leads to the answers in question. */
function Doubted({ channel }: { readonly channel: Channel }) {
  const count = channel.doubted_answers.toLocaleString('en-US')
  if (channel.doubted_answers === 0) return count
  return (
    <MuiLink component={Link} to={paths.log({ channel_id: channel.id, doubted: 1 })}>
      {count}
    </MuiLink>
  )
}
