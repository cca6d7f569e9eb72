import Box from '@mui/material/Box'
import { channelCalls } from '@posthouse/contract/calls/channels'
import {
  type Channel,
  ChannelQuery,
  channelSorts,
  channelStatus,
} from '@posthouse/contract/channel'
import { channelTypes } from '@posthouse/contract/channel-type'
import { useRead } from '../api/use-call.ts'
import { ChannelCreate } from '../forms/channel-create.tsx'
import { statusFilter } from '../noun/cells.tsx'
import { declareNoun } from '../noun/noun.ts'
import { NounPage } from '../noun/noun-page.tsx'
import { paths } from '../paths.ts'
import { Horse } from '../ui/art/horse.tsx'
import { channelStatusName } from '../ui/status.ts'
import { calls, channelActs } from './channel/channel-acts.tsx'
import { channelColumns } from './channel/channel-columns.tsx'
import { channelEntry } from './channel/channel-entry.ts'
import { BatchButton, DeleteDisabledButton } from './channel/batch/batch-buttons.tsx'
import { TestAll } from './channel/test-all.tsx'
import { ChannelKeys } from './channel/keys/channel-keys.tsx'
import { WhoServes } from './channel/who-serves.tsx'
import { channelFacts, channelState } from './channel/channel-facts.tsx'

export const channel = declareNoun({
  title: 'menu.channel',
  words: 'channel',
  picture: <Horse />,
  list: { table: 'channel', query: ChannelQuery, sorts: channelSorts, defaultOrder: '-id' },
  name: (row: Channel) => row.name,
  columns: channelColumns,
  panel: {
    way: { word: 'token.itsLog', to: ({ id }) => paths.log({ channel_id: id }) },
    above: channelState,
    facts: channelFacts,
    views: {
      label: 'channelKey.views',
      factsWord: 'channelKey.facts',
      others: [
        {
          id: 'keys',
          word: 'channelKey.title',
          when: () => true,
          draw: (row) => <ChannelKeys channel={row} />,
        },
      ],
    },
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
    statusFilter(channelStatus, (status) => channelStatusName(status, false), 'choice'),
    { name: 'group', kind: 'choice', label: 'channel.groups' },
    { name: 'tag', kind: 'text', label: 'channel.tag' },
    {
      name: 'attention',
      kind: 'choice',
      label: 'channel.attention.filter',
      choices: [{ value: '1', word: 'channel.attention.needed' }],
    },
  ],
  useChoices: () => {
    const { data = [] } = useRead(channelCalls, 'listGroups', {})
    return { group: data.map((group) => ({ value: group, label: group })) }
  },
  above: ({ state }) => (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 3 }}>
      <WhoServes />
      <TestAll kind="tests" filters={state.filters} />
      <TestAll kind="balances" filters={state.filters} />
      <BatchButton />
      <DeleteDisabledButton />
    </Box>
  ),
  acts: channelActs,
  calls,
  create: {
    word: channelEntry.create,
    form: (close) => <ChannelCreate onClose={close} />,
  },
})

export const ChannelPage = () => <NounPage noun={channel} />
