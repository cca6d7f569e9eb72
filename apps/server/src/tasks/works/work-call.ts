import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { NewWork } from '@posthouse/contract/calls/works'
import type { Language } from '@posthouse/contract/errors'
import type { Upload } from '../../http/uploads/read-upload.ts'
import { encodeForm } from '../../upstream/transport/form-body.ts'
import type { Outer } from './inner-door.ts'

type WorkRequest = {
  readonly work: NewWork
  readonly upload: Upload
  readonly maker: { readonly outer: Outer; readonly language: Language }
}

/** The model API call of a work. */
export async function callOf({ work, upload, maker }: WorkRequest) {
  const { cookie } = maker.outer.request.headers
  const { 'user-agent': agent } = maker.outer.request.headers
  const headers = {
    'accept-language': maker.language === 'zh' ? 'zh-CN' : 'en-US',
    'x-posthouse-origin': 'console',
    ...(cookie !== undefined && { cookie }),
    ...(agent !== undefined && { 'user-agent': agent }),
  }
  if (work.form) {
    const form = encodeForm(Buffer.from(JSON.stringify(work.body)), upload.files)
    return {
      path: work.path,
      headers: {
        ...headers,
        'content-type': form.contentType,
        'content-length': String(form.length),
      },
      body: form.open(),
    }
  }
  const bytes = Buffer.from(JSON.stringify(await withFiles(work.body, upload)))
  return {
    path: work.path,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': String(bytes.length),
    },
    body: Readable.from([bytes]),
  }
}

/** Replaces files by data URLs. */
async function withFiles(value: unknown, upload: Upload): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((entry) => withFiles(entry, upload)))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(async ([name, entry]) => [
      name,
      await withFiles(entry, upload),
    ])
    return Object.fromEntries((await Promise.all(entries)) as [string, unknown][])
  }
  const [, at] = /^file:(\d{1,2})$/.exec(typeof value === 'string' ? value : '') ?? []
  const file = at === undefined ? undefined : upload.files[Number(at)]
  if (file === undefined) return value
  return `data:${file.type};base64,${(await readFile(file.path)).toString('base64')}`
}
