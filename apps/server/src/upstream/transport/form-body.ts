import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import type { SpooledFile } from '../../http/spool.ts'

/** A form on the wire: https://www.rfc-editor.org/rfc/rfc7578. */
export type EncodedForm = {
  readonly contentType: string
  readonly length: number
  /** Reads the files anew each time. */
  readonly open: () => Readable
}

/** Fields of JSON that are files, by the names of these. */
export const nameOfField = (field: string): string => field.replace(/\[\]$/, '')

/** A form of the fields of a JSON object, and of files in the place of those that are files. */
export function encodeForm(fields: Uint8Array, files: readonly SpooledFile[]): EncodedForm {
  const boundary = `posthouse-${randomUUID()}`
  const ofFiles = new Set(files.map(({ field }) => nameOfField(field)))
  const values = Object.entries(fieldsOf(JSON.parse(Buffer.from(fields).toString('utf8'))) ?? {})
  const texts = values
    .filter(([name, value]) => !ofFiles.has(name) && value !== null)
    .flatMap(([name, value]) => partsOf(name, value))
    .map(([name, value]) => Buffer.from(`${headOf(boundary, name)}\r\n\r\n${value}\r\n`))
  const heads = files.map((file) => Buffer.from(headOfFile(boundary, file)))
  const end = Buffer.from(`--${boundary}--\r\n`)
  const line = Buffer.from('\r\n')
  const own = [...texts, ...heads, end].reduce((sum, { length }) => sum + length, 0)
  const sent = files.reduce((sum, { bytes }) => sum + bytes + line.length, 0)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: own + sent,
    open: () =>
      Readable.from(
        (async function* () {
          yield* texts
          for (const [at, { path, content }] of files.entries()) {
            yield heads[at] ?? line
            if (content === undefined) yield* createReadStream(path)
            else yield content
            yield line
          }
          yield end
        })(),
        { objectMode: false },
      ),
  }
}

/** An entry of a list is a part of its own. */
const partsOf = (name: string, value: unknown): [string, string][] =>
  Array.isArray(value)
    ? value.map((entry) => [`${name}[]`, textOf(entry)])
    : [[name, textOf(value)]]

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const headOf = (boundary: string, name: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`

const headOfFile = (boundary: string, { field, name, type }: SpooledFile): string =>
  `${headOf(boundary, field)}; filename="${quoted(name === '' ? 'file' : name)}"\r\nContent-Type: ${typeOf(type)}\r\n\r\n`

/** As browsers write names: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const typeOf = (type: string): string =>
  /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(type) ? type : 'application/octet-stream'
