import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What is used of an open file. */
export type JournalHandle = Pick<
  FileHandle,
  'write' | 'datasync' | 'truncate' | 'readFile' | 'close'
>

/**
 * Room that is kept on the disk while it is not full: for some four hundred settlements of 4.8 KB, which
 * is what a short chat takes, and about what a busy node has open at once.
 */
const reservedBytes = 2 << 20

const zeros = Buffer.alloc(1 << 16)

/** What a journal was found with. */
export type JournalFound = {
  /** Whole lines, and pieces between zeros where a byte was lost: who reads them tells which is which. */
  readonly lines: readonly string[]
  /** Bytes of a last line without its end: it was never confirmed, and is taken away. */
  readonly tornBytes: number
}

/**
 * The bytes of a journal: whole lines, then zeros that keep room for more. No line has a zero byte: one
 * before the last line is a loss, and what stands behind it may be money all the same.
 */
export class JournalFile {
  readonly #handle: JournalHandle
  /** Where the next line goes. */
  #end: number
  /** What the file takes on the disk. */
  #size: number
  /** Behind the end lies part of a line that could not be taken away. */
  #torn = false

  private constructor(handle: JournalHandle, end: number, size: number) {
    this.#handle = handle
    this.#end = end
    this.#size = size
  }

  /** Opens or creates it. Answers its lines, without one that its process did not finish. */
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

  /** Resolves when the lines are on disk. Rejects when they are not: then the file is as before. */
  async append(lines: string): Promise<void> {
    const bytes = Buffer.from(lines)
    if (this.#torn) await this.#clean()
    try {
      this.#torn = true
      await this.#writeAt(bytes, this.#end)
      await this.#handle.datasync()
    } catch (error) {
      // Another failure here leaves it torn: the next append cleans first.
      await this.#clean().catch(() => undefined)
      throw error
    }
    this.#torn = false
    this.#end += bytes.length
    this.#size = Math.max(this.#size, this.#end)
  }

  /** Forgets all lines and keeps the room. */
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

  /** What stands behind the end becomes room again: over what the disk has given already. */
  async #clean(): Promise<void> {
    await this.#handle.truncate(this.#size)
    await this.#fill(this.#end, this.#size)
    await this.#handle.datasync()
    this.#torn = false
  }

  /** A disk without room for it is no error yet: as long as lines can be written, all is well. */
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

  /** A write may take less than it was given, before a disk is full. */
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

/** A new file is found after a power cut only when its folder is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
