import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Work } from '../../domain/works/work-store.ts'
import { followElsewhere } from './follow-work.ts'
import { createWorkFolder } from './work-folder.ts'

const id = '00000000-0000-4000-8000-000000000001'
let root: string
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'posthouse-works-'))))
afterEach(() => rm(root, { recursive: true, force: true }))

test('a sound that another node makes is followed to its end', async () => {
  const folder = createWorkFolder(root)
  const file = await folder.place(id, '0')
  let status = 'running'
  const works = { findOwn: () => Promise.resolve({ status } as Work) }
  const follow = () => followElsewhere({ folder, works }, 1n, id)
  expect(await follow()).toBeNull()

  await writeFile(file, 'ID3 first')
  const growing = await follow()
  expect(growing?.mediaType).toBe('audio/mpeg')
  const got: string[] = []
  for await (const piece of growing?.bytes ?? []) {
    got.push(Buffer.from(piece).toString())
    if (got.length === 1) await appendFile(file, ', second')
    if (got.length === 2) {
      await appendFile(file, ', last')
      status = 'succeeded'
    }
  }
  expect(got.join('')).toBe('ID3 first, second, last')
})

test('what is no sound is not followed', async () => {
  const folder = createWorkFolder(root)
  await writeFile(await folder.place(id, '0'), '\u0089PNG and more')
  const works = { findOwn: () => Promise.resolve(null) }
  expect(await followElsewhere({ folder, works }, 1n, id)).toBeNull()
})
