import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { filterText, isStorable, QuotaUnits, Seconds } from '../scalars.ts'

export const studios = ['image', 'speech', 'transcription', 'music', 'video', 'midjourney'] as const
export type Studio = (typeof studios)[number]

export const workPaths = {
  image: ['/v1/images/generations', '/v1/images/edits'],
  speech: ['/v1/audio/speech'],
  transcription: ['/v1/audio/transcriptions', '/v1/audio/translations'],
  music: ['/suno/submit/music', '/suno/submit/lyrics'],
  video: ['/v1/videos'],
  midjourney: [
    '/mj/submit/imagine',
    '/mj/submit/action',
    '/mj/submit/change',
    '/mj/submit/describe',
    '/mj/submit/blend',
    '/mj/submit/shorten',
    '/mj/submit/modal',
  ],
} as const satisfies Readonly<Record<Studio, readonly string[]>>

/** `/v1/videos/ID/remix` */
const remix = /^\/v1\/videos\/[\w-]{1,64}\/remix$/

/** The speed prefix of a drawing call: `/mj-turbo/mj/…` */
const speed = /^\/mj-(?:fast|relax|turbo)(?=\/mj\/)/

const isPathOf = (studio: Studio, path: string): boolean => {
  const known: readonly string[] = workPaths[studio]
  if (studio === 'midjourney') return known.includes(path.replace(speed, ''))
  return known.includes(path) || (studio === 'video' && remix.test(path))
}

const jsonMost = 64 * 1024
const Fields = z
  .record(z.string(), z.unknown())
  .refine((fields) => JSON.stringify(fields).length <= jsonMost, { error: 'field.too-long' })
  .refine((fields) => isStorable(JSON.stringify(fields)), { error: 'field.characters' })

/**
 * A new work: the part `work` of a form, as JSON, with its files in further parts. With `form`, the call is sent as a
 * form, with the files in the fields that their parts are named for. Otherwise it is sent as JSON, and the text
 * `file:0` in it is replaced by the first file as a data URL.
 */
export const NewWork = z
  .object({
    studio: z.enum(studios),
    model: z.string().min(1).max(200),
    title: z.string().max(200).refine(isStorable, { error: 'field.characters' }),
    inputs: Fields,
    path: z.string().max(200),
    body: Fields,
    form: z.boolean().default(false),
  })
  .refine(({ studio, path }) => isPathOf(studio, path), { path: ['path'], error: 'field.invalid' })
export type NewWork = z.output<typeof NewWork>

const WorkFile = z.object({
  name: z.string(),
  /** The form field of a sent file. Empty for a result. */
  field: z.string(),
  file_name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
  url: z.string(),
})
export type WorkFile = z.output<typeof WorkFile>

export const workStatuses = ['running', 'succeeded', 'failed'] as const

export const Work = z.object({
  id: z.string(),
  studio: z.enum(studios),
  model: z.string(),
  title: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
  form: z.boolean(),
  status: z.enum(workStatuses),
  /** Percent, for tasks only. */
  progress: z.number().int(),
  /** Empty when the work is not a task, or was not accepted. */
  task_id: z.string(),
  can_cancel: z.boolean(),
  /** The supplier's answer for a task, such as lyrics or buttons. */
  result: z.record(z.string(), z.unknown()),
  sent: z.array(WorkFile),
  files: z.array(WorkFile),
  /** Empty unless it failed. */
  failure_code: z.string(),
  failure: z.string(),
  /** `null` until it is known. */
  quota: QuotaUnits.nullable(),
  refunded: QuotaUnits,
  /** Id of its log entry. Empty when there is none. */
  log_id: z.string(),
  created_at: Seconds,
  /** Milliseconds until it ended, or until now. */
  duration: z.number().int(),
  expires_at: Seconds,
})
export type Work = z.output<typeof Work>

const WorkId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const WorkIdParams = z.object({ id: WorkId })

export const workCalls = {
  runWork: {
    method: 'POST',
    path: '/api/work/',
    access: 'user',
    sessionOnly: true,
    changes: true,
    summary:
      'Makes something in a studio, and keeps it. Takes a form (multipart/form-data) with a part `work` (JSON) and files; answers as soon as it is begun.',
    reply: Work,
    answersWithinMs: 600_000,
  },
  listOwnWorks: {
    method: 'GET',
    path: '/api/work/self',
    access: 'user',
    changes: false,
    summary: 'The caller’s works, the newest first.',
    query: listQuery([], {
      studio: z.enum(['', ...studios]).default(''),
      keyword: filterText(200),
    }),
    reply: listOf(Work),
  },
  getWorkFile: {
    method: 'GET',
    path: '/api/work/file/:id/:name',
    access: 'user',
    changes: false,
    summary:
      'A file of a work of the caller. Takes range requests. While it is being made it comes as it is made.',
    params: z.object({ id: WorkId, name: z.string().regex(/^\d{1,3}$/) }),
    format: 'file',
    reply: z.string(),
  },
  getWork: {
    method: 'GET',
    path: '/api/work/:id',
    access: 'user',
    changes: false,
    summary: 'A work of the caller.',
    params: WorkIdParams,
    reply: Work,
  },
  deleteWork: {
    method: 'DELETE',
    path: '/api/work/:id',
    access: 'user',
    changes: true,
    summary:
      'Removes a work of the caller with its files. One that runs goes on unseen, and is charged.',
    params: WorkIdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
