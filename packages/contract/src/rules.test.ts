import { describe, expect, test } from 'vitest'
import { ChannelInput, ModelPattern, NewChannel } from './channel.ts'
import { fieldMessages, fieldTexts } from './field-messages.ts'
import { PriceInput } from './price.ts'
import { TokenInput } from './token.ts'
import { Login } from './user.ts'

const messages = (
  schema: { safeParse(value: unknown): { success: boolean; error?: unknown } },
  value: unknown,
) => {
  const result = schema.safeParse(value)
  return result.success ? {} : fieldTexts(result.error as never, 'zh')
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
    expect(messages(NewChannel, { ...channel, type: undefined })).toEqual({ type: '渠道 不能为空' })
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

  test('a trailing slash of the base URL is cut', () => {
    expect(ChannelInput.parse(channel).base_url).toBe('https://api.example.com')
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
    expect(messages(PriceInput, { ...price, model: '' })).toEqual({ model: '模型名称不能为空' })
    expect(messages(PriceInput, { ...price, model: '*' })).toHaveProperty('model')
    expect(messages(PriceInput, { ...price, input: '0.1234567' })).toHaveProperty('input')
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
      remain_quota: '额度不能小于 0',
    })
    expect(messages(TokenInput, { name: 'a', remain_quota: 1.5 })).toHaveProperty('remain_quota')
    expect(messages(TokenInput, { name: 'a', remain_quota: 2 ** 53 })).toHaveProperty(
      'remain_quota',
    )
  })

  test('every message is there in both languages', () => {
    for (const { zh, en } of Object.values(fieldMessages)) {
      expect(zh).toMatch(/[\u4e00-\u9fff]/)
      expect(en).not.toMatch(/[\u4e00-\u9fff]/)
    }
  })
})
