import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodySink, ByteSource } from '../upstream/transport/transport.ts'
import { createArtefactFolder } from './artefact-folder.ts'

const id = '01234567-89ab-7def-8123-456789abcdef'
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Sends for as long as it is taken. */
function endless(): ByteSource {
  let isPaused = false
  const send = (sink: BodySink): void => {
    if (isPaused) return
    sink.data(Buffer.alloc(1_024))
    setImmediate(() => send(sink))
  }
  return {
    read: send,
    pause: () => {
      isPaused = true
    },
    resume: () => {},
  }
}

test('a file without an end is given up at its limit, and nothing of it is left', async () => {
  const files = createArtefactFolder(folder)
  await expect(files.save(id, '0', endless(), 4_096)).rejects.toMatchObject({ fault: 'too-large' })
  expect(await readdir(join(folder, id))).toEqual([])
  expect(await files.size(id, '0')).toBeNull()
})

test('no name leads out of the folder', () => {
  const files = createArtefactFolder(folder)
  const range = { start: 0, end: 1 }
  expect(() => files.read('..', '0', range)).toThrow('no file of a task')
  expect(() => files.read(id, '../0', range)).toThrow('no file of a task')
})
