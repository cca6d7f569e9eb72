import { describe, expect, test } from 'vitest'
import { channelTypes } from './channel/channel-type.ts'
import { isChannelType } from './channel/channel-type-numbers.ts'
import {
  ChannelChange,
  ChannelInput,
  ChannelProbe,
  ModelPattern,
  NewChannel,
} from './channel/channel-input.ts'
import {
  check,
  faultsLine,
  faultText,
  faultTexts,
  fieldFaults,
  fieldMessages,
} from './refusals/field-messages.ts'
import { PriceInput } from './pricing/price.ts'
import { ChatLink } from './chat-links.ts'
import { mappingRows } from './channel/channel-rows.ts'
import { IdParams, nameOf } from './scalars.ts'
import type { z } from 'zod'
import { TokenInput } from './token.ts'
import { Login } from './user.ts'

const messages = (schema: z.ZodType, value: unknown) => {
  const result = check(schema, value)
  return result.success ? {} : faultTexts(fieldFaults(result.error), 'zh')
}

const channel = {
  type: 1,
  name: 'a',
  group: ['default'],
  models: ['gpt-5'],
  key: 'k',
  base_url: 'https://api.example.com/',
}

describe('the rules of the forms, to the letter', () => {
  test('a channel needs name, type, key, models, group and base URL', () => {
    expect(
      messages(NewChannel, { ...channel, name: '', group: [], models: [], base_url: '' }),
    ).toEqual({
      name: '名称 不能为空',
      group: '用户组 不能为空',
      models: '模型 不能为空',
      base_url: '渠道API地址 不能为空',
    })
    expect(messages(NewChannel, { ...channel, key: ' ' })).toEqual({ key: '密钥 不能为空' })
    expect(messages(NewChannel, { ...channel, type: undefined })).toEqual({ type: '类型 不能为空' })
  })

  test('a key for Cloudflare names the account, unless the address does', () => {
    const base_url = 'https://api.cloudflare.com/client/v4'
    const cloudflare = { ...channel, type: 35, base_url }
    const fault = { key: '每行密钥应为 ACCOUNT_ID|API_TOKEN' }
    expect(messages(NewChannel, { ...cloudflare, key: 'token' })).toEqual(fault)
    expect(messages(NewChannel, { ...cloudflare, key: 'a|token\n|token' })).toEqual(fault)
    expect(messages(NewChannel, { ...cloudflare, key: 'a|token\nb|token\n' })).toEqual({})
    expect(
      messages(NewChannel, {
        ...cloudflare,
        base_url: `${base_url}/accounts/a/ai/v1`,
        key: 'token',
      }),
    ).toEqual({})
  })

  test('a probe needs no model, and does not look at what a call does not depend on', () => {
    expect(messages(ChannelProbe, { ...channel, models: [], priority: null, weight: 0 })).toEqual(
      {},
    )
    expect(messages(ChannelProbe, { ...channel, base_url: '' })).toEqual({
      base_url: '渠道API地址 不能为空',
    })
  })

  test('a spend limit of 0 is none, one below 0 is refused', () => {
    const spendOf = (day: number) =>
      TokenInput.safeParse({ name: 'a', limits: { spend: { day, week: 7 } } }).data?.limits.spend
    expect(spendOf(0)).toEqual({ week: 7 })
    expect(spendOf(1)).toEqual({ day: 1, week: 7 })
    expect(spendOf(-1)).toBeUndefined()
  })

  test('mapping must be JSON, priority not below 0, weight not below 1', () => {
    expect(
      messages(ChannelInput, { ...channel, model_mapping: '{', priority: -1, weight: 0 }),
    ).toEqual({
      model_mapping: '必须是有效的JSON字符串',
      priority: '优先级不能小于 0',
      weight: '权重不能小于 1',
    })
  })

  test.each(['model_headers', 'custom_parameter', 'plugin', 'model_mapping'])(
    'no %s is nested so deep that nobody can read it, nor of any length',
    (name) => {
      const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
      const told = (text: string) => messages(ChannelInput, { ...channel, [name]: text })
      const rule: Readonly<Record<string, string>> = {
        model_headers: fieldMessages['field.header'].zh,
        model_mapping: fieldMessages['field.mapping'].zh,
      }
      expect(told(nested(32))).toEqual(name in rule ? { [name]: rule[name] } : {})
      for (const depth of [33, 20_000]) {
        expect(told(nested(depth))).toEqual({ [name]: '必须是有效的JSON字符串' })
      }
      expect(told(JSON.stringify({ a: '{["'.repeat(50) }))).toEqual({})
      expect(told(JSON.stringify({ a: 'x'.repeat(262_144) }))).toEqual({
        [name]: '不能超过 262144 个字符',
      })
    },
  )

  test.each([
    ['[1]', 'field.json-object'],
    [' 5', 'field.json-object'],
    ['x', 'field.json'],
    ['{"a":"1","b":"2","a":"3"}', 'field.twice'],
    ['{"a":{"b":1,"b":2}}', 'field.twice'],
    ['{"a":1,"\\u0061":2}', 'field.twice'],
    ['{"a":{"a":"a"},"b":[{"a":1},{"a":2}],"c":"{\\"a\\":1,\\"a\\":2}"}', null],
  ] as const)('parameters of %s are told: %s', (custom_parameter, message) => {
    const told = message === null ? {} : { custom_parameter: fieldMessages[message].zh }
    expect(messages(ChannelInput, { ...channel, custom_parameter })).toEqual(told)
  })

  test('a trailing slash of the base URL is cut', () => {
    expect(ChannelInput.parse(channel).base_url).toBe('https://api.example.com')
    const shouted = { ...channel, base_url: 'HTTPS://api.example.com:8443/v1/' }
    expect(ChannelInput.parse(shouted).base_url).toBe('HTTPS://api.example.com:8443/v1')
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://x',
    'https://',
    'https://x?y=1',
    'https://user:password@x',
  ])('%s is no base URL', (base_url) => {
    expect(messages(ChannelInput, { ...channel, base_url })).toHaveProperty('base_url')
  })

  test.each([
    ['gpt-*', true],
    ['gpt-5', true],
    ['*', false],
    ['gpt*5', false],
    ['gpt-**', false],
  ])('wildcard %s: %s', (name, good) => {
    expect(ModelPattern.safeParse(name).success).toBe(good)
  })

  test('prices', () => {
    const price = { model: 'm', type: 'tokens', channel_type: 1, input: '1', output: '1' }
    expect(messages(PriceInput, price)).toEqual({})
    expect(messages(PriceInput, { ...price, type: 'days' })).toEqual({
      type: '类型只能是tokens或times',
    })
    expect(messages(PriceInput, { ...price, input: '-1', output: '-0.5' })).toEqual({
      input: '输入倍率必须大于等于0',
      output: '输出倍率必须大于等于0',
    })
    expect(messages(PriceInput, { ...price, input: ' ', output: '' })).toEqual({
      input: '不能为空',
      output: '不能为空',
    })
    expect(messages(PriceInput, { ...price, model: '' })).toEqual({ model: '模型名称不能为空' })
    expect(messages(PriceInput, { ...price, model: '*' })).toHaveProperty('model')
    expect(messages(PriceInput, { ...price, input: '0.1234567' })).toHaveProperty('input')
    expect(messages(PriceInput, { ...price, channel_type: 0 })).toEqual({})
    expect(messages(PriceInput, { ...price, channel_type: 7_777 })).toEqual({
      channel_type: '没有这个渠道类型',
    })
    const line = { bucket: 'cache_read', amount_micro: '50000', tier: 'flex' }
    expect(messages(PriceInput, { ...price, lines: [line] })).toEqual({})
    for (const wrong of [{ bucket: 'tea' }, { amount_micro: '0.5' }, { tier: 'a tier' }]) {
      expect(messages(PriceInput, { ...price, lines: [{ ...line, ...wrong }] })).not.toEqual({})
    }
  })

  test('sign-in and tokens', () => {
    expect(messages(Login, { username: ' ', password: '' })).toEqual({
      username: '用户名或邮箱 不能为空',
      password: '密码 不能为空',
    })
    expect(messages(TokenInput, { name: '', remain_quota: -1 })).toEqual({
      name: '名称 不能为空',
      remain_quota: '剩余额度不能小于 0',
    })
    expect(messages(TokenInput, { name: 'a', remain_quota: 1.5 })).toHaveProperty('remain_quota')
    expect(messages(TokenInput, { name: 'a', remain_quota: 2 ** 53 })).toHaveProperty(
      'remain_quota',
    )
  })

  test('distinguishes missing, mistyped and excessive values', () => {
    expect(messages(NewChannel, {})).toEqual({
      type: '类型 不能为空',
      name: '名称 不能为空',
      group: '用户组 不能为空',
      models: '模型 不能为空',
      key: '密钥 不能为空',
      base_url: '渠道API地址 不能为空',
    })
    const kinds = { name: 5, group: 'default', models: [6], priority: '1', weight: 1.5, type: '1' }
    expect(messages(NewChannel, { ...channel, ...kinds })).toEqual({
      name: '必须是文本',
      group: '必须是列表',
      'models.0': '必须是文本',
      priority: '必须是数字',
      weight: '必须是整数',
      type: '必须是数字',
    })
    expect(messages(NewChannel, { ...channel, name: 'n'.repeat(101), weight: 2 ** 53 })).toEqual({
      name: '不能超过 100 个字符',
      weight: '必须小于等于9007199254740991',
    })
    expect(messages(NewChannel, { ...channel, models: Array(2_001).fill('m') })).toEqual({
      models: '不能超过 2000 项',
    })
    expect(messages(PriceInput, {})).toEqual({
      model: '模型名称不能为空',
      type: '类型只能是tokens或times',
      channel_type: '渠道类型 不能为空',
      input: '不能为空',
      output: '不能为空',
    })
    expect(messages(Login, {})).toEqual({
      username: '用户名或邮箱 不能为空',
      password: '密码 不能为空',
    })
    expect(messages(TokenInput, { remain_quota: 'x' })).toEqual({
      name: '名称 不能为空',
      remain_quota: '必须是数字',
    })
  })

  test('a number that is empty, beyond a bound or none at all says which', () => {
    expect(messages(NewChannel, { ...channel, priority: null, weight: Number.NaN })).toEqual({
      priority: '不能为空',
      weight: '必须是数字',
    })
    expect(messages(NewChannel, { ...channel, pre_cost: 0, priority: Number.MAX_VALUE })).toEqual({
      pre_cost: '必须大于等于1',
      priority: '必须小于等于9007199254740991',
    })
    expect(faultText('field.at-most 500000', 'en', (units) => `$${units / 500_000}`)).toBe(
      'Must be ≤ $1',
    )
  })

  test('an id that is missing is told as that, and not as no number', () => {
    expect(messages(ChannelChange, { name: 'a' })).toEqual({ id: '不能为空' })
    expect(messages(IdParams, { id: '' })).toEqual({ id: '不能为空' })
    expect(messages(IdParams, { id: 'x' })).toEqual({ id: '必须是数字' })
    expect(messages(IdParams, { id: '0' })).toEqual({ id: '必须大于等于1' })
    expect(IdParams.parse({ id: '7' })).toEqual({ id: 7 })
  })

  test.each([
    ['model_headers', 'field.header', ['{"a b:":"x"}', '{"":"x"}', '{"x":"a\\nb"}', '{"x":1}']],
    ['model_headers', 'field.twice', ['{"X-A":"1","x-a":"2"}']],
    [
      'model_headers',
      'field.header-reserved',
      ['{"Host":"x"}', '{"te":"x"}', '{"a":"1","EXPECT":""}'],
    ],
    ['model_mapping', 'field.mapping', ['{"a":1}', '{"a":""}', '{"a":"+"}', '{" ":"b"}']],
    [
      'plugin',
      'field.plugin',
      [
        '{"dialects":["x"]}',
        '{"dialects":[]}',
        '{"sandbox":null}',
        '{"sandbox":[]}',
        '{"output_limit":"tokens"}',
        '{"reasoning_effort":"high"}',
        '{"input_usage":"free"}',
      ],
    ],
    [
      'base_url',
      'field.base-url',
      [
        'https://x?y=1',
        'https://u:p@x',
        'https://x:99999',
        'https://[',
        'https://%',
        'https://a%zz',
        'https://1.2.3.4.5',
        'https://<x>',
        'https://x\\y',
        'https://..',
      ],
    ],
    ['base_url', 'field.url', ['ftp://x', 'x.example', '//x']],
    ['proxy', 'field.proxy', ['http://[', 'http://x:99999', 'socks5h://u:p@', 'ftp://x']],
    ['key', 'field.key', ['sk-…wxyz', '密钥', 'a\nb•']],
    ['other', 'field.version', ['2024-1-1', 'a b', 'v', '2024-10-21?x=y']],
  ] as const)('refuses an invalid channel: %s', (field, message, wrong) => {
    for (const value of wrong) {
      const told = { [field]: fieldMessages[message].zh }
      expect(messages(NewChannel, { ...channel, [field]: value })).toEqual(told)
      expect(messages(ChannelChange, { id: 1, [field]: value })).toEqual(told)
    }
    const noJson = { [field]: fieldMessages['field.json'].zh }
    if (/^(model_|plugin)/.test(field)) {
      expect(messages(NewChannel, { ...channel, [field]: '[' })).toEqual(noJson)
    }
  })

  test('accepts a valid channel', () => {
    const texts = {
      model_headers: '{"X-Tenant":"••••","anthropic-beta":"a,b"}',
      model_mapping: '{"gpt-4o":"+gpt-4o-2024"}',
      plugin:
        '{"dialects":["gemini"],"output_limit":"max_tokens","reasoning_effort":true,"input_usage":"own_prompt","note":1}',
    }
    for (const other of ['', '2024-10-21', '2025-04-01-preview', 'preview', 'v1', 'v1beta']) {
      expect(messages(NewChannel, { ...channel, ...texts, other })).toEqual({})
    }
  })

  test('the first fault of a field is the one that is told', () => {
    expect(messages(ChannelInput, { ...channel, base_url: ' ' })).toEqual({
      base_url: '渠道API地址 不能为空',
    })
    const long = `ftp://${'x'.repeat(500)}`
    expect(messages(ChannelInput, { ...channel, base_url: long })).toEqual({
      base_url: '不能超过 500 个字符',
    })
  })

  test('a rule that hangs on other fields shows beside their faults', () => {
    expect(messages(NewChannel, { type: 1, name: 5 })).toMatchObject({
      name: '必须是文本',
      key: '密钥 不能为空',
    })
    for (const type of [undefined, '1', 7_777]) {
      expect(messages(NewChannel, { ...channel, type, key: '' })).toMatchObject({
        type: expect.any(String),
        key: '密钥 不能为空',
      })
    }
    expect(messages(NewChannel, { type: 900, name: 5 })).not.toHaveProperty('key')
    expect(messages(NewChannel, { ...channel, key: 5 })).toEqual({ key: '必须是文本' })
  })

  test.each([
    ['203.0.113.7', true],
    ['203.0.113.0/24', true],
    [' 0.0.0.0/0 ', true],
    ['2001:db8::/32', true],
    ['::1', true],
    ['::ffff:192.0.2.1/128', true],
    ['999.1.1.1', false],
    ['203.0.113', false],
    ['010.0.0.1', false],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['2001:db8::/129', false],
    ['2001:db8:::1', false],
    ['fe80::1%eth0', false],
    ['example.com', false],
    ['', false],
  ])('%s is an address or a range of a token: %s', (address, good) => {
    const told = { 'limits.addresses.0': '必须是 IP 地址或 CIDR' }
    const given = { name: 'a', limits: { addresses: [address] } }
    expect(messages(TokenInput, given)).toEqual(good ? {} : told)
  })

  test('a type that no supplier has is refused', () => {
    expect(channelTypes.filter(({ number }) => !isChannelType(number))).toEqual([])
    for (const type of [0, -1, 7_777]) {
      expect(messages(ChannelInput, { ...channel, type })).toEqual({ type: '没有这个渠道类型' })
    }
  })

  test('on one line, each of several messages follows the name of its field', () => {
    const { error } = check(NewChannel, { ...channel, name: '', priority: 'x', weight: 0 })
    const faults = error === undefined ? {} : fieldFaults(error)
    expect(faultsLine(faults, 'zh')).toBe(
      'name：名称 不能为空；priority：必须是数字；weight：权重不能小于 1',
    )
    expect(faultsLine(faults, 'en')).toBe(
      'name: Name is required; priority: Must be a number; weight: Weight cannot be less than 1',
    )
  })

  test('a message that stands behind the name of its field has no colon of its own', () => {
    for (const [key, texts] of Object.entries(fieldMessages)) {
      if (key.startsWith('field.')) expect(Object.values(texts).join('')).not.toMatch(/[:：] |：/)
    }
  })

  test('every message is there in both languages', () => {
    for (const { zh, en } of Object.values(fieldMessages)) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/)
      expect(en).not.toMatch(/[\u4e00-\u9fff]/)
    }
  })
})

