import { Refusal } from '@posthouse/contract/refusal'
import { describe, expect, test } from 'vitest'
import { createRequestLimiter } from './request-limiter.ts'

const codeOf = (call: Promise<void>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('calls of an address', () => {
  test('over the limit are refused with the time to wait; another address is not', async () => {
    const limiter = createRequestLimiter('calls', { requests: 3, seconds: 60 }, null)
    const codes: string[] = []
    for (let call = 0; call < 4; call++) codes.push(await codeOf(limiter.count('192.0.2.1')))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'request.rate'])
    expect(await codeOf(limiter.count('192.0.2.2'))).toBe('ok')
    const refusal = await limiter.count('192.0.2.1').catch((error: unknown) => error)
    expect((refusal as Refusal).extras.retryAfterSeconds).toBeGreaterThan(0)
  })
})
