import { describe, expect, it } from 'vitest'
import { channel } from '../gateway/tests/rig/gateway-rig.ts'
import { failureOfStatus } from './attempt-failure.ts'
import { cutMessage } from './cut-message.ts'

const told = (body: string) =>
  failureOfStatus(400, {
    headers: {},
    body,
    dialect: 'openai-chat',
    channel: channel({ baseUrl: 'https://own.example/v1' }),
    now: 0,
  }).message

describe('an error that is longer than what is read of it', () => {
  it('is told by its first part, masked and cut', () => {
    const long = JSON.stringify({
      error: {
        message: `The prompt at https://own.example/v1 is too long: ${'x '.repeat(50_000)}`,
      },
    })
    const message = told(long.slice(0, 65_536))
    expect(message).toMatch(/^The prompt at \[(url|masked)\].* is too long: x x/)
    expect(message).toHaveLength(501)
  })

  it.each([
    ['{"error":{"message":"a \\"b\\" \\u00e9', 'a "b" é'],
    ['{"error":{"message":"a\\u00', 'a'],
    ['{"error":{"message":"a\\', 'a'],
    ['{"error":{"message":"', ''],
    ['{"error":{"code":"x', ''],
    ['<html>"message":"a', ''],
  ])('%s', (body, text) => {
    expect(cutMessage(body)).toBe(text)
  })
})
