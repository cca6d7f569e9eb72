import { api } from '@posthouse/contract/api'
import { describe, expect, it } from 'vitest'
import { hookAt } from './hook-at.ts'
import { hookTable } from './hook-table.ts'

const unused = () => Promise.reject(new Error('not called'))
const table = hookTable({
  orderDesk: { verifyNotice: unused, takeNotice: unused },
  payments: { acknowledgement: () => ({ status: 200, contentType: '', body: '' }) },
  telegramUpdate: unused,
})

const at = (path: string) => {
  const found = hookAt(table, path)
  return found === null ? null : [found.hook.name, found.params]
}

describe('the hook at an address', () => {
  it.each([
    ['/api/payment/notify/4f0c', ['payment-notice', { uuid: '4f0c' }]],
    ['/api/payment/notify/4f0c/', ['payment-notice', { uuid: '4f0c' }]],
    ['/api/telegram/12:AAE%2Fx', ['telegram-update', { token: '12:AAE/x' }]],
    ['/api/telegram/__proto__', ['telegram-update', { token: '__proto__' }]],
    ['/api/telegram/', null],
    ['/api/telegram//', null],
    ['/api/telegram/%', null],
    ['/api/telegram/:token', ['telegram-update', { token: ':token' }]],
    ['/%61pi/telegram/1', null],
    ['/api/telegram/one/two', null],
    ['/api/telegram', null],
    ['/api/payment/notify', null],
    ['/payment/notify/4f0c', null],
    ['/', null],
  ])('%s', (path, expected) => {
    expect(at(path)).toEqual(expected)
  })
})

it('stands in the way of no call of the console', () => {
  const paths = Object.values(api).map(({ path }) => path.replace(/[:*]\w+/g, 'x'))
  expect(paths.filter((path) => at(path) !== null)).toEqual([])
})
