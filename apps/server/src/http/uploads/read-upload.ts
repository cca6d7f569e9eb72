import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { type Readable, Transform } from 'node:stream'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { isStorable } from '@posthouse/contract/scalars'
import { parseFile } from 'music-metadata'
import { bytesPerSecondMin, ClientGone, longTimes, Patience } from '../read-bytes.ts'
import { likelyBytesPerSecond, longestSeconds, soundSeconds } from './sound-length.ts'
import type { Spool, SpooledFile } from '../spool.ts'

/** A form, with its files on the disk. */
export type Upload = {
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly files: readonly SpooledFile[]
}

const fieldBytesMost = 1024 * 1024
/** As many as tell what a file is. */
const headBytes = 16

/** PNG, JPEG and WebP by their first bytes. */
const isPicture = (head: Buffer): boolean =>
  head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP')

/** WebM and Matroska: what browsers record has no length in its head, and may be told by nothing else. */
const isWebm = (head: Buffer): boolean => head.subarray(0, 4).equals(Buffer.from('1a45dfa3', 'hex'))

const fieldsMost = 100
const filesMost = 16

/** Sound is measured, whatever its type is called; pictures and texts have no length. */
const hasLength = (file: Pick<SpooledFile, 'field'>): boolean => file.field === 'file'

const badHead = phrase('a part has no name, or characters in its head that cannot be stored')

const isPartName = (name: string | undefined): name is string =>
  name !== undefined && isStorable(name)

const malformed = (reason: Phrase): Refusal => new Refusal('request.bad-form', { reason })

/**
 * Reads a form of files and fields as it comes: bytes go to the disk, up to `bytesMax` of all together. Rejects with 400,
 * 408, 413 or 503, and then leaves no file.
 */
export async function readUpload(
  request: Readable & Pick<IncomingMessage, 'headers'>,
  bytesMax: number,
  spool: Spool,
): Promise<Upload> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytesMax) throw new Refusal('request.too-large', { limit: bytesMax })
  const reading = new UploadReader(spool, bytesMax)
  try {
    await reading.read(request)
    return { fields: reading.fields, files: await Promise.all(reading.files.map(measured)) }
  } catch (error) {
    await reading.discard()
    throw error
  }
}

/** Removes what a request has sent. */
export const removeUpload = (files: readonly SpooledFile[], spool: Spool): Promise<void> =>
  spool.remove(
    files.map(({ path }) => path),
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )

class UploadReader {
  readonly fields: [string, string][] = []
  readonly files: SpooledFile[] = []
  readonly #spool: Spool
  readonly #bytesMax: number
  readonly #paths: string[] = []
  readonly #writes: Promise<void>[] = []
  #length = 0
  #taken = 0

  constructor(spool: Spool, bytesMax: number) {
    this.#spool = spool
    this.#bytesMax = bytesMax
  }

  async read(request: Readable & Pick<IncomingMessage, 'headers'>): Promise<void> {
    const form = this.#form(request.headers)
    const done = Promise.withResolvers<void>()
    const timedOut = (): void => done.reject(new Refusal('request.timeout', {}))
    const patience = new Patience(longTimes.silenceMs, timedOut)
    const total = setTimeout(timedOut, longTimes.totalMs)
    const onData = (chunk: Buffer): void => {
      this.#length += chunk.length
      patience.earn((chunk.length / bytesPerSecondMin) * 1_000)
      if (this.#length > this.#bytesMax) {
        done.reject(new Refusal('request.too-large', { limit: this.#bytesMax }))
      }
    }
    const onClose = (): void => {
      if (!request.readableEnded) done.reject(new ClientGone())
    }
    form.on('finish', () => done.resolve())
    form.on('error', () =>
      done.reject(malformed(phrase('it ends in the middle, or has a broken part'))),
    )
    // Without a name in its head a part has none here either, whatever the types say.
    form.on('field', (name: string | undefined, value, nameCut, valueCut) => {
      if (!isPartName(name)) return done.reject(malformed(badHead))
      if (nameCut || valueCut) done.reject(malformed(phrase('a field is too long')))
      this.fields.push([name, value])
    })
    form.on('file', (field: string | undefined, ...[stream, name, , type]) => {
      if (!isPartName(field) || !isStorable(name ?? '') || !isStorable(type)) {
        stream.resume()
        return done.reject(malformed(badHead))
      }
      this.#writes.push(
        this.#write(stream, { field, name: name ?? '', type }).catch((error: unknown) => {
          stream.resume()
          done.reject(error)
        }),
      )
    })
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
      form.on(event, () => done.reject(malformed(phrase('it has too many parts'))))
    }
    request.on('data', onData).on('close', onClose)
    request.pipe(form)
    try {
      await done.promise
      await Promise.all(this.#writes)
      const empty = this.files.find(({ bytes }) => bytes === 0)
      if (empty !== undefined) {
        throw new Refusal('model.field', {
          field: empty.field,
          reason: phrase('the file is empty'),
        })
      }
    } finally {
      patience.stop()
      clearTimeout(total)
      request.off('data', onData).off('close', onClose)
      request.unpipe(form)
      if (!request.readableEnded) request.pause()
    }
  }

