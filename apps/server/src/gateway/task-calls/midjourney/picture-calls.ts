import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { type Fields, listOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import { neededWord, wordIn } from '../read-fields.ts'
import { paidPrompt } from './paid-prompt.ts'

/** A call of midjourney-proxy. */
export type PictureCall = {
  /** Name of the supplier's call. */
  readonly path: string
  readonly action: string
  readonly fields: Fields
  /** Pictures, which are sent and not stored. */
  readonly attached: Fields
  /** The client's id of the parent task. */
  readonly parentId: string | null
  /** Refuses actions that the parent does not offer. */
  readonly check?: (parent: Task | null) => void
}

const wrong = (field: string, reason: ReturnType<typeof phrase>): Refusal =>
  new Refusal('model.field', { field, reason })

const noAction = (field: string): Refusal =>
  wrong(field, phrase('an action that this task offers is expected'))

const pictureMost = 5

/** `base64Array`, or `base64` of older clients. */
function picturesIn(fields: Fields, least: number): readonly string[] {
  const one = textOf(fields['base64'])
  const listed = one === null || one === '' ? listOf(fields['base64Array']) : [one]
  const pictures = listed.filter((picture) => typeof picture === 'string' && isPicture(picture))
  if (pictures.length === listed.length && listed.length >= least && listed.length <= pictureMost) {
    return pictures as readonly string[]
  }
  throw wrong(
    'base64Array',
    phrase('{least} to {most} pictures are expected', { least, most: pictureMost }),
  )
}

/** Addresses are refused, because the supplier would fetch them. */
const isPicture = (text: string): boolean =>
  /^data:image\/(png|jpe?g|webp|gif);base64,/i.test(text.slice(0, 40))

function bot(fields: Fields): Fields {
  const botType = fields['botType']
  return botType === 'NIJI_JOURNEY' || botType === 'MID_JOURNEY' ? { botType } : {}
}

const changes = ['UPSCALE', 'VARIATION', 'REROLL'] as const

/** `{taskId, action, index}` */
function change(fields: Fields): PictureCall {
  const action = changes.find((known) => known === fields['action'])
  if (action === undefined) throw noAction('action')
  const index = Number(fields['index'])
  if (action !== 'REROLL' && ![1, 2, 3, 4].includes(index)) {
    throw wrong('index', phrase('a whole number from 1 to 4 is expected'))
  }
  return {
    path: 'change',
    action,
    fields: { action, ...(action !== 'REROLL' && { index }) },
    attached: {},
    parentId: neededWord(fields, 'taskId'),
    check: (parent) => {
      // A single picture has nothing to choose from.
      if (parent !== null && single.has(parent.action)) throw noAction('action')
    },
  }
}

const single: ReadonlySet<string> = new Set(['UPSCALE', 'DESCRIBE', 'SHORTEN', 'SWAP_FACE'])

const letters: Readonly<Record<string, (typeof changes)[number]>> = {
  u: 'UPSCALE',
  v: 'VARIATION',
  r: 'REROLL',
}

/** `{content: "TASK u1"}` */
function simpleChange(fields: Fields): PictureCall {
  const [, taskId, letter = '', index] =
    /^\s*(\w+)\s+([uvr])([1-4])?\s*$/i.exec(neededWord(fields, 'content')) ?? []
  const action = letters[letter.toLowerCase()]
  if (taskId === undefined || action === undefined) throw noAction('content')
  return change({ taskId, action, index: Number(index) })
}

/** Actions by part of a button's id; the first match counts. */
const jobs: readonly (readonly [RegExp, string])[] = [
  [/^upsample/i, 'UPSCALE'],
  [/^high_variation/i, 'HIGH_VARIATION'],
  [/^low_variation/i, 'LOW_VARIATION'],
  [/^variation/i, 'VARIATION'],
  [/^reroll/i, 'REROLL'],
  [/^pan_/i, 'PAN'],
  [/^customzoom/i, 'CUSTOM_ZOOM'],
  [/^outpaint/i, 'ZOOM'],
  [/^inpaint/i, 'INPAINT'],
  [/^(picreader|promptanalyzer)/i, 'IMAGINE'],
]

/** `MJ::JOB::upsample::2::…` and `MJ::Outpaint::50::1::…`. */
function actionOf(customId: string): string | null {
  const [, kind = '', name = ''] = customId.split('::')
  const job = /^job$/i.test(kind) ? name : kind
  return jobs.find(([pattern]) => pattern.test(job))?.[1] ?? null
}

/** `{taskId, customId}`. Only buttons of the parent are allowed; others could belong to another user's picture. */
function action(fields: Fields): PictureCall {
  const customId = neededWord(fields, 'customId')
  const known = actionOf(customId)
  if (known === null) throw noAction('customId')
  return {
    path: 'action',
    action: known,
    fields: { customId },
    attached: {},
    parentId: neededWord(fields, 'taskId'),
    check: (parent) => {
      const buttons = objectsIn(parent?.result['buttons'])
      if (!buttons.some((button) => button['customId'] === customId)) throw noAction('customId')
    },
  }
}

const withoutParent = { parentId: null } as const

/** By the last segment of the path. */
export const pictureCalls: Readonly<Record<string, (fields: Fields) => PictureCall>> = {
  imagine: (fields) => {
    const pictures = picturesIn(fields, 0)
    return {
      ...withoutParent,
      path: 'imagine',
      action: 'IMAGINE',
      fields: { prompt: paidPrompt(neededWord(fields, 'prompt')), ...bot(fields) },
      attached: pictures.length === 0 ? {} : { base64Array: pictures },
    }
  },
  shorten: (fields) => ({
    ...withoutParent,
    path: 'shorten',
    action: 'SHORTEN',
    fields: { prompt: paidPrompt(neededWord(fields, 'prompt')), ...bot(fields) },
    attached: {},
  }),
  describe: (fields) => ({
    ...withoutParent,
    path: 'describe',
    action: 'DESCRIBE',
    fields: bot(fields),
    attached: { base64: picturesIn(fields, 1)[0] },
  }),
  blend: (fields) => {
    const dimensions = ['PORTRAIT', 'SQUARE', 'LANDSCAPE'].find(
      (known) => known === fields['dimensions'],
    )
    return {
      ...withoutParent,
      path: 'blend',
      action: 'BLEND',
      fields: { ...bot(fields), ...(dimensions !== undefined && { dimensions }) },
      attached: { base64Array: picturesIn(fields, 2) },
    }
  },
  swap: (fields) => {
    const [source = '', target = ''] = ['sourceBase64', 'targetBase64'].map(
      (name) => picturesIn({ base64: neededPicture(fields, name) }, 1)[0],
    )
    return {
      ...withoutParent,
      path: 'swap',
      action: 'SWAP_FACE',
      fields: {},
      attached: { sourceBase64: source, targetBase64: target },
    }
  },
  change,
  'simple-change': simpleChange,
  action,
  modal: (fields) => {
    const mask = textOf(fields['maskBase64'])
    return {
      path: 'modal',
      action: 'MODAL',
      fields: { prompt: paidPrompt(wordIn(fields, 'prompt')) },
      attached:
        mask === null || mask === '' ? {} : { maskBase64: picturesIn({ base64: mask }, 1)[0] },
      parentId: neededWord(fields, 'taskId'),
    }
  },
}

function neededPicture(fields: Fields, field: string): string {
  const picture = textOf(fields[field])
  if (picture === null || picture === '') throw new Refusal('model.required', { field })
  return picture
}
