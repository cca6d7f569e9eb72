import { dialects } from '../dialects.ts'
import { type Fields, numberOf, parsedFields, textOf } from '../bytes/fields.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { gridOf, pictureOf } from './picture.ts'
import { refusal } from './refusal.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'
import { progressOf, shownText, type TimedTask, timedId, timedTask, usualMs } from './timed-task.ts'

const dialect = dialects['openai-chat']
const path = /^(?:\/mj-(?:fast|relax|turbo))?\/mj\/(.+)$/

export const isMidjourneyPath = (pathname: string): boolean => path.test(pathname)

/** The server of midjourney-proxy: https://github.com/novicezk/midjourney-proxy. */
export function midjourney(request: SandboxRequest): Script {
  const [, rest = ''] = path.exec(request.path) ?? []
  const { id, what } = askedOf(rest)
  if (request.method === 'POST' && what !== 'cancel') return startTask(request, rest)
  const task = timedTask(id)
  if (task === null || task.end === 'lost') return refusal(dialect, 404, 'There is no such task')
  return answers[what]?.(id, task, request.now) ?? picture(task)
}

function askedOf(rest: string): { readonly id: string; readonly what: string } {
  const [, id = '', what = ''] =
    /^task\/([^/]+)\/(fetch|image-seed|cancel)$/.exec(rest) ??
    /^(?:image)\/([^/]+)\.png$/.exec(rest) ??
    []
  return { id, what }
}

const answers: Readonly<Record<string, (id: string, task: TimedTask, now: number) => Script>> = {
  fetch: (id, task, now) => describeTask(task, described(id, task, now)),
  'image-seed': (_, task) => describeTask(task, answer(1, 'success', seedOf(task))),
  cancel: (id, task, now) => stopped(id, task, now),
}

/** Nothing is kept: whoever asks again is told that it goes on. */
const stopped = (id: string, task: TimedTask, now: number): Script =>
  jsonScript(
    200,
    progressOf(task, now) === 100 && !waitsForMore.has(task.action)
      ? answer(4, 'The task has ended', null)
      : answer(1, 'success', id),
  )

const seedOf = ({ startedAt }: TimedTask): string => String(startedAt % 4_294_967_295)

const answer = (code: number, description: string, result: unknown): Fields => ({
  code,
  description,
  properties: {},
  result,
})

function startTask(request: SandboxRequest, rest: string): Script {
  const fields = parsedFields(new TextDecoder().decode(request.body))
  if (fields === null) return refusal(dialect, 400, 'The body is not a JSON object')
  const action = actionIn(rest, fields)
  if (action === null) return refusal(dialect, 404, `The sandbox has no ${rest}`)
  return made(request, fields, action)
}

