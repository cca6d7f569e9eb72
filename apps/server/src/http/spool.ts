import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { busy } from './body-memory.ts'

/** A file that a client sent, until its request has ended. Plain data: it goes to other threads. */
export type SpooledFile = {
  /** The name of its field in the form. */
  readonly field: string
  readonly name: string
  /** The media type that the client named. */
  readonly type: string
  readonly path: string
  /** What it holds, of a file that is on no disk. Absent: it is at its path. */
  readonly content?: Uint8Array
  readonly bytes: number
  /** The length of a sound or a film; null: it is none. */
  readonly seconds: number | null
  /** The longest that a supplier can have heard in it. Absent: `seconds`. */
  readonly secondsMost?: number
  /** Its first bytes are those of a picture that models take. */
  readonly picture: boolean
}

/** A folder of this process for the files of requests under way. */
export type Spool = {
  /** A place for one more file. */
  place(): string
  /** Before bytes are written. Throws 503 where the process keeps too much. */
  take(bytes: number): void
  /** Files are gone, and so are the bytes that were taken for them. */
  remove(paths: readonly string[], bytes: number): Promise<void>
  close(): void
}

/** Bytes that all requests together may keep on the disk. */
const bytesMost = 4 * 1024 ** 3
const prefix = 'posthouse-uploads-'

export function openSpool(): Spool {
  removeLeft()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  let files = 0
  let bytesKept = 0
  return {
    place: () => {
      files += 1
      return join(folder, String(files))
    },
    take: (bytes) => {
      if (bytesKept + bytes > bytesMost) throw busy()
      bytesKept += bytes
    },
    remove: async (paths, bytes) => {
      bytesKept -= bytes
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What processes that were killed have left. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(prefix)
      ? Number.parseInt(name.slice(prefix.length), 10)
      : Number.NaN
    if (Number.isNaN(pid) || isAlive(pid)) continue
    rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
