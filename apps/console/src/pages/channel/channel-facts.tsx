import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import type { Channel } from '@posthouse/contract/channel'
import { azureTypes } from '@posthouse/contract/channel-type'
import { vertexType } from '@posthouse/contract/channel-type-numbers'
import { isForeignOpenAi } from '@posthouse/contract/openai-address'
import { Link } from 'react-router'
import { rowsOfJson } from '../../lib/json/json-rows.ts'
import { formatDuration, formatTime } from '../../lib/time/format-time.ts'
import { codeOf, listOf, switchOf, textOf, timeOf } from '../../noun/cells.tsx'
import type { Look, NounFact } from '../../noun/noun.ts'
import { paths } from '../../paths.ts'
import { faultWords } from '../../ui/suppliers/fault-words.ts'
import { AttentionSeen } from './attention.tsx'
import type { channelColumns } from './channel-columns.tsx'
import { FrozenModel } from './frozen.tsx'

const outcome = ({ test_failure: reason }: Channel, { t }: Look) =>
  reason === '' ? (
    t('channel.testOk')
  ) : (
    <Box component="span" sx={{ color: 'error.main', overflowWrap: 'anywhere' }}>
      {t('channel.testFailedWith', { reason })}
    </Box>
  )

/** How many answers are in question; it leads to them. */
const doubted = ({ id, doubted_answers: count }: Channel) =>
  count === 0 ? (
    '0'
  ) : (
    <MuiLink component={Link} to={paths.log({ channel_id: id, doubted: 1 })}>
      {count.toLocaleString('en-US')}
    </MuiLink>
  )

/** Why it needs attention, and which models are frozen until when. */
export const channelState = (row: Channel) => (
  <>
    <AttentionSeen key={row.id} channel={row} />
    {row.cooling.map((entry) => (
      <FrozenModel key={`${entry.model} ${entry.since}`} {...entry} />
    ))}
  </>
)

const lastFailure = ({ last_failure: last }: Channel, { t }: Look) =>
  last === null ? (
    '—'
  ) : (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {`${faultWords(last.failure, t)} · ${formatTime(last.time)}`}
      {last.message !== '' && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {last.message}
        </Box>
      )}
    </Box>
  )

/** Everything but its keys. */
export const channelFacts: readonly (keyof typeof channelColumns | NounFact<Channel>)[] = [
  'type',
  { label: 'channel.baseUrl', fact: textOf('base_url') },
  { label: 'channel.keys', fact: listOf((row) => row.key_previews) },
  'groups',
  'tag',
  { label: 'channel.models', fact: listOf((row) => row.models) },
  { label: 'channel.mapping', fact: codeOf('model_mapping') },
  { label: 'channel.headers', fact: codeOf('model_headers') },
  { label: 'channel.parameters', fact: codeOf('custom_parameter') },
  { label: 'channel.plugin', fact: codeOf('plugin') },
  {
    label: 'channel.azureVersion',
    when: ({ type }) => azureTypes.includes(type),
    fact: textOf('other'),
  },
  {
    label: 'channel.region',
    when: ({ type }) => type === vertexType,
    fact: (row) => (row.other === '' ? 'global' : row.other.replace('|', ' · ')),
  },
  { label: 'channel.onlyChat', fact: switchOf('only_chat') },
  {
    label: 'channel.preCost',
    fact: (row, { t }) => t(`channel.preCosts.${row.pre_cost as 1}`),
  },
  { label: 'channel.testModel', fact: textOf('test_model') },
  { label: 'channel.proxy', fact: textOf('proxy') },
  'priority',
  'weight',
  {
    label: 'channel.cost',
    fact: (row, { t }) =>
      row.cost_percent === null ? t('channel.costUnknown') : `${row.cost_percent}%`,
  },
  {
    label: 'channel.costPrices',
    fact: ({ cost_prices: prices }) =>
      (rowsOfJson(prices) ?? []).map(({ from, to }) => `${from}: ${to}`).join(', '),
  },
  {
    label: 'channel.responseTime',
    fact: (row, { t }) =>
      row.test_time > 0 ? formatDuration(row.response_time) : t('channel.notTested'),
  },
  { label: 'channel.testTime', fact: timeOf('test_time') },
  { label: 'channel.testOutcome', when: (row) => row.test_time > 0, fact: outcome },
  {
    label: 'channel.responses',
    when: isForeignOpenAi,
    fact: ({ has_responses: has }, { t }) =>
      t(`channel.responsesFound.${has === null ? 'unknown' : has ? 'yes' : 'no'}`),
  },
  { label: 'channel.lastSuccess', fact: timeOf('last_success') },
  { label: 'channel.lastFailure', fact: lastFailure },
  'used',
  { label: 'channel.doubted', fact: doubted },
  'balance',
  { label: 'token.created', fact: timeOf('created_time') },
]
