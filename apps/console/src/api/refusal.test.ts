import { CallError } from '@posthouse/contract/client'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { i18n, setLanguage, startLanguage } from '../i18n/index.ts'
import { noticeDurations, noticesAtOnce } from '../ui/notify.tsx'
import { messageOf, noticeOf } from './refusal.ts'

const failed = (status: number, message = 'text', code = 'x') =>
  new CallError(message, { status, code })

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await startLanguage()
  await setLanguage('zh_CN')
})

describe('noticeOf', () => {
  it.each([
    [failed(429), 'error', '错误：请求次数过多，请稍后再试！'],
    [failed(500), 'error', '错误：服务器内部错误，请联系管理员！'],
    [failed(405), 'info', '本站仅作演示之用，无服务端！'],
    [failed(200, '用户名或密码错误'), 'error', '错误：用户名或密码错误'],
    [failed(403, '权限不足'), 'error', '错误：权限不足'],
    ['plain', 'error', '错误：plain'],
    [new Error('thrown'), 'error', '错误：thrown'],
    [undefined, 'error', '错误：未知错误'],
  ])('of %s is the specification’s', (error, kind, text) => {
    expect(noticeOf(error)).toEqual({ kind, text })
  })
})

describe('messageOf', () => {
  it.each([
    [failed(200, '余额不足'), '错误：余额不足'],
    [failed(500, '服务器错误，请求 1'), '错误：服务器内部错误，请联系管理员！'],
    [failed(0, 'fetch failed', 'network'), '错误：无法正常连接至服务器！'],
    [failed(0, 'aborted', 'timeout'), '错误：服务器没有及时回应，请重试'],
    [
      failed(0, 'aborted', 'unsettled'),
      '错误：服务器没有及时回应，操作可能已经完成，请刷新查看后再试',
    ],
    [failed(502, '', 'foreign'), '错误：网关错误（502）'],
    [failed(502, 'upstream connect error', 'foreign'), '错误：upstream connect error'],
    [failed(429, '', 'foreign'), '错误：请求次数过多，请稍后再试！'],
    [failed(520, '', 'foreign'), '错误：服务器错误（520）'],
    [failed(200, '[…]', 'shape'), '错误：服务器的回应无法识别'],
  ])('of %s is what a notice says of it', (error, text) => {
    expect(messageOf(error)).toBe(text)
    expect(noticeOf(error).text).toBe(text)
  })
})

describe('notices', () => {
  it('stay as long as the specification says', () => {
    expect(noticeDurations).toEqual({
      error: 5000,
      warning: 10_000,
      success: 1500,
      info: 3000,
      notice: 20_000,
      copy: null,
    })
    expect(noticesAtOnce).toBe(3)
  })

  it('say what was copied, to the letter', () => {
    expect(i18n.t('notice.copied', { label: '密钥' })).toBe('复制密钥成功！')
    expect(i18n.t('notice.copyFailed', { label: '密钥', text: 'sk-1' })).toBe(
      '复制密钥失败，请手动复制：sk-1',
    )
  })
})
