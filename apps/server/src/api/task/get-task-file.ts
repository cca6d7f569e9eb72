import { Refusal } from '@posthouse/contract/refusal'
import { rangeOf } from '../../http/range.ts'
import { fileHeaders } from '../../tasks/file-headers.ts'
import type { Handler } from '../call.ts'
import { checkLink } from './task-links.ts'

export const getTaskFile: Handler<'getTaskFile'> = async ({ params, query }, { parts, range }) => {
  checkLink(parts, params, query)
  const { id, name } = params
  const task = await parts.taskStore.find(id)
  if (task === null) throw new Refusal('task.not-found', { id })
  const artefact = task.artefacts.find((one) => one.name === name)
  const size = artefact === undefined ? null : await parts.tasks.files.size(id, name)
  if (artefact === undefined || size === null) throw new Refusal('task.file-gone', {})
  const headers = fileHeaders(artefact, { name: `${id}-${name}`, disposition: 'inline' })
  const wanted = rangeOf(range, size)
  if (wanted === null) {
    const outside = { ...headers, 'content-range': `bytes */${size}` }
    return { status: 416, headers: outside, open: nothing }
  }
  const { start, end, isPart } = wanted
  return {
    status: isPart ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
    open: () => (size === 0 ? nothing() : parts.tasks.files.read(id, name, { start, end })),
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
