import { channelCalls } from '@posthouse/contract/calls/channels'
import { type Channel, channelAllows } from '@posthouse/contract/channel'
import { channelTypeOf } from '@posthouse/contract/channel-type'
import {
  type Icon,
  IconArrowsSort,
  IconCoin,
  IconPencil,
  IconPlugConnected,
  IconTag,
  IconUsersGroup,
} from '@tabler/icons-react'
import { notifyFailure } from '../../api/refusal.ts'
import { type Input, write } from '../../api/use-call.ts'
import { ChannelEdit } from '../../forms/channel-edit.tsx'
import { ChannelTest } from '../../forms/channel-test.tsx'
import { i18n, type TextKey } from '../../i18n/index.ts'
import { type Act, changing, deletes, edits, opens, switches, theOne } from '../../noun/act.ts'
import { callsOf } from '../../noun/calls-of.ts'
import type { Stage } from '../../noun/use-stage.tsx'
import type { Selected } from '../../table/select/bulk-bar.tsx'
import { notify } from '../../ui/notify.tsx'
import { part } from '../../ui/part.ts'
import { updatesBalance } from './supplier/updates-balance.ts'

export type ChannelFilter =
  | 'name'
  | 'models'
  | 'type'
  | 'status'
  | 'group'
  | 'tag'
  | 'tagged'
  | 'attention'
type Body = Input<'changeChannels'>['body']

const ChannelChangeMany = part(async () => ({
  default: (await import('../../forms/channel-change-many.tsx')).ChannelChangeMany,
}))

const ChannelTests = part(async () => ({
  default: (await import('./tests/channel-tests.tsx')).ChannelTests,
}))

const ModelsCompare = part(async () => ({
  default: (await import('./supplier/models-compare.tsx')).ModelsCompare,
}))

export const calls = callsOf(channelCalls, {
  list: 'listChannels',
  one: 'getChannel',
  file: 'exportChannels',
  change: 'changeChannels',
  delete: 'deleteChannel',
  deleteMany: 'deleteChannels',
  alsoOld: ['getReadiness', 'listChannelTags', 'getChannelTag'],
})

export const changeChannels = changing({ ...calls, words: 'channel' })

/** Changes one channel where it stands. */
export const putChannel = (channel: Channel, values: Body['change'], done: TextKey) =>
  changeChannels(theOne(channel), values, done).catch(notifyFailure)

const siteOf = ({ type }: Channel): string => channelTypeOf(type)?.site ?? ''

/** One field of many channels, asked for in a form. */
const changesMany = (
  field: 'group' | 'tag' | 'priority',
  icon: Icon,
  word: TextKey,
  done: TextKey,
): Act<Channel, ChannelFilter> => ({
  id: field,
  word,
  many: {
    icon,
    run: (many, stage) => {
      stage.open((close) => (
        <ChannelChangeMany
          field={field}
          count={many.count}
          change={(values) => changeChannels(many, values, done).then(many.clear)}
          onClose={close}
        />
      ))
      return undefined
    },
  },
})

/** The server copies the keys as well. The copy is disabled, and its form opens. */
const copies: Act<Channel, ChannelFilter> = {
  id: 'copy',
  word: 'channel.copy',
  one: (channel, stage) => {
    const { id } = channel
    write(channelCalls, 'copyChannel', { params: { id } }, { changes: calls.reads, quiet: true })
      .then((copy) => {
        notify('success', i18n.t('channel.copied', { name: copy.name }))
        stage.open((close) => <ChannelEdit channel={copy} onClose={close} />)
      })
      .catch(notifyFailure)
  },
}

/** Opens a run over what is selected. */
const runsOver =
  (kind: 'tests' | 'balances') =>
  ({ select, names }: Selected<ChannelFilter>, stage: Stage): undefined => {
    const which =
      'ids' in select
        ? { rows: select.ids.map((id, place) => ({ id, name: names[place] ?? `#${id}` })) }
        : { filter: select.filter }
    stage.open((close) => (
      <ChannelTests kind={kind} which={which} asksFirst={false} onClose={close} />
    ))
  }

const untags: Act<Channel, ChannelFilter> = {
  id: 'untag',
  word: 'channelTag.untag',
  allows: ({ tag }) => tag !== '',
  one: (channel) => void putChannel(channel, { tag: '' }, 'channel.done.tag'),
}

/** What a person can do with channels. */
export const channelActs: readonly Act<Channel, ChannelFilter>[] = [
  {
    ...opens('test', 'channel.test', (channel: Channel, close) => (
      <ChannelTest channel={channel} onClose={close} />
    )),
    quick: IconPlugConnected,
  },
  {
    ...edits((channel: Channel, close) => <ChannelEdit channel={channel} onClose={close} />),
    quick: IconPencil,
  },
  copies,
  {
    ...opens('models', 'supplier.models.compare', (channel: Channel, close) => (
      <ModelsCompare channel={channel} onClose={close} />
    )),
    allows: ({ type }) => channelTypeOf(type)?.listsModels === true,
  },
  updatesBalance,
  ...switches({
    allows: channelAllows,
    done: { enable: 'channel.done.enabled', disable: 'channel.done.disabled' },
    change: changeChannels,
  }).map((act) => ({ ...act, ...(act.many && { quick: act.many.icon }) })),
  untags,
  {
    id: 'tests',
    word: 'testing.many',
    many: { icon: IconPlugConnected, run: runsOver('tests') },
  },
  {
    id: 'balances',
    word: 'supplier.balance.title',
    many: { icon: IconCoin, run: runsOver('balances') },
  },
  {
    id: 'site',
    word: 'channel.site',
    allows: (channel) => siteOf(channel) !== '',
    one: (channel) => void window.open(siteOf(channel), '_blank', 'noopener'),
  },
  changesMany('group', IconUsersGroup, 'channel.setGroup', 'channel.done.group'),
  changesMany('tag', IconTag, 'channel.setTag', 'channel.done.tag'),
  changesMany('priority', IconArrowsSort, 'channel.setPriority', 'channel.done.priority'),
  deletes({
    ...calls,
    words: 'channel',
    naming: ({ key_count: keys, models }: Channel) => ({ keys, models: models.length }),
  }),
]
