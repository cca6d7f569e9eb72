import { channelCalls } from '@posthouse/contract/calls/channels'
import {
  IconArrowsSort,
  IconCircleCheck,
  IconCircleOff,
  IconTag,
  IconTrash,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrite } from '../../api/use-call.ts'
import { namesOf, useConfirm } from '../../stores/confirm.ts'
import type { BulkAction, Selected } from '../../table/bulk-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import type { ChannelFilter } from './channel-fields.ts'
import { channelReads, useChannelChange } from './use-channel-change.ts'
import { part } from '../../ui/part.ts'

const ChannelChangeMany = part(async () => ({
  default: (await import('../../forms/channel-change-many.tsx')).ChannelChangeMany,
}))

type Many = Selected<ChannelFilter>
type Field = 'group' | 'tag' | 'priority'

/** What can be done with many channels at once, and the dialogs that it takes. */
export function useChannelBulk(): {
  readonly actions: readonly BulkAction<ChannelFilter>[]
  readonly dialogs: ReactNode
} {
  const [editing, setEditing] = useState<{ field: Field; many: Many } | null>(null)
  const change = useChannelChange()
  return {
    actions: useBulkActions((field, many) => setEditing({ field, many })),
    dialogs: editing !== null && (
      <Suspense>
        <ChannelChangeMany
          field={editing.field}
          count={editing.many.count}
          change={async (values) => {
            await change(editing.many, values)
            editing.many.clear()
          }}
          onClose={() => setEditing(null)}
        />
      </Suspense>
    ),
  }
}

const icon = { size: 16, stroke: 1.5 }

function useBulkActions(
  edit: (field: Field, many: Many) => void,
): readonly BulkAction<ChannelFilter>[] {
  const { t } = useTranslation()
  const change = useChannelChange()
  const askDelete = useAskDelete()
  const put = (status: 1 | 2) => (many: Many) => change(many, { status }).then(many.clear)
  const action = (
    id: string,
    label: string,
    sign: ReactNode,
    run: BulkAction<ChannelFilter>['run'],
  ): BulkAction<ChannelFilter> => ({ id, label, icon: sign, run })
  const editing = (field: Field) => (many: Many) => {
    edit(field, many)
    return undefined
  }
  return [
    action('enable', t('token.enable'), <IconCircleCheck {...icon} />, put(1)),
    action('disable', t('token.disable'), <IconCircleOff {...icon} />, put(2)),
    action('group', t('channel.setGroup'), <IconUsersGroup {...icon} />, editing('group')),
    action('tag', t('channel.setTag'), <IconTag {...icon} />, editing('tag')),
    action('priority', t('channel.setPriority'), <IconArrowsSort {...icon} />, editing('priority')),
    { ...action('delete', t('table.delete'), <IconTrash {...icon} />, askDelete), danger: true },
  ]
}

function useAskDelete(): (many: Many) => undefined {
  const { t } = useTranslation()
  const ask = useConfirm((confirm) => confirm.ask)
  const remove = useWrite(channelCalls, 'deleteChannels', { changes: channelReads, quiet: true })
  return ({ select, count, names, clear }) => {
    ask({
      title: t('channel.deleteManyTitle', { count }),
      consequences: [t('channel.deleteManyConsequence')],
      ...namesOf(names, count, t('table.deleteWord')),
      action: t('channel.deleteMany', { count }),
      run: async () => {
        const { deleted } = await remove.mutateAsync({ body: { select } })
        clear()
        notify('success', t('channel.deletedMany', { count: deleted }))
      },
    })
    return undefined
  }
}
