import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

export type JournalHandle = Pick<
  FileHandle,
  'write' | 'datasync' | 'truncate' | 'readFile' | 'close'
>

/**
 * Disk space kept reserved: enough for about four hundred settlements of 4.8 KB, the size for a short chat, and about
 * as many as a busy node has open at once.
 */
const reservedBytes = 2 << 20

const zeros = Buffer.alloc(1 << 16)

export type JournalFound = {
  /** Whole lines, and fragments between zero bytes where data was lost. The reader distinguishes them. */
  readonly lines: readonly string[]
  /** Bytes of an incomplete last line. It was never confirmed, and is removed. */
  readonly tornBytes: number
}

/**
 * The bytes of a journal: whole lines, then zeros that reserve space. No line contains a zero byte, so a zero before
 * the last line means lost data. The lines after it are still read, because they may be charges.
 */
export class JournalFile {
  readonly #handle: JournalHandle
  /** Offset of the next line. */
  #end: number
  #size: number
  /** Whether part of a line that could not be removed is left after the end. */
  #torn = false

  private constructor(handle: JournalHandle, end: number, size: number) {
    this.#handle = handle
    this.#end = end
    this.#size = size
  }

  /** Opens or creates the file. Returns its lines without an incomplete last one. */
  static async open(
    path: string,
    openHandle: (path: string) => Promise<JournalHandle> = openForBoth,
  ): Promise<{ readonly file: JournalFile } & JournalFound> {
    const handle = await openHandle(path)
    try {
      await syncFolder(dirname(path))
      const bytes = await handle.readFile()
      const end = bytes.lastIndexOf('\n') + 1
      const tornBytes = bytes.subarray(end).findLastIndex((byte) => byte !== 0) + 1
      const file = new JournalFile(handle, end, bytes.length)
      await file.#clean()
      await file.#reserve()
      const text = bytes.toString('utf8', 0, end)
      return { file, lines: text.split(/[\n\0]+/).filter((line) => line !== ''), tornBytes }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Resolves once the lines are on disk. If it rejects, the file is as before. */
  async append(lines: string): Promise<void> {
    const bytes = Buffer.from(lines)
    if (this.#torn) await this.#clean()
    try {
      this.#torn = true
      await this.#writeAt(bytes, this.#end)
      await this.#handle.datasync()
    } catch (error) {
      // If this fails too, the file stays torn and the next append cleans it first.
      await this.#clean().catch(() => undefined)
      throw error
    }
    this.#torn = false
    this.#end += bytes.length
    this.#size = Math.max(this.#size, this.#end)
  }

  /** Removes all lines and keeps the space reserved. */
  async empty(): Promise<void> {
    if (this.#end === 0) return
    if (this.#size > reservedBytes) {
      await this.#handle.truncate(reservedBytes)
      this.#size = reservedBytes
    }
    await this.#fill(0, Math.min(this.#end, this.#size))
    await this.#handle.datasync()
    this.#end = 0
  }

  close(): Promise<void> {
    return this.#handle.close()
  }

  /** Overwrites everything after the end with zeros, within the space already allocated. */
  async #clean(): Promise<void> {
    await this.#handle.truncate(this.#size)
    await this.#fill(this.#end, this.#size)
    await this.#handle.datasync()
    this.#torn = false
  }

  /** Failing to reserve space is not an error: lines can still be written without it. */
  async #reserve(): Promise<void> {
    if (this.#size >= reservedBytes) return
    try {
      await this.#fill(this.#size, reservedBytes)
      await this.#handle.datasync()
      this.#size = reservedBytes
    } catch {
      await this.#handle.truncate(this.#size)
    }
  }

  async #fill(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += zeros.length) {
      await this.#writeAt(zeros.subarray(0, Math.min(zeros.length, to - at)), at)
    }
  }

  /** A write can be partial when the disk is nearly full. */
  async #writeAt(bytes: Uint8Array, position: number): Promise<void> {
    let done = 0
    while (done < bytes.length) {
      const { bytesWritten } = await this.#handle.write(
        bytes,
        done,
        bytes.length - done,
        position + done,
      )
      done += bytesWritten
    }
  }
}

const openForBoth = (path: string): Promise<JournalHandle> =>
  open(path, constants.O_RDWR | constants.O_CREAT, 0o600)

/** Without this sync, a new file may be missing after a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
