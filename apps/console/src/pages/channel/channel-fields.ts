import { channelCalls } from '@posthouse/contract/calls/channels'
import { channelTypes } from '@posthouse/contract/channel-type'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../api/use-call.ts'
import type { FilterField } from '../../table/column.ts'

export const channelFilters = ['name', 'models', 'type', 'status', 'group', 'tag'] as const
export type ChannelFilter = (typeof channelFilters)[number]

/** What channels can be filtered by. */
export function useChannelFields(): readonly FilterField<ChannelFilter>[] {
  const { t } = useTranslation()
  const groups = useRead(channelCalls, 'listGroups', {})
  const states = ['enabled', 'disabled', 'testDisabled'] as const
  return [
    { name: 'name', kind: 'text', label: t('channel.name'), placeholder: t('channel.search') },
    { name: 'models', kind: 'text', label: t('channel.modelName') },
    {
      name: 'type',
      kind: 'choice',
      label: t('channel.type'),
      choices: channelTypes.map((type) => ({ value: String(type.number), label: type.name })),
    },
    {
      name: 'status',
      kind: 'choice',
      label: t('table.status'),
      choices: states.map((state, index) => ({
        value: String(index + 1),
        label: t(`status.${state}`),
      })),
    },
    {
      name: 'group',
      kind: 'choice',
      label: t('channel.groups'),
      choices: (groups.data ?? []).map((group) => ({ value: group, label: group })),
    },
    { name: 'tag', kind: 'text', label: t('channel.tag') },
  ]
}
