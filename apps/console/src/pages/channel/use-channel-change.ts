import { channelCalls } from '@posthouse/contract/calls/channels'
import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type Calls, type Input, useWrite } from '../../api/use-call.ts'
import { tellDone } from '../../api/undo.ts'

type Body = Input<'changeChannels'>['body']

/** Which channels a change is about, and their name when there is one. */
export type ChangedChannels = { readonly select: Body['select']; readonly names: readonly string[] }

export const channelReads: Calls = ['listChannels', 'getChannel', 'getReadiness']

/** Changes channels at once and offers the way back. */
export function useChannelChange(): (
  what: ChangedChannels,
  change: Body['change'],
) => Promise<void> {
  const { t } = useTranslation()
  const { mutateAsync } = useWrite(channelCalls, 'changeChannels', {
    changes: channelReads,
    quiet: true,
    repeats: true,
  })
  return useCallback(
    async ({ select, names }, change) => {
      const { changed, undo } = await mutateAsync({ body: { select, change } })
      const [name = ''] = names
      const what =
        names.length === 1 ? t('channel.one', { name }) : t('channel.many', { count: changed })
      const done = t(`channel.done.${doneWord(change)}`, { what })
      tellDone(changed === 0 ? t('channel.nothingChanged') : done, undo, channelReads)
    },
    [t, mutateAsync],
  )
}

function doneWord(change: ChannelBulkChange) {
  if (change.status === 1) return 'enabled'
  if (change.status === 2) return 'disabled'
  if (change.group !== undefined) return 'group'
  if (change.tag !== undefined) return 'tag'
  return change.priority === undefined ? 'weight' : 'priority'
}
