import type { Channel } from '../channel.ts'

/** A channel that serves nothing yet: whoever uses it says what matters. */
export const plainChannel: Channel = {
  id: 1n,
  name: 'plain',
  type: 8,
  enabled: true,
  groups: ['default'],
  models: [],
  baseUrl: '',
  hasResponses: null,
  other: '',
  proxy: '',
  testModel: '',
  mapping: new Map(),
  headers: {},
  bodyParameters: {},
  plugin: {},
  chatOnly: false,
  preCost: 1,
  priority: 0,
  weight: 1,
  costMillionths: null,
  costPrices: {},
  keys: [],
}
