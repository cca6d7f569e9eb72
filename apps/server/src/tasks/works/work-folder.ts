import { createReadStream, createWriteStream, type ReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { headBytes } from '../media-types.ts'

/** Files of works, in one folder per work, under our own names. */
export type WorkFolder = {
  /** Path of a file. */
  place(id: string, name: string): Promise<string>
  /** Writes a stream and calls `grown` after each chunk. Rejects with a `RangeError` beyond the limit. */
  write(
    id: string,
    name: string,
    source: AsyncIterable<Uint8Array>,
    limits: { readonly bytesMax: number; readonly grown?: (bytes: number) => void },
  ): Promise<number>
  /** Length in bytes; null if missing. */
  size(id: string, name: string): Promise<number | null>
  head(id: string, name: string): Promise<Buffer>
  /** Reads a range, `end` included. */
  read(id: string, name: string, range: { start: number; end: number }): ReadStream
  remove(id: string): Promise<void>
  /** Ids of works with a folder. */
  ids(): Promise<readonly string[]>
}

export function createWorkFolder(folder: string): WorkFolder {
  const pathOf = (id: string, name: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(id) || !/^\d{1,3}$/.test(name)) throw new Error('no file of a work')
    return join(folder, id, name)
  }
  const remove = (id: string): Promise<void> => {
    pathOf(id, '0')
    return rm(join(folder, id), { recursive: true, force: true })
  }
  return {
    place: async (id, name) => {
      const path = pathOf(id, name)
      await mkdir(join(folder, id), { recursive: true, mode: 0o700 })
      return path
    },
    write: async (id, name, source, { bytesMax, grown }) => {
      const path = pathOf(id, name)
      await mkdir(join(folder, id), { recursive: true, mode: 0o700 })
      return write(path, source, { bytesMax, grown: grown ?? (() => {}) })
    },
    size: async (id, name) => {
      try {
        return (await stat(pathOf(id, name))).size
      } catch {
        return null
      }
    },
    head: (id, name) => headOf(pathOf(id, name)),
    read: (id, name, range) => createReadStream(pathOf(id, name), range),
    remove,
    ids: async () => {
      const names = await readdir(folder).catch(() => [])
      return names.filter((name) => /^[0-9a-f-]{36}$/.test(name))
    },
  }
}

async function write(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, grown }: { readonly bytesMax: number; readonly grown: (bytes: number) => void },
): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let bytes = 0
  try {
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > bytesMax) throw new RangeError(`more than ${bytesMax} bytes`)
      await new Promise<void>((resolve, reject) => {
        file.write(piece, (error) => (error ? reject(error) : resolve()))
      })
      grown(bytes)
    }
    file.end()
    await finished(file)
    return bytes
  } catch (error) {
    file.destroy()
    await rm(path, { force: true })
    throw error
  }
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