  /** What was written of a form that is refused. */
  async discard(): Promise<void> {
    await this.#spool.remove(this.#paths, this.#taken)
  }

  #form(headers: IncomingMessage['headers']): InstanceType<typeof Busboy> {
    try {
      return new Busboy({
        headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
        limits: {
          fieldNameSize: 200,
          fieldSize: fieldBytesMost,
          fields: fieldsMost,
          files: filesMost,
          parts: fieldsMost + filesMost,
        },
      })
    } catch {
      throw malformed(phrase('its Content-Type has no boundary'))
    }
  }

  async #write(
    stream: BusboyFileStream,
    named: Pick<SpooledFile, 'field' | 'name' | 'type'>,
  ): Promise<void> {
    const path = this.#spool.place()
    this.#paths.push(path)
    let bytes = 0
    let head = Buffer.alloc(0)
    const counted = new Transform({
      transform: (chunk: Buffer, _, next) => {
        const refused = attempt(() => this.#spool.take(chunk.length))
        if (refused === null) this.#taken += chunk.length
        bytes += chunk.length
        if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes)
        next(refused, chunk)
      },
    })
    await pipeline(stream, counted, createWriteStream(path))
    const seconds = hasLength(named) && isWebm(head) ? bytes / likelyBytesPerSecond : null
    this.files.push({ ...named, path, bytes, seconds, picture: isPicture(head) })
  }
}

function attempt(work: () => void): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A file with its length, where that can be read. */
async function measured(file: SpooledFile): Promise<SpooledFile> {
  if (!hasLength(file)) return file
  try {
    const { format } = await parseFile(file.path, { skipCovers: true })
    return {
      ...file,
      seconds: soundSeconds(file.bytes, format),
      secondsMost: longestSeconds(file.bytes, format),
    }
  } catch {
    return file
  }
}

/** Fields that are numbers or true and false in JSON, and texts in a form. */
const plain = /^(true|false|-?\d{1,15}(\.\d{1,15})?)$/
const plainFields: ReadonlySet<string> = new Set([
  'n',
  'stream',
  'temperature',
  'partial_images',
  'output_compression',
])

/** The form as an object: repeated fields and those of `name[]` are lists, and a file says what it is. */
export function formFields({ fields, files }: Upload): Record<string, unknown> {
  const values = new Map<string, unknown[]>()
  const lists = new Set<string>()
  const add = (field: string, value: unknown): void => {
    const name = field.replace(/\[\]$/, '')
    if (name !== field) lists.add(name)
    values.set(name, [...(values.get(name) ?? []), value])
  }
  for (const [name, value] of fields) {
    add(name, plainFields.has(name) && plain.test(value) ? JSON.parse(value) : value)
  }
  for (const { field, name, type, bytes, seconds } of files)
    add(field, { name, type, bytes, seconds })
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, lists.has(name) || all.length > 1 ? all : all[0]]),
  )
}

/** Refuses files that are not what an operation is about, whatever they are called. */
export function checkFiles(operation: OperationName, files: readonly SpooledFile[]): void {
  if (operation === 'transcribe' || operation === 'translate') {
    const file = files.find(({ field }) => field === 'file')
    if (file === undefined) throw new Refusal('model.required', { field: 'file' })
    if (file.seconds !== null) return
    const reason = phrase('a sound or film file is expected: flac, m4a, mp3, mp4, ogg, wav or webm')
    throw new Refusal('model.field', { field: 'file', reason })
  }
  const other = files.find(({ picture }) => !picture)
  if (other === undefined) return
  const reason = phrase('a picture file is expected: png, jpeg or webp')
  throw new Refusal('model.field', { field: other.field, reason })
}
