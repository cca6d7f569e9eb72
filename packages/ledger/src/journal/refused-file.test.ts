import { appendFile, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command, Void } from '../command.ts'
import { countRefused, journalsWithRefused, keepRefused, replayRefused } from './refused-file.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-refused-'))
  path = join(folder, 'settlements-3000.journal')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const release = (hold: string): Void => ({
  kind: 'void',
  hold,
  reason: 'test',
  expired: false,
  usage: null,
  tallies: [],
  at: 1,
})
const keep = (hold: string) => keepRefused(path, { reason: 'test', command: release(hold) })

test('commands accepted on replay are removed, others stay refused', async () => {
  expect(await countRefused(path)).toBe(0)
  for (const hold of ['a', 'bad', 'c']) await keep(hold)
  expect(await journalsWithRefused(folder)).toEqual([path])
  const asked: Command[] = []
  const replayed = await replayRefused(path, async (command) => {
    asked.push(command)
    if ('hold' in command && command.hold === 'bad') throw new Error('constraint')
  })
  expect(asked).toEqual([release('a'), release('bad'), release('c')])
  expect(replayed).toEqual({ done: 2, left: 1 })
  expect(await readFile(`${path}.refused`, 'utf8')).toContain('"hold":"bad"')
})

test('keeps commands left by a killed replay and those refused meanwhile', async () => {
  await keep('a')
  await rename(`${path}.refused`, `${path}.refused.replaying`)
  await keep('b')
  expect(await countRefused(path)).toBe(2)
  expect(await replayRefused(path, async () => keep('c'))).toEqual({ done: 1, left: 2 })
  expect(await replayRefused(path, async () => {})).toEqual({ done: 2, left: 0 })
  expect(await journalsWithRefused(folder)).toEqual([])
})

test('a line that cannot be read stays, and counts: it may be money', async () => {
  await writeFile(`${path}.refused`, '{"reason":"of before checksums","comm\n')
  expect(await replayRefused(path, async () => {})).toEqual({ done: 0, left: 1 })
})

test('a line that was cut off takes none after it with it', async () => {
  await keep('a')
  await appendFile(`${path}.refused`, 'half a li')
  await keep('b')
  expect(await countRefused(path)).toBe(3)
  const taken: Command[] = []
  const replayed = await replayRefused(path, async (command) => void taken.push(command))
  expect(taken).toEqual([release('a'), release('b')])
  expect(replayed).toEqual({ done: 2, left: 1 })
})

test('replays lines that a server adds to the file during the replay', async () => {
  await keep('a')
  await keep('late')
  const late = (await readFile(`${path}.refused`, 'utf8')).split('\n')[1]
  await writeFile(`${path}.refused`, '')
  await keep('a')
  const held = await open(`${path}.refused`, 'a')
  const taken: Command[] = []
  const replayed = await replayRefused(path, async (command) => {
    taken.push(command)
    if (taken.length === 1) await held.appendFile(`${late}\n`)
  })
  await held.close()
  expect(taken).toEqual([release('a'), release('late')])
  expect(replayed).toEqual({ done: 2, left: 0 })
})
