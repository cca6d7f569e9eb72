import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { randomText } from '../lib/ids.ts'
import { type ByteSource, TransportError } from '../upstream/transport/transport.ts'
import { headBytes } from './media-types.ts'

type SavedFile = { readonly bytes: number; readonly head: Buffer }

/** Files of tasks, in one folder per task, under our own names. */
export type ArtefactFolder = {
  /** Saves a body with backpressure. Beyond the limit it rejects with a `TransportError` and leaves no file. */
  save(id: string, name: string, source: ByteSource, bytesMax: number): Promise<SavedFile>
  /** Length in bytes; null if missing. */
  size(id: string, name: string): Promise<number | null>
  /** Reads a range, `end` included. */
  read(id: string, name: string, range: { start: number; end: number }): ReadStream
  remove(id: string): Promise<void>
}

export function createArtefactFolder(folder: string): ArtefactFolder {
  const pathOf = (id: string, name: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{1,3}$/.test(name)) throw new Error('no file of a task')
    return join(folder, id, name)
  }
  return {
    save: async (id, name, source, bytesMax) => {
      const path = pathOf(id, name)
      const partial = `${path}.${randomText(8)}`
      await mkdir(join(folder, id), { recursive: true, mode: 0o700 })
      try {
        const bytes = await write(partial, source, bytesMax)
        const head = await headOf(partial)
        await rename(partial, path)
        return { bytes, head }
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    size: async (id, name) => {
      try {
        return (await stat(pathOf(id, name))).size
      } catch {
        return null
      }
    },
    read: (id, name, range) => createReadStream(pathOf(id, name), range),
    remove: async (id) => {
      pathOf(id, '0')
      await rm(join(folder, id), { recursive: true, force: true })
    },
  }
}

async function write(path: string, source: ByteSource, bytesMax: number): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let bytes = 0
  source.read({
    data: (chunk) => {
      if (file.destroyed) return
      bytes += chunk.length
      if (bytes > bytesMax) {
        source.pause()
        file.destroy(new TransportError('too-large', `more than ${bytesMax} bytes`))
      } else if (!file.write(chunk)) {
        source.pause()
        file.once('drain', () => source.resume())
      }
    },
    end: () => file.end(),
    fail: (error) => file.destroy(error),
  })
  await finished(file)
  return bytes
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
