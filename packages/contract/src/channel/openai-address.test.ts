import { expect, test } from 'vitest'
import { isForeignOpenAi, isOpenAiAddress } from './openai-address.ts'

test.each([
  'https://api.openai.com',
  'https://api.openai.com/v1',
  'https://API.OpenAI.com',
  'https://eu.api.openai.com',
  'https://us.api.openai.com/v1',
])('%s is OpenAI’s own', (address) => {
  expect(isOpenAiAddress(address)).toBe(true)
  expect(isForeignOpenAi({ type: 1, base_url: address })).toBe(false)
})

test.each([
  'http://api.openai.com',
  'https://api.openai.com.reseller.example',
  'https://reseller.example/api.openai.com',
  'https://api.openai.com@reseller.example',
  'https://xapi.openai.com',
  'https://reseller.example?https://api.openai.com',
  'https://openai.com',
  'http://127.0.0.1:8080',
  'sandbox://local',
  'no address',
  '',
])('%s is not', (address) => {
  expect(isOpenAiAddress(address)).toBe(false)
  expect(isForeignOpenAi({ type: 1, base_url: address })).toBe(true)
  expect(isForeignOpenAi({ type: 8, base_url: address })).toBe(false)
})
