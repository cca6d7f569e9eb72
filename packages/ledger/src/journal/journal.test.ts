import { constants } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { JournalHandle } from './journal-file.ts'
import { Journal } from './journal.ts'
import { countDamaged, dismissDamaged, replayRefused } from './refused-file.ts'
import { release, settle } from '../testing/commands.ts'

/** The former format, without a checksum. */
const oldLine = (id: string): string =>
  `{"kind":"void","hold":"${id}","reason":"test","expired":false,"usage":null,"tallies":[],"at":1}\n`

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-journal-'))
  path = join(folder, 'journal')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const written = async (): Promise<string> => (await readFile(path, 'utf8')).replaceAll('\0', '')

/** Commands that the next start would find. */
async function found(): Promise<readonly unknown[]> {
  const again = await Journal.open(path)
  const commands = again.oldest(9)
  await again.close()
  return commands
}

test.each([
  ['a changed byte, though it is still JSON', '"hold":"b"', '"hold":"x"'],
  ['a byte that became zero', '"hold":"b"', '"hold"\0"b"'],
  ['a byte that became the end of a line', '"hold":"b"', '"hold":\nb"'],
])('a line with %s is set aside, and all others are there', async (_, before, after) => {
  const journal = await Journal.open(path)
  await Promise.all(['a', 'b', 'c'].map((id) => journal.append(release(id))))
  // A replay finished the first, and its mark names the hold.
  await journal.drop(1)
  await journal.close()
  await writeFile(path, (await written()).replace(before, after))
  for (let start = 0; start < 2; start += 1) {
    const again = await Journal.open(path)
    expect(again.damaged).toBeGreaterThan(0)
    expect(again.oldest(9)).toEqual([release('c')])
    // Kept once, however often the journal is opened.
    expect(await again.countRefused()).toBe(again.damaged)
    await again.close()
  }
  const last = await Journal.open(path)
  await last.drop(1)
  await last.close()
  expect(await written()).toBe('')
  expect(await countDamaged(path)).toBe(last.damaged)
  expect(await replayRefused(path, async () => {})).toEqual({ done: 0, left: last.damaged })
  expect(await dismissDamaged(path)).toEqual({ path: `${path}.damaged`, lines: last.damaged })
  expect(await countDamaged(path)).toBe(0)
  expect(await readFile(`${path}.damaged`, 'utf8')).toContain('damaged ')
})

test('a line written after a torn one does not become part of it', async () => {
  await writeFile(path, '{"kind":"settle","hold":"to')
  const journal = await Journal.open(path)
  expect(journal).toMatchObject({ tornBytes: 27, damaged: 0 })
  await journal.append(settle('a'))
  await journal.close()
  expect(await found()).toEqual([settle('a')])
})

test('commands come back as they were, those of before checksums too', async () => {
  await writeFile(path, oldLine('old'))
  const journal = await Journal.open(path)
  await Promise.all([journal.append(settle('a')), journal.append(release('b'))])
  await journal.close()
  expect(await found()).toEqual([release('old'), settle('a'), release('b')])
})

test('a mark that counts says what is done, but for beside a damaged line', async () => {
  const counted = `${oldLine('a')}${oldLine('b')}{"done":1}\n`
  await writeFile(path, counted)
  expect(await found()).toEqual([release('b')])
  await writeFile(path, `${counted}damaged\n`)
  expect(await found()).toEqual([release('a'), release('b')])
})

test('a process that is killed while it replays finds what it had not done', async () => {
  const journal = await Journal.open(path)
  await Promise.all(['a', 'b', 'c', 'd'].map((id) => journal.append(release(id))))
  await journal.drop(3)
  // Not closed: the file is as a killed process would leave it.
  expect(await found()).toEqual([release('d')])
  await journal.append(release('e'))
  await journal.drop(1)
  expect(await found()).toEqual([release('e')])
  await journal.drop(1)
  expect(await found()).toEqual([])
  expect(await written()).toBe('')
  await journal.close()
})

/** The bytes that the disk can still take. */
const disk = { room: Number.POSITIVE_INFINITY }
async function openOnDisk(file: string): Promise<JournalHandle> {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT)
  let size = (await handle.stat()).size
  return {
    readFile: handle.readFile.bind(handle) as JournalHandle['readFile'],
    datasync: () => handle.datasync(),
    close: () => handle.close(),
    truncate: async (to = 0) => {
      disk.room += size - Math.min(size, to)
      size = to
      await handle.truncate(to)
    },
    write: (async (bytes: Uint8Array, offset: number, length: number, position: number) => {
      const more = Math.max(0, position + length - size)
      const taken = more <= disk.room ? length : Math.max(0, length - more + disk.room)
      if (taken === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      const answer = await handle.write(bytes, offset, taken, position)
      const grown = Math.max(0, position + taken - size)
      size += grown
      disk.room -= grown
      return answer
    }) as JournalHandle['write'],
  }
}

test('on a full disk settlements still find the room that was kept for them', async () => {
  disk.room = Number.POSITIVE_INFINITY
  const journal = await Journal.open(path, openOnDisk)
  disk.room = 0
  await journal.append(settle('a'))
  await journal.append(settle('b'))
  await journal.close()
  expect(await found()).toEqual([settle('a'), settle('b')])
  expect((await stat(path)).size).toBe(2 << 20)
})

test('a write that a full disk tears leaves whole lines, and comes with the next', async () => {
  disk.room = 1_000
  const journal = await Journal.open(path, openOnDisk)
  await journal.append(settle('a'))
  disk.room = 20
  await expect(journal.append(settle('b'))).rejects.toThrow('no space left')
  // What the next start would find if the process were killed here.
  expect(await found()).toEqual([settle('a')])
  disk.room = Number.POSITIVE_INFINITY
  await journal.append(settle('c'))
  await journal.close()
  expect(await found()).toEqual([settle('a'), settle('b'), settle('c')])
})
