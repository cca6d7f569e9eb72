import Box from '@mui/material/Box'
import { type Channel, type ChannelSort } from '@posthouse/contract/channel'
import { ChannelInput } from '@posthouse/contract/channel-input'
import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { type AmountDisplay, formatQuota } from '@posthouse/contract/format-amount'
import { formatDuration } from '../../lib/format-time.ts'
import { useAmountDisplay } from '../../stores/site.ts'
import { InlineNumber } from '../../table/cells/inline-number.tsx'
import { NameCell } from '../../table/cells/name-cell.tsx'
import type { Column } from '../../table/column.ts'
import { channelStatusName } from '../../ui/status.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { SupplierName } from '../../ui/supplier-name.tsx'
import { useChannelChange } from './use-channel-change.ts'

export function useChannelColumns(): readonly Column<Channel, ChannelSort>[] {
  const { t } = useTranslation()
  const display = useAmountDisplay()
  const put = usePut()
  // The same array until something in it changes: rows are drawn again for another one.
  return useMemo(
    () => [...factColumns(t), ...spendColumns(t, display), ...routingColumns(t, put)],
    [t, display, put],
  )
}

function factColumns(t: TFunction): readonly Column<Channel, ChannelSort>[] {
  return [
    {
      id: 'name',
      header: t('channel.name'),
      card: 'title',
      sort: 'name',
      cell: (channel) => <NameCell name={channel.name} id={`#${channel.id}`} />,
    },
    {
      id: 'status',
      header: t('table.status'),
      card: 'status',
      sort: 'status',
      cell: (channel) => <ChannelChip channel={channel} />,
      cardCell: (channel) => (
        <Box sx={{ display: 'grid', justifyItems: 'end', rowGap: 1, fontSize: 12 }}>
          <ChannelChip channel={channel} />
          {channel.test_failure !== '' && testFailed(t, channel)}
        </Box>
      ),
    },
    {
      id: 'type',
      header: t('channel.type'),
      card: 'fact',
      sort: 'type',
      cell: (channel) => <SupplierName type={channel.type} />,
    },
    {
      id: 'groups',
      header: t('channel.groups'),
      optional: true,
      sort: 'group',
      cell: (channel) => channel.group.join(', '),
    },
    { id: 'tag', header: t('channel.tag'), optional: true, cell: (channel) => channel.tag || '—' },
  ]
}

const ChannelChip = ({ channel }: { readonly channel: Channel }) => (
  <StatusChip status={channelStatusName(channel.status, channel.cooling.length > 0)} />
)

const testFailed = (t: TFunction, channel: Channel) => (
  <Box component="span" title={channel.test_failure} sx={{ color: 'error.main' }}>
    {t('channel.testFailed')}
  </Box>
)

function spendColumns(
  t: TFunction,
  display: AmountDisplay,
): readonly Column<Channel, ChannelSort>[] {
  return [
    {
      id: 'models',
      header: t('channel.modelCount'),
      numeric: true,
      card: 'fact',
      optional: true,
      cell: (channel) => channel.models.length,
    },
    {
      id: 'response-time',
      header: t('channel.responseTime'),
      numeric: true,
      optional: true,
      sort: 'response_time',
      cell: (channel) => {
        if (channel.test_time === 0) return t('channel.notTested')
        if (channel.test_failure === '') return formatDuration(channel.response_time)
        return testFailed(t, channel)
      },
    },
    {
      id: 'used',
      header: t('channel.used'),
      numeric: true,
      optional: true,
      cell: (channel) => formatQuota(channel.used_quota, display),
    },
  ]
}

type Put = (channel: Channel, values: { priority: number } | { weight: number }) => Promise<void>

function usePut(): Put {
  const change = useChannelChange()
  return useCallback(
    (channel, values) =>
      change({ select: { ids: [channel.id] }, names: [channel.name] }, values).catch(notifyFailure),
    [change],
  )
}

/** Priority and weight are changed where they stand. */
function routingColumns(t: TFunction, put: Put): readonly Column<Channel, ChannelSort>[] {
  return [
    {
      id: 'priority',
      header: t('channel.priority'),
      numeric: true,
      card: 'fact',
      sort: 'priority',
      cell: (channel) => (
        <InlineNumber
          value={channel.priority}
          schema={ChannelInput.shape.priority}
          label={t('channel.priorityOf', { name: channel.name })}
          field={t('channel.priority')}
          save={(priority) => put(channel, { priority })}
        />
      ),
    },
    {
      id: 'weight',
      header: t('channel.weight'),
      numeric: true,
      card: 'fact',
      sort: 'weight',
      cell: (channel) => (
        <InlineNumber
          value={channel.weight}
          schema={ChannelInput.shape.weight}
          label={t('channel.weightOf', { name: channel.name })}
          field={t('channel.weight')}
          save={(weight) => put(channel, { weight })}
        />
      ),
    },
  ]
}
