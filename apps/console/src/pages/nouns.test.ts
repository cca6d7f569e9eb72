import type { Channel } from '@posthouse/contract/channel'
import { type Token, TokenLimits } from '@posthouse/contract/token'
import { describe, expect, it } from 'vitest'
import { i18n } from '../i18n/index.ts'
import type { Look } from '../noun/noun.ts'
import { channel } from './channel.tsx'
import { log } from './log.tsx'
import { token } from './token.tsx'
import { gateway } from './wallet/payment/gateway-noun.tsx'
import { order } from './wallet/payment/order-noun.tsx'

const look: Look = {
  t: i18n.t,
  display: { quotaPerUnit: 500_000, displayInCurrency: true },
  address: '?row=1',
}

const used: Token = {
  id: 1,
  name: 'laptop',
  status: 1,
  key_preview: 'sk-ab…wxyz',
  used_quota: 2,
  remain_quota: 0,
  unlimited_quota: true,
  cache: false,
  cost_in_answer: false,
  group: '',
  limits: TokenLimits.parse({}),
  created_time: 1,
  accessed_time: 0,
  expired_time: -1,
}

const charging: Channel = {
  id: 1,
  type: 1,
  name: 'relay',
  status: 1,
  group: ['default'],
  models: ['a', 'b'],
  key_count: 1,
  key_previews: [],
  base_url: 'https://x',
  other: '',
  tag: '',
  proxy: '',
  test_model: '',
  model_mapping: '',
  model_headers: '',
  custom_parameter: '',
  plugin: '',
  only_chat: false,
  pre_cost: 1,
  priority: 0,
  weight: 1,
  share: 1,
  turn: 'first',
  cost_percent: null,
  cost_prices: '',
  response_time: 0,
  test_time: 0,
  test_failure: '',
  has_responses: null,
  used_quota: 2,
  doubted_answers: 0,
  balance: null,
  balance_currency: '',
  balance_time: 0,
  created_time: 1,
  cooling: [],
  last_success: 0,
  last_failure: null,
  attention: null,
  pulse: { answered: 0, failed: 0, p50: null },
}

describe('what was spent', () => {
  it('is told of a token and a channel below a cent too, in the list and in the panel', () => {
    expect(token.columns.used.cell(used, look)).toBe('$0.000004')
    expect(channel.columns.used.cell(charging, look)).toBe('$0.000004')
    expect(token.panel.facts).toContain('used')
    expect(channel.panel.facts).toContain('used')
  })

  it('of nothing is nothing', () => {
    expect(token.columns.used.cell({ ...used, used_quota: 0 }, look)).toBe('$0.00')
  })
})

describe('a declared noun', () => {
  it.each([
    ['token', token],
    ['channel', channel],
    ['log', log],
    ['gateway', gateway],
    ['order', order],
  ])('%s has a card: a name and a state at its head, and facts', (_, { columns }) => {
    const places = Object.values(columns).map(({ card }) => card)
    expect(places.filter((place) => place === 'title')).toHaveLength(1)
    expect(places.filter((place) => place === 'status')).toHaveLength(1)
    expect(places.filter((place) => place === 'fact').length).toBeGreaterThanOrEqual(3)
  })

  it('is filtered by what its call takes', () => {
    expect(token.list.filters).toEqual(['keyword', 'status'])
    expect(log.list.filters).toContain('channel_id')
  })
})
