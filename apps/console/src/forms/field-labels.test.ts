import { ChannelInput } from '@posthouse/contract/channel-input'
import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { TokenInput, TokenLimits } from '@posthouse/contract/token'
import type { ParseKeys } from 'i18next'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { i18n, languages, loadTexts, setLanguage, startLanguage } from '../i18n/index.ts'
import { fieldText } from './kit/field-text.ts'

type Labels<Shape> = { readonly [Field in keyof Shape]: ParseKeys | null }

/* The label of every field on screen; null: no input asks for it. */

const ofChannel: Labels<typeof ChannelInput.shape> = {
  type: 'channel.type',
  name: 'channel.name',
  group: 'channel.groups',
  models: 'channel.models',
  key: 'channel.key',
  base_url: 'channel.baseUrl',
  other: 'channel.azureVersion',
  tag: 'channel.tag',
  proxy: 'channel.proxy',
  test_model: 'channel.testModel',
  model_mapping: 'channel.mapping',
  model_headers: 'channel.headers',
  custom_parameter: 'channel.parameters',
  plugin: 'channel.plugin',
  only_chat: 'channel.onlyChat',
  pre_cost: 'channel.preCost',
  priority: 'channel.priority',
  weight: 'channel.weight',
  cost_percent: 'channel.cost',
  cost_prices: 'channel.costPrices',
  status: null,
  prices: null,
  tested_ms: null,
  tested_responses: null,
}

const ofToken: Labels<Omit<typeof TokenInput.shape, 'limits'>> = {
  name: 'token.name',
  expired_time: 'token.expires',
  unlimited_quota: 'token.unlimited',
  remain_quota: 'token.remaining',
  cache: 'token.cache',
  cost_in_answer: 'token.costInAnswer',
  group: 'token.group',
}

const ofLimits: Labels<Omit<typeof TokenLimits.shape, 'spend'>> = {
  models: 'token.models',
  addresses: 'token.addresses',
  requests_per_minute: 'token.rpm',
  tokens_per_minute: 'token.tpm',
  concurrency: 'token.concurrency',
  time_zone: null,
}

/** Of every kind something that some field refuses. */
const wrongs: readonly unknown[] = [
  null,
  undefined,
  Number.NaN,
  '',
  'x',
  '{',
  '{"a b":1}',
  '{"dialects":[]}',
  'ftp://x',
  'https://x?y',
  '密钥',
  'a\nb',
  'x'.repeat(300_000),
  -5,
  0,
  1.5,
  1e300,
  7_777,
  true,
  {},
  [],
  [''],
  ['a*b'],
  ['10.0.0.0/99'],
  ['x'.repeat(300)],
  Array(3_000).fill('10.0.0.1'),
]

/** What is told of a field over everything wrong that may stand in it. */
function faultsOfField(schema: z.ZodObject, field: string): string[] {
  const told = wrongs.flatMap((wrong) => {
    const { error } = check(schema, { [field]: wrong })
    const faults = Object.entries(error === undefined ? {} : fieldFaults(error))
    return faults.filter(([path]) => path.split('.')[0] === field).map(([, fault]) => fault)
  })
  return [...new Set(told)]
}

const fields = [
  ...Object.entries(ofChannel).map(([field, label]) => [ChannelInput, field, label] as const),
  ...Object.entries(ofToken).map(([field, label]) => [TokenInput, field, label] as const),
  ...Object.entries(ofLimits).map(([field, label]) => [TokenLimits, field, label] as const),
].flatMap(([schema, field, label]) => (label === null ? [] : [{ schema, field, label }]))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await loadTexts(['channel', 'token'])
})
afterEach(() => setLanguage('zh_CN'))
afterAll(() => vi.unstubAllGlobals())

test.each(fields)('every refusal of $field names $label', async ({ schema, field, label }) => {
  const faults = faultsOfField(schema, field)
  expect(faults).not.toEqual([])
  for (const language of languages) {
    await setLanguage(language)
    const shown = i18n.t(label)
    for (const fault of faults) {
      expect(fieldText(fault, shown).toLowerCase()).toContain(shown.toLowerCase())
    }
  }
})

test('a refusal that names its field itself does not name it twice', async () => {
  expect(fieldText('channel.type', '类型')).toBe('类型 不能为空')
  expect(fieldText('field.required', '权重')).toBe('权重：不能为空')
  expect(fieldText('请重新填写被隐藏的值', '密钥')).toBe('密钥：请重新填写被隐藏的值')
  await setLanguage('en_US')
  expect(fieldText('token.remaining', i18n.t('token.remaining'))).toBe(
    'Remaining quota cannot be less than 0',
  )
  expect(fieldText('login.password', 'Current password')).toBe('Password is required')
})
