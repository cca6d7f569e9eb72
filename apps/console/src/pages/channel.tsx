import Box from '@mui/material/Box'
import { channelCalls } from '@posthouse/contract/calls/channels'
import {
  type Channel,
  ChannelQuery,
  channelSorts,
  channelStatus,
} from '@posthouse/contract/channel'
import { channelTypes } from '@posthouse/contract/channel-type'
import { Navigate, useLocation, useSearchParams } from 'react-router'
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
import { ChannelTabs } from './channel/tags/channel-tabs.tsx'
import { channelTag } from './channel/tags/tag-noun.tsx'
import { WhoServes } from './channel/who-serves.tsx'
import { channelFacts, channelState } from './channel/channel-facts.tsx'

export const channel = declareNoun({
  title: 'menu.channel',
  words: 'channel',
  picture: <Horse />,
  list: { table: 'channel', query: ChannelQuery, sorts: channelSorts, defaultOrder: '-priority' },
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
      name: 'tagged',
      kind: 'choice',
      label: 'channelTag.tagged',
      choices: [
        { value: '1', word: 'channelTag.withTag' },
        { value: '2', word: 'channelTag.withoutTag' },
      ],
    },
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
    <>
      <ChannelTabs open="channels" />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 3 }}>
        <WhoServes />
        <TestAll kind="tests" filters={state.filters} />
        <TestAll kind="balances" filters={state.filters} />
        <BatchButton />
        <DeleteDisabledButton />
      </Box>
    </>
  ),
  acts: channelActs,
  calls,
  create: {
    word: channelEntry.create,
    form: (close) => <ChannelCreate onClose={close} />,
  },
})

/** The list of channels or of their tags. An address may name the tags by a hash as well. */
export function ChannelPage() {
  const [query] = useSearchParams()
  const { hash } = useLocation()
  if (query.get('tab') === 'tags') return <NounPage key="tags" noun={channelTag} />
  if (hash === '#channel_tag') return <Navigate to={paths.channelTags} replace />
  return <NounPage key="channels" noun={channel} />
}
