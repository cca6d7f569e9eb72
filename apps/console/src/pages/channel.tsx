import { channelCalls } from '@posthouse/contract/calls/channels'
import Button from '@mui/material/Button'
import {
  type Channel,
  ChannelQuery,
  channelSorts,
  type ChannelSort,
} from '@posthouse/contract/channel'
import { useTranslation } from 'react-i18next'
import { useDownload } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { ChannelCreate } from '../forms/channel-create.tsx'
import { useCreateAddress } from '../forms/kit/use-create-address.ts'
import { readersTimeZone } from '../lib/format-time.ts'
import { QueryTable } from '../table/query-table.tsx'
import { useList } from '../table/use-list.ts'
import { Horse } from '../ui/art/horse.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { ListSpec } from '../table/list-state.ts'
import { useChannelActions } from './channel/channel-actions.tsx'
import { useChannelColumns } from './channel/channel-columns.tsx'
import { type ChannelFilter, channelFilters, useChannelFields } from './channel/channel-fields.ts'
import { ChannelPeek } from './channel/channel-peek.tsx'
import { useChannelBulk } from './channel/use-channel-bulk.tsx'

const spec: ListSpec<ChannelFilter, ChannelSort> = {
  table: 'channel',
  filters: channelFilters,
  query: ChannelQuery,
  sorts: channelSorts,
  defaultOrder: '-id',
}

export function ChannelPage() {
  const { t } = useTranslation()
  const list = useList(spec)
  const { page, size, order, filters } = list.state
  const input = { query: { page, size, order, ...filters } }
  const query = useRead(channelCalls, 'listChannels', input, { keep: true })
  const columns = useChannelColumns()
  const fields = useChannelFields()
  const actions = useChannelActions()
  const bulk = useChannelBulk()
  const [creating, setCreating] = useCreateAddress()
  const download = useDownload(channelCalls, 'exportChannels')
  const create = (
    <Button variant="contained" onClick={() => setCreating(true)}>
      {t('channel.create')}
    </Button>
  )
  return (
    <>
      <PageHeading title={t('menu.channel')} lead={t('channel.lead')} action={create} />
      <QueryTable
        label={t('menu.channel')}
        list={list}
        query={query}
        columns={columns}
        fields={fields}
        rowId={(channel: Channel) => String(channel.id)}
        rowName={(channel) => channel.name}
        actions={actions.menu}
        bulk={bulk.actions}
        download={() => download({ query: { ...filters, time_zone: readersTimeZone() } })}
        empty={{
          picture: <Horse />,
          title: t('channel.emptyTitle'),
          sentence: t('channel.empty'),
          action: create,
        }}
      />
      {list.state.row !== '' && (
        <ChannelPeek list={list} rows={query.data?.data ?? []} actions={actions.menu} />
      )}
      {creating && <ChannelCreate onClose={() => setCreating(false)} />}
      {actions.dialogs}
      {bulk.dialogs}
    </>
  )
}
