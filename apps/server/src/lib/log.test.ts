import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'

test('secrets do not reach a line, wherever they stand', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = pino(logOptions('info'), sink)
  const canary = 'sk-canary'
  log.info({ headers: { authorization: canary, cookie: canary, 'x-api-key': canary } }, 'a')
  log.info({ password: canary, request: { body: { password: canary, token: canary } } }, 'b')
  log.info({ channel: { key: canary }, secret: canary }, 'c')
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain(canary)
})

test('errors keep their stack under both names that are used', () => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const log = pino(logOptions('info'), sink)
  log.error({ err: new Error('one') }, 'x')
  log.error({ error: new Error('two') }, 'x')
  expect(lines[0]).toContain('log.test.ts')
  expect(lines[1]).toContain('log.test.ts')
})
