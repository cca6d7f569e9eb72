import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epaySign, isSignedByEpay } from './epay-sign.ts'

const params = fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), fc.string(), {
  noNullPrototype: true,
})
const key = fc.string({ minLength: 1 })

test('the signature is the MD5 that epay documents', () => {
  // md5('money=1.00&name=VIP&out_trade_no=20160806151343349&pid=1001&type=alipaysecret')
  expect(
    epaySign(
      {
        type: 'alipay',
        pid: '1001',
        out_trade_no: '20160806151343349',
        name: 'VIP',
        money: '1.00',
        empty: '',
        sign_type: 'MD5',
        sign: 'anything',
      },
      'secret',
    ),
  ).toBe('8069ba4319b86409c740c9c1fae7c9ab')
})

test('order, empty parameters and the signature itself change nothing', () => {
  fc.assert(
    fc.property(params, key, (given, secret) => {
      const turned = Object.fromEntries(Object.entries(given).toReversed())
      const sign = epaySign(given, secret)
      expect(epaySign({ ...turned, zzzzzzzzzzzzz: '', sign, sign_type: 'MD5' }, secret)).toBe(sign)
      expect(isSignedByEpay({ ...given, sign }, secret)).toBe(true)
    }),
  )
})

test('another value, another key or no key is no proof', () => {
  fc.assert(
    fc.property(params, key, fc.string({ minLength: 1 }), (given, secret, value) => {
      const sign = epaySign(given, secret)
      expect(isSignedByEpay({ ...given, moneyandmore: value, sign }, secret)).toBe(false)
      expect(isSignedByEpay({ ...given, sign }, `${secret}x`)).toBe(false)
    }),
  )
  const free = { out_trade_no: '1', money: '1.00' }
  expect(isSignedByEpay({ ...free, sign: epaySign(free, '') }, '')).toBe(false)
  for (const sign of ['', 'x', 'é'.repeat(16), '0'.repeat(33)]) {
    expect(isSignedByEpay({ ...free, sign }, 'secret')).toBe(false)
  }
})
