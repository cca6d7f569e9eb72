import { channelCalls } from '@posthouse/contract/calls/channels'
import {
  type Channel,
  channelAllows,
  channelStatus,
  type ChannelStatus,
} from '@posthouse/contract/channel'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyFailure } from '../../api/refusal.ts'
import { useWrite } from '../../api/use-call.ts'
import { ChannelEdit } from '../../forms/channel-edit.tsx'
import { ChannelTest } from '../../forms/channel-test.tsx'
import { useConfirm } from '../../stores/confirm.ts'
import { type RowAction, useRowMenu } from '../../table/cells/row-menu.tsx'
import { channelReads, useChannelChange } from './use-channel-change.ts'

type ChannelActions = {
  readonly menu: (channel: Channel) => ReactNode
  readonly dialogs: ReactNode
}

const allows = (states: readonly ChannelStatus[], status: number): boolean =>
  states.some((state) => state === status)

/** What a person can do with a channel, and the dialogs that it takes. */
export function useChannelActions(): ChannelActions {
  const [editing, setEditing] = useState<Channel | null>(null)
  const [testing, setTesting] = useState<Channel | null>(null)
  const actionsOf = useRowActions(setEditing, setTesting)
  return {
    menu: useRowMenu(actionsOf),
    dialogs: (
      <>
        {editing !== null && <ChannelEdit channel={editing} onClose={() => setEditing(null)} />}
        {testing !== null && <ChannelTest channel={testing} onClose={() => setTesting(null)} />}
      </>
    ),
  }
}

function useRowActions(
  edit: (channel: Channel) => void,
  test: (channel: Channel) => void,
): (channel: Channel) => readonly RowAction[] {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const change = useChannelChange()
  const remove = useWrite(channelCalls, 'deleteChannel', { changes: channelReads, quiet: true })
  const put = (channel: Channel, status: 1 | 2) =>
    void change({ select: { ids: [channel.id] }, names: [channel.name] }, { status }).catch(
      notifyFailure,
    )
  const askDelete = (channel: Channel) =>
    ask({
      title: t('channel.deleteTitle', { name: channel.name }),
      consequences: [
        t('channel.deleteConsequence', { keys: channel.key_count, models: channel.models.length }),
      ],
      action: t('channel.delete'),
      run: () => remove.mutateAsync({ params: { id: channel.id } }),
    })
  return (channel) => {
    const site = channelTypeOf(channel.type)?.site ?? ''
    const actions: (RowAction & { readonly offered: boolean })[] = [
      { id: 'test', label: t('channel.test'), run: () => test(channel), offered: true },
      { id: 'edit', label: t('token.edit'), run: () => edit(channel), offered: true },
      {
        id: 'enable',
        label: t('token.enable'),
        run: () => put(channel, channelStatus.enabled),
        offered: allows(channelAllows.enable, channel.status),
      },
      {
        id: 'disable',
        label: t('token.disable'),
        run: () => put(channel, channelStatus.disabled),
        offered: allows(channelAllows.disable, channel.status),
      },
      {
        id: 'site',
        label: t('channel.site'),
        run: () => window.open(site, '_blank', 'noopener'),
        offered: site !== '',
      },
      {
        id: 'delete',
        label: t('channel.delete'),
        run: () => askDelete(channel),
        danger: true,
        offered: true,
      },
    ]
    return actions.filter((action) => action.offered)
  }
}