function made(request: SandboxRequest, fields: Fields, action: string): Script {
  const prompt = textOf(fields['prompt']) ?? ''
  if (/\bbanned-word\b/.test(prompt)) {
    return jsonScript(200, answer(24, 'May contain sensitive words', null))
  }
  const orders = ordersOf(prompt, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const parent = timedTask(textOf(fields['taskId']) ?? '')
  if (parent === null && needsParent.has(action)) {
    return jsonScript(200, answer(4, 'The task does not exist', null))
  }
  const id = timedId({
    startedAt: request.now,
    end: orders.task,
    action,
    index: indexIn(fields),
    ...shownIn({ prompt, action, parent }, orders.delayMs),
  })
  const code = waitsForMore.has(action) ? 21 : 1
  return withFault(jsonScript(200, answer(code, 'Submit success', id)), orders, dialect)
}

type MidjourneyTaskFacts = {
  readonly prompt: string
  readonly action: string
  readonly parent: TimedTask | null
}

/** As its parent where nothing else is said. */
const shownIn = ({ prompt, action, parent }: MidjourneyTaskFacts, delayMs: number | null) => ({
  text: shownText(prompt) || (parent?.text ?? action),
  takesMs: delayMs ?? parent?.takesMs ?? usualMs,
})

/** Their window must be filled in first, with a call to `modal`. */
const waitsForMore: ReadonlySet<string> = new Set(['inpaint', 'customzoom'])
const needsParent: ReadonlySet<string> = new Set([
  'upscale',
  'variation',
  'reroll',
  'pan',
  'zoom',
  'customzoom',
  'inpaint',
  'modal',
])

function actionIn(rest: string, fields: Fields): string | null {
  const [, named] =
    /^submit\/(imagine|change|action|describe|shorten|blend|modal)$/.exec(rest) ?? []
  if (rest === 'insight-face/swap') return 'swapface'
  if (named === 'change') return (textOf(fields['action']) ?? '').toLowerCase().replace(/\W|_/g, '')
  return named === 'action' ? jobIn(fields) : (named ?? null)
}

function jobIn(fields: Fields): string | null {
  const [, kind = '', name = ''] = (textOf(fields['customId']) ?? '').split('::')
  const job = /^job$/i.test(kind) ? name : kind
  const known = [
    [/upsample/i, 'upscale'],
    [/variation/i, 'variation'],
    [/reroll/i, 'reroll'],
    [/customzoom/i, 'customzoom'],
    [/outpaint/i, 'zoom'],
    [/inpaint/i, 'inpaint'],
    [/pan/i, 'pan'],
    [/picreader/i, 'imagine'],
  ] as const
  return known.find(([word]) => word.test(job))?.[1] ?? null
}

function indexIn(fields: Fields): number {
  const named = numberOf(fields['index']) ?? Number(textOf(fields['customId'])?.split('::')[3])
  return Number.isInteger(named) && named > 0 && named < 10 ? named : 0
}

function describeTask({ end }: TimedTask, body: Fields): Script {
  if (end !== 'html') return jsonScript(200, body)
  const page = '<!doctype html><html><body>Please wait</body></html>'
  return {
    ...jsonScript(200, {}),
    headers: { 'content-type': 'text/html' },
    pieces: [{ delayMs: 0, bytes: bytesOf(page) }],
  }
}

function described(id: string, task: TimedTask, now: number): Fields {
  const progress = progressOf(task, now)
  const isDone = progress === 100
  const isFailed = isDone && task.end === 'failed'
  const isShown = isDone && !isFailed
  const words = `${task.text} --v 7.0`
  return {
    id,
    action: task.action.toUpperCase(),
    prompt: task.text,
    promptEn: isShown && hasWords.has(task.action) ? `1. ${words}\n2. ${words}, bright` : words,
    description: `/${task.action} ${task.text}`,
    submitTime: task.startedAt,
    startTime: task.startedAt,
    finishTime: isDone ? task.startedAt + task.takesMs : null,
    status: isFailed ? 'FAILURE' : statusAt(task, progress),
    progress: `${progress}%`,
    imageUrl: isShown && task.action !== 'shorten' ? `/mj/image/${id}.png` : '',
    failReason: isFailed ? 'The sandbox was told to fail this picture' : null,
    buttons: isShown ? buttonsOf(task) : [],
    properties: { finalPrompt: words },
  }
}

const hasWords: ReadonlySet<string> = new Set(['describe', 'shorten'])

function statusAt({ action }: TimedTask, progress: number): string {
  if (progress === 100) return waitsForMore.has(action) ? 'MODAL' : 'SUCCESS'
  return progress < 10 ? 'SUBMITTED' : 'IN_PROGRESS'
}

type Button = Readonly<Record<'customId' | 'emoji' | 'label', string>> & {
  readonly type: number
  readonly style: number
}

const button = (customId: string, label: string, emoji = ''): Button => ({
  customId,
  emoji,
  label,
  type: 2,
  style: 2,
})

const isGrid = ({ action }: TimedTask): boolean => action !== 'upscale' && action !== 'describe'

function buttonsOf(task: TimedTask): readonly Button[] {
  const job = timedId(task).slice(-12)
  if (hasWords.has(task.action)) {
    return [1, 2].map((at) => button(`MJ::Job::PicReader::${at}::${job}`, '', `${at}️⃣`))
  }
  if (isGrid(task)) {
    const places = [1, 2, 3, 4]
    return [
      ...places.map((at) => button(`MJ::JOB::upsample::${at}::${job}`, `U${at}`)),
      button(`MJ::JOB::reroll::0::${job}::SOLO`, '', '🔄'),
      ...places.map((at) => button(`MJ::JOB::variation::${at}::${job}`, `V${at}`)),
    ]
  }
  return [
    button(`MJ::JOB::high_variation::1::${job}::SOLO`, 'Vary (Strong)', '🪄'),
    button(`MJ::JOB::low_variation::1::${job}::SOLO`, 'Vary (Subtle)', '🪄'),
    button(`MJ::Inpaint::1::${job}::SOLO`, 'Vary (Region)', '🖌️'),
    button(`MJ::Outpaint::50::1::${job}::SOLO`, 'Zoom Out 2x', '🔍'),
    button(`MJ::CustomZoom::${job}`, 'Custom Zoom', '🔍'),
    ...['left', 'right', 'up', 'down'].map((side) =>
      button(`MJ::JOB::pan_${side}::1::${job}::SOLO`, side),
    ),
  ]
}

function picture(task: TimedTask): Script {
  const bytes = isGrid(task)
    ? gridOf(task.text, 256)
    : pictureOf(task.index > 0 ? `${task.index}. ${task.text}` : task.text, 256, 256)
  return {
    status: 200,
    headers: { 'content-type': 'image/png' },
    headDelayMs: 0,
    pieces: [
      {
        delayMs: 0,
        bytes: task.end === 'wrong-file' ? bytesOf('<script>alert(1)</script>, no picture') : bytes,
      },
    ],
    end: 'complete',
  }
}
