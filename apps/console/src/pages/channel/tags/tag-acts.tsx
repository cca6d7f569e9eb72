import type { ChannelTag } from '@posthouse/contract/channel-tag'
import { IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { notifyFailure } from '../../../api/refusal.ts'
import { i18n, type TextKey } from '../../../i18n/index.ts'
import { type Act, opens } from '../../../noun/act.ts'
import { namesOf, useConfirm } from '../../../stores/confirm.ts'
import { notify } from '../../../ui/notify.tsx'
import { part } from '../../../ui/part.ts'
import { calls, changeChannels } from '../channel-acts.tsx'

type TagAct = Act<ChannelTag, 'keyword'>

const TagEdit = part(async () => ({ default: (await import('./tag-edit.tsx')).TagEdit }))

/** Every channel of the tag, as many as the person saw. */
const allOf = ({ id: tag, channels }: ChannelTag) => ({
  select: { filter: { tag }, expected: channels },
  names: [],
})

type Change = Parameters<typeof changeChannels>[1]

const change = (tag: ChannelTag, values: Change, done: TextKey): Promise<void> =>
  changeChannels(allOf(tag), values, done)

const named = ({ id: tag, channels: count }: ChannelTag) => ({ tag, count })

const enables: TagAct = {
  id: 'enable',
  word: 'channelTag.enableAll',
  quick: IconCircleCheck,
  allows: ({ enabled, channels }) => enabled < channels,
  one: (tag) => void change(tag, { status: 1 }, 'channel.done.enabled').catch(notifyFailure),
}

const disables: TagAct = {
  id: 'disable',
  word: 'channelTag.disableAll',
  allows: ({ enabled }) => enabled > 0,
  one: (tag) =>
    useConfirm.getState().ask({
      title: i18n.t('channelTag.disableTitle', named(tag)),
      consequences: [i18n.t('channelTag.disableConsequence')],
      action: i18n.t('channelTag.disableAction', named(tag)),
      run: () => change(tag, { status: 2 }, 'channel.done.disabled'),
    }),
}

const untags: TagAct = {
  id: 'untag',
  word: 'channelTag.untag',
  one: (tag) => void change(tag, { tag: '' }, 'channel.done.tag').catch(notifyFailure),
}

const deletes: TagAct = {
  id: 'delete',
  word: 'channelTag.deleteAll',
  danger: true,
  one: (tag) =>
    useConfirm.getState().ask({
      title: i18n.t('channelTag.deleteTitle', named(tag)),
      consequences: [i18n.t('channel.deleteManyConsequence')],
      ...namesOf(tag.names, tag.channels, i18n.t('table.deleteWord')),
      action: i18n.t('channel.deleteMany', named(tag)),
      run: async () => {
        const { deleted } = await calls.deleteMany({ select: allOf(tag).select })
        notify('success', i18n.t('channel.deletedMany', { count: deleted }))
      },
    }),
}

/** What can be done with all channels of a tag. */
export const tagActs: readonly TagAct[] = [
  {
    ...opens('edit', 'channelTag.edit', (tag: ChannelTag, close) => (
      <TagEdit
        tag={tag}
        change={(values) => change(tag, values, 'channelTag.changed')}
        onClose={close}
      />
    )),
    quick: IconPencil,
  },
  enables,
  disables,
  untags,
  deletes,
]
