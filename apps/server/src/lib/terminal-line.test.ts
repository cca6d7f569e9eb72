import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logOptions } from './log.ts'
import { terminalLine } from './terminal-line.ts'

function logged(write: (log: pino.Logger) => void): string {
  const lines: string[] = []
  write(pino(logOptions('debug'), { write: (line) => void lines.push(terminalLine(line)) }))
  return lines.join('')
}

test('a line has its time, level, message and fields', () => {
  const line = logged((log) => log.warn({ ms: 300, name: 'a b', of: [1, { two: 2 }] }, 'slow'))
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d warn  slow {2}ms=300 {2}name=a b {2}of=\[1,\{"two":2\}\]\n$/,
  )
})

test('an error is its stack', () => {
  const lines = logged((log) => log.error({ err: new Error('broken') }, 'failed')).split('\n')
  expect(lines[0]).toMatch(/error failed$/)
  expect(lines[1]).toBe('  Error: broken')
  expect(lines[2]).toContain('terminal-line.test.ts')
})

test('secrets stay out', () => {
  const line = logged((log) => log.info({ channel: { key: 'sk-canary' } }, 'a'))
  expect(line).toContain('channel={"key":"[secret]"}')
  expect(line).not.toContain('canary')
})

test('text from outside does not steer the terminal', () => {
  const line = logged((log) => log.info({ name: '\u009b2J' }, 'a\u001b[2J\rb'))
  for (const sign of ['\u001b', '\u009b', '\r']) expect(line).not.toContain(sign)
})
