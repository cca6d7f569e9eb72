import { tokenCalls } from '@posthouse/contract/calls/tokens'
import { expect, it } from 'vitest'
import { callsOf } from './calls-of.ts'

const names = {
  list: 'listTokens',
  one: 'getToken',
  file: 'exportTokens',
  change: 'changeTokens',
  delete: 'deleteToken',
  deleteMany: 'deleteTokens',
} as const

it('a write makes old what the page has read, and what others have of it', () => {
  expect(callsOf(tokenCalls, names).reads).toEqual(['listTokens', 'getToken'])
  const calls = callsOf(tokenCalls, { ...names, alsoOld: ['getReadiness'] })
  expect(calls.writing.changes).toEqual(['listTokens', 'getToken', 'getReadiness'])
})

it('takes each call for what it can do', () => {
  // @ts-expect-error One row is no list.
  callsOf(tokenCalls, { ...names, list: 'getToken' })
  // @ts-expect-error A form of one row is no change of many.
  callsOf(tokenCalls, { ...names, change: 'updateToken' })
})
