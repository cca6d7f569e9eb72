import { createHash, timingSafeEqual } from 'node:crypto'

type EpayParams = Readonly<Record<string, string>>

/** MD5 of the sorted parameters that are not empty, with the merchant's key behind them. */
export function epaySign(params: EpayParams, key: string): string {
  const signed = Object.entries(params)
    .filter(([name, value]) => value !== '' && name !== 'sign' && name !== 'sign_type')
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5').update(`${signed}${key}`).digest('hex')
}

/** An empty key proves nothing: everybody knows it. */
export function isSignedByEpay(params: EpayParams, key: string): boolean {
  if (key === '') return false
  const given = Buffer.from((params['sign'] ?? '').toLowerCase())
  const right = Buffer.from(epaySign(params, key))
  return given.length === right.length && timingSafeEqual(given, right)
}
