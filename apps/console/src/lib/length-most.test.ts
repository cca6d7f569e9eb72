import { LogQuery } from '@posthouse/contract/log'
import { TokenQuery } from '@posthouse/contract/token'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { lengthMost } from './length-most.ts'

it('knows how long the text of a filter may be', () => {
  expect(lengthMost(TokenQuery.shape.keyword)).toBe(64)
  expect(lengthMost(LogQuery.shape.model_name)).toBe(200)
  expect(lengthMost(LogQuery.shape.channel_id)).toBeUndefined()
  expect(lengthMost(z.string())).toBeUndefined()
})
