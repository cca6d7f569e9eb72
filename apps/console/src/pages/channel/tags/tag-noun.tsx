import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import { channelManyCalls } from '@posthouse/contract/calls/channel-many'
import { type ChannelTag, ChannelTagQuery, channelTagSorts } from '@posthouse/contract/channel-tag'
import { Link } from 'react-router'
import { useRead } from '../../../api/use-call.ts'
import { listOf, sumColumn } from '../../../noun/cells.tsx'
import { declareNoun } from '../../../noun/noun.ts'
import { paths } from '../../../paths.ts'
import { Horse } from '../../../ui/art/horse.tsx'
import { SupplierName } from '../../../ui/suppliers/supplier-name.tsx'
import { ChannelTabs } from './channel-tabs.tsx'
import { tagActs } from './tag-acts.tsx'
import { TagModels } from './tag-models.tsx'

export const channelTag = declareNoun({
  title: 'menu.channel',
  words: 'channelTag',
  picture: <Horse />,
  list: {
    table: 'channel-tag',
    query: ChannelTagQuery,
    sorts: channelTagSorts,
    defaultOrder: 'tag',
  },
  name: (row: ChannelTag) => row.id,
  columns: {
    tag: { label: 'channel.tag', card: 'title', sort: 'tag', cell: ({ id }) => id },
    channels: {
      label: 'channelTag.channels',
      card: 'status',
      sort: 'channels',
      cell: ({ id, enabled, channels }, { t }) => (
        <MuiLink component={Link} to={paths.channelsOf(id)}>
          {t('channelTag.enabledOf', { enabled, count: channels })}
        </MuiLink>
      ),
    },
    suppliers: {
      label: 'channelTag.suppliers',
      card: 'fact',
      optional: true,
      cell: ({ types }) => (
        <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 3 }}>
          {types.map((type) => (
            <SupplierName key={type} type={type} />
          ))}
        </Box>
      ),
    },
    groups: { label: 'channel.groups', optional: true, cell: listOf(({ groups }) => groups) },
    models: {
      label: 'channel.modelCount',
      numeric: true,
      card: 'fact',
      sort: 'models',
      cell: (row) => <TagModels tag={row} />,
    },
    used: sumColumn('channel.used', 'used_quota', { card: 'fact', sort: 'used_quota' }),
  },
  panel: {
    way: { word: 'channelTag.itsChannels', to: ({ id }) => paths.channelsOf(id) },
    facts: ['suppliers', 'groups', 'models', 'used'],
  },
  filters: [
    { name: 'keyword', kind: 'text', label: 'channel.tag', placeholder: 'channelTag.search' },
  ],
  acts: tagActs,
  calls: {
    useRows: ({ page, size, order, filters }) =>
      useRead(
        channelManyCalls,
        'listChannelTags',
        { query: { page, size, order, ...filters } },
        { keep: true },
      ),
    useRow: (tag, enabled) =>
      useRead(channelManyCalls, 'getChannelTag', { query: { tag } }, { enabled }),
  },
  above: () => <ChannelTabs open="tags" />,
})