describe('a name in which nothing is to be seen is blank', () => {
  const unseen = {
    'zero width space': '\u200B',
    'Hangul filler': '\u3164',
    'Braille blank': '\u2800',
    'soft hyphen': '\u00AD',
    'word joiners between spaces': '\u2060 \u2060',
    'variation selector': '\uFE0F',
    tag: '\u{E0041}',
  }
  const link = { name: 'a', url: 'https://a.example/{key}', show: true, sort: 1 }

  test.each(Object.entries(unseen))('%s', (_, name) => {
    expect(messages(nameOf('field.required'), name)).toEqual({ '': '不能为空' })
    expect(messages(NewChannel, { ...channel, name, group: [name], models: [name] })).toEqual({
      name: '名称 不能为空',
      'group.0': '不能为空',
      'models.0': '模型 不能为空',
    })
    expect(messages(ChatLink, { ...link, name })).toEqual({ name: '不能为空' })
    expect(messages(TokenInput, { name, limits: { models: [name] } })).toEqual({
      name: '名称 不能为空',
      'limits.models.0': '不能为空',
    })
    expect(mappingRows.from(name)).toBe('field.required')
  })

  test.each(['驿站', 'नमस्ते', '👩‍👩‍👧', 'a\u200Bb', '✈️', '-'])('%s is a name', (name) => {
    expect(messages(nameOf('field.required'), name)).toEqual({})
  })
})
