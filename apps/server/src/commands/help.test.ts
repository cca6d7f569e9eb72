import { describe, expect, test } from 'vitest'
import { commandHelp, help, helpFor, misuse, requestedHelp, type CommandName } from './help.ts'

const names = Object.keys(commandHelp) as CommandName[]

describe('help', () => {
  test.each([['help'], ['--help'], ['-h']])('%s lists every command and the variables', (word) => {
    const text = requestedHelp([word]) ?? ''
    for (const name of names) expect(text).toContain(`  ${name}`)
    expect(text).toMatch(/DATABASE_URL .*default: data\/posthouse\.db/)
    expect(text).toContain('POSTHOUSE_SECRET_KEY')
  })

  test.each(names)('of %s is the same in every way to ask', (name) => {
    const text = helpFor(name)
    expect(text).toContain(`npm run posthouse -- ${name}`)
    expect(text).toContain('DATABASE_URL')
    const ways = [
      ['help', name],
      ['--help', name],
      [name, '--help'],
      [name, 'x', '-h'],
    ]
    expect(ways.map(requestedHelp)).toEqual(ways.map(() => text))
  })

  test.each([[[]], [['explode']], [['explode', '--help']], [['help', 'explode']], [['doctor']]])(
    'is not asked for by %j',
    (words) => {
      expect(requestedHelp(words)).toBe(null)
    },
  )

  test('fits a terminal', () => {
    const lines = [help(), ...names.map(helpFor)].join('\n').split('\n')
    expect(lines.filter((line) => line.length > 100)).toEqual([])
  })
})

describe('arguments', () => {
  test.each<[CommandName, ...string[]]>([
    ['reset-root-password'],
    ['doctor'],
    ['doctor', '--replay'],
    ['doctor', '--dismiss'],
    ['prices', 'apply'],
    ['backup'],
    ['backup', './-day.db'],
    ['archive', '2026-01-31'],
    ['restore', 'data/day.db'],
  ])('are right: %s %s', (name, ...words) => {
    expect(misuse(name, words)).toBe(null)
  })

  test.each<[CommandName, ...string[]]>([
    ['reset-root-password', 'admin'],
    ['doctor', '--mend'],
    ['doctor', '--replay', '--dismiss'],
    ['prices', 'now'],
    ['backup', '--force'],
    ['backup', 'a.db', 'b.db'],
    ['archive', '-1'],
    ['restore'],
    ['restore', ''],
    ['restore', '--latest'],
  ])('are wrong: %s %s', (name, ...words) => {
    expect(misuse(name, words)).toContain(name)
  })
})
