import { channelCalls } from '@posthouse/contract/calls/channels'
import {
  type Channel,
  ChannelQuery,
  channelSorts,
  channelStatus,
} from '@posthouse/contract/channel'
import { channelTypes } from '@posthouse/contract/channel-type'
import { download } from '../api/download.ts'
import { useRead } from '../api/use-call.ts'
import { ChannelCreate } from '../forms/channel-create.tsx'
import { declareNoun } from '../noun/noun.ts'
import { NounPage } from '../noun/noun-page.tsx'
import { paths } from '../paths.ts'
import { Horse } from '../ui/art/horse.tsx'
import { channelStatusName, statusChoices } from '../ui/status.ts'
import { channelActs } from './channel/channel-acts.tsx'
import { channelColumns } from './channel/channel-columns.tsx'
import { channelEntry } from './channel/channel-entry.ts'
import { channelFacts, channelRests } from './channel/channel-facts.tsx'

const nameOfStatus = (status: number) => channelStatusName(status, false)

export const channel = declareNoun({
  title: 'menu.channel',
  lead: 'channel.lead',
  empty: { picture: <Horse />, title: 'channel.emptyTitle', sentence: 'channel.empty' },
  list: { table: 'channel', query: ChannelQuery, sorts: channelSorts, defaultOrder: '-id' },
  name: (row: Channel) => row.name,
  columns: channelColumns,
  panel: {
    way: { word: 'token.itsLog', to: ({ id }) => paths.log({ channel_id: id }) },
    above: channelRests,
    facts: channelFacts,
  },
  filters: [
    { name: 'name', kind: 'text', label: 'channel.name', placeholder: 'channel.search' },
    { name: 'models', kind: 'text', label: 'channel.modelName' },
    {
      name: 'type',
      kind: 'choice',
      label: 'channel.type',
      choices: channelTypes.map((type) => ({ value: String(type.number), label: type.name })),
    },
    {
      name: 'status',
      kind: 'choice',
      label: 'table.status',
      choices: statusChoices(Object.values(channelStatus), nameOfStatus),
    },
    { name: 'group', kind: 'choice', label: 'channel.groups' },
    { name: 'tag', kind: 'text', label: 'channel.tag' },
  ],
  useChoices: () => {
    const { data = [] } = useRead(channelCalls, 'listGroups', {})
    return { group: data.map((group) => ({ value: group, label: group })) }
  },
  acts: channelActs,
  calls: {
    useRows: ({ page, size, order, filters }) => {
      const query = { page, size, order, ...filters }
      return useRead(channelCalls, 'listChannels', { query }, { keep: true })
    },
    useRow: (id, enabled) => useRead(channelCalls, 'getChannel', { params: { id } }, { enabled }),
    download: (query) => download(channelCalls, 'exportChannels', { query }),
  },
  create: {
    word: channelEntry.create,
    form: (close) => <ChannelCreate onClose={close} />,
  },
})

export const ChannelPage = () => <NounPage noun={channel} />
