import { describe, expect, it } from 'vitest'
import { plainChannel } from '../domain/channels/testing/plain-channel.ts'
import { failureOfStatus } from './attempt-failure.ts'

const lacksCall = (status: number, body: string): boolean =>
  failureOfStatus(status, {
    headers: {},
    body,
    dialect: 'openai-responses',
    channel: plainChannel,
    models: ['gpt-x', 'relay/gpt-x'],
    now: 0,
  }).lacksCall

const error = (fields: object): string => JSON.stringify({ error: fields })

describe('an address has no such call', () => {
  it.each([
    [405, '<html><h1>405 Not Allowed</h1></html>'],
    [405, error({ message: 'The model `gpt-x` is not allowed here' })],
    [404, ''],
    [404, '404 page not found'],
    [404, '{"detail":"Not Found"}'],
    [404, error({ message: 'Invalid URL (POST /v1/responses)', type: 'invalid_request_error' })],
  ])('after %i %s', (status, body) => {
    expect(lacksCall(status, body)).toBe(true)
  })
})

describe('an address may have the call', () => {
  it.each([
    [404, error({ message: 'The model `gpt-x` does not exist', code: 'model_not_found' })],
    [404, error({ message: 'Not found', code: 'model_not_found' })],
    [404, error({ message: 'Not found', param: 'model' })],
    [404, error({ message: '当前分组下没有可用的模型' })],
    [404, error({ message: 'relay/GPT-X is not there' })],
    [400, error({ message: 'Invalid URL (POST /v1/responses)' })],
    [403, error({ message: 'Forbidden' })],
    [500, error({ message: 'not implemented' })],
    [503, ''],
  ])('after %i %s', (status, body) => {
    expect(lacksCall(status, body)).toBe(false)
  })
})
