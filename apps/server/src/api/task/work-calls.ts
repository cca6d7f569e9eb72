import { type NewWork, NewWork as NewWorkSchema } from '@posthouse/contract/calls/works'
import type { Language } from '@posthouse/contract/errors'
import { check, fieldFaults } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { Work } from '../../domain/works/work-store.ts'
import { rangeOf } from '../../http/range.ts'
import { parsedBody } from '../../lib/parsed-body.ts'
import { fileHeaders } from '../../tasks/file-headers.ts'
import { badTextIn } from '../bad-text.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { refusedFields } from '../refused-fields.ts'
import { workOut, worksOut } from './work-out.ts'

const runWork: Handler<'runWork'> = async (_, call) => {
  const { parts, incoming, caller, language } = call
  if (!/^multipart\/form-data\b/i.test(incoming.request.headers['content-type'] ?? '')) {
    throw new Refusal('work.form', {})
  }
  const maker = { outer: incoming, userId: caller.id, language }
  const id = await parts.works.begin(maker, (text) => checkedWork(text, language))
  return workOut(call, await findOwn(id, call))
}

/** JSON values in a work; the largest studio form has a few hundred. */
const valuesMost = 20_000

function checkedWork(text: string, language: Language): NewWork {
  const given = parsedBody(text, valuesMost)
  const bad = badTextIn(given)
  if (bad !== null) throw refusedFields({ [bad]: 'field.characters' }, language)
  const result = check(NewWorkSchema, given)
  if (result.success) return result.data
  throw refusedFields(fieldFaults(result.error), language)
}

const listOwnWorks: Handler<'listOwnWorks'> = async ({ query }, call) => {
  const { works, total } = await call.parts.workStore.page({ ...query, userId: call.caller.id })
  return {
    data: await worksOut(call, works),
    page: query.page,
    size: query.size,
    total_count: total,
  }
}

const getWork: Handler<'getWork'> = async ({ params }, call) =>
  workOut(call, await findOwn(params.id, call))

const getWorkFile: Handler<'getWorkFile'> = async ({ params }, call) => {
  const { parts, range } = call
  const { id, name } = params
  const work = await findOwn(id, call)
  const growing =
    name === '0' && work.status === 'running' ? await parts.works.follow(call.caller.id, id) : null
  if (growing !== null) {
    const headers = fileHeaders(growing, { name: `${id}-${name}`, disposition: 'inline' })
    // A file that is still growing has no length, so it serves no ranges.
    return {
      status: 200,
      headers: { ...headers, 'accept-ranges': 'none' },
      open: () => growing.bytes,
    }
  }
  const file = [...work.files, ...work.sent].find((one) => one.name === name)
  const size = file === undefined ? null : await parts.works.folder.size(id, name)
  if (file === undefined || size === null) throw new Refusal('work.file-gone', {})
  const headers = {
    ...fileHeaders(file, { name: `${id}-${name}`, disposition: 'inline' }),
    'cache-control': 'private, max-age=3600',
  }
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
    open: () => (size === 0 ? nothing() : parts.works.folder.read(id, name, { start, end })),
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const deleteWork: Handler<'deleteWork'> = async ({ params }, { parts, caller }) => {
  if (!(await parts.works.remove(caller.id, params.id))) throw new Refusal('work.not-found', {})
  return null
}

async function findOwn(id: string, { parts, caller }: SignedCall): Promise<Work> {
  const work = await parts.workStore.findOwn(caller.id, id)
  if (work === null) throw new Refusal('work.not-found', {})
  return work
}

export const workHandlers = {
  runWork,
  listOwnWorks,
  getWork,
  getWorkFile,
  deleteWork,
} satisfies Partial<Handlers>
