import { segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, numberOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../domain/tasks/task.ts'
import { type AttemptFailure, noJson } from '../../upstream/attempt-failure.ts'
import type { Target } from '../../upstream/outgoing.ts'
import type { SupplierCalls } from '../call-supplier.ts'
import { wordsOf } from '../submit-task.ts'
import type { Poll, Submission, TaskRequest, TaskKind } from '../task-kind.ts'
import { fileAt, idIn, placeAt, progressIn } from './supplier-place.ts'
import { maskedFor } from './videos/video-supplier.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024

/** The API of midjourney-proxy: https://github.com/novicezk/midjourney-proxy/blob/main/docs/api.md */
export const midjourney: TaskKind = {
  deadlineMs: 60 * minuteMs,
  pauseMs: { first: 1_000, most: 15_000 },
  fileBytesMax: 64 * mebibyte,
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
  meters: ({ speed }) => [
    { meter: 'call', amount: 1, attributes: { speed: textOf(speed) ?? 'fast' } },
  ],
  submit: async (calls, target, asked) => {
    const answer = await calls.ask(target, {
      url: placeAt(target, `${prefixOf(asked.request)}/mj/${pathOf(asked)}`),
      method: 'POST',
      body: bodyOf(asked),
    })
    if (answer.ok) return submissionOf(answer.fields, target)
    const { failure, sent } = answer
    return { ok: false, failure, mayRun: sent && failure.status === 0 }
  },
  poll: async (calls, target, task) => {
    const answer = await askOf(calls, target, task, 'fetch')
    if (answer.ok) return pollOf(answer.fields, target, task)
    const words = wordsOf(answer.failure)
    return answer.failure.status === 404
      ? { is: 'failed', code: 'lost', words }
      : { is: 'unclear', words }
  },
  inquire: async (calls, target, task, what) => {
    const answer = await askOf(calls, target, task, what)
    return answer.ok ? answer.fields : null
  },
  cancel: {
    isPossible: () => true,
    run: async (calls, target, task) => {
      const url = taskPlace(target, task, 'cancel')
      const answer = await calls.ask(target, { url, method: 'POST', body: {} })
      if (!answer.ok || numberOf(answer.fields['code']) !== 1) return null
      // A picture that was finished meanwhile is charged.
      const after = await askOf(calls, target, task, 'fetch')
      return { refund: !after.ok || after.fields['status'] !== 'SUCCESS' }
    },
  },
}

const taskPlace = (target: Target, { request, supplierId }: Task, what: string): URL =>
  placeAt(target, `${prefixOf(request)}/mj/task/${segmentOf(supplierId)}/${what}`)

const askOf = (calls: SupplierCalls, target: Target, task: Task, what: string) =>
  calls.ask(target, { url: taskPlace(target, task, what), method: 'GET', body: null })

/** Path prefix of the client's call, which names the speed. */
const prefixOf = ({ prefix }: Fields): string => textOf(prefix) ?? ''

const pathOf = ({ request }: TaskRequest): string => {
  const call = textOf(request['call']) ?? ''
  return call === 'swap' ? 'insight-face/swap' : `submit/${call}`
}

/** Internal fields, which are not sent to suppliers. */
const own: ReadonlySet<string> = new Set(['prefix', 'speed', 'call', 'state', 'shownPrompt'])

function bodyOf({ request, parent, callback }: TaskRequest): Fields {
  const notifyHook = callback('/mj/notify')
  return {
    ...Object.fromEntries(Object.entries(request).filter(([name]) => !own.has(name))),
    ...(parent !== null && { taskId: parent.supplierId }),
    accountFilter: { modes: [(textOf(request['speed']) ?? 'fast').toUpperCase()] },
    ...(notifyHook !== null && { notifyHook }),
  }
}

/** Submitted, already exists, queued. */
const accepted: ReadonlySet<number> = new Set([1, 21, 22])

function submissionOf(fields: Fields, target: Target): Submission {
  const code = numberOf(fields['code'])
  if (code === null || !accepted.has(code)) {
    return { ok: false, failure: failureOf(code, fields, target), mayRun: false }
  }
  const supplierId = idIn(fields['result'])
  if (supplierId === null) return { ok: false, failure: noJson, mayRun: true }
  return { ok: true, supplierId, status: 'queued', progress: 0 }
}

/** Caller's fault: an invalid field, or a banned word. */
const callers: ReadonlySet<number> = new Set([4, 24])

function failureOf(code: number | null, fields: Fields, target: Target): AttemptFailure {
  if (code === null) return noJson
  const message = maskedFor(target, textOf(fields['description']) ?? '')
  const isCallers = callers.has(code)
  return {
    ...noJson,
    verdict: isCallers ? 'callers-fault' : 'retry-elsewhere',
    class: isCallers ? 'bad-request' : code === 23 || code === 3 ? 'rate-limited' : 'overloaded',
    status: isCallers ? 400 : 200,
    message: message === '' ? `code ${code}` : message,
    code: `mj-${code}`,
  }
}

/** Actions whose result may be text only. */
const worded: ReadonlySet<string> = new Set(['DESCRIBE', 'SHORTEN'])

function pollOf(fields: Fields, target: Target, task: Task): Poll {
  const progress = progressIn(fields)
  switch (fields['status']) {
    case 'NOT_START':
    case 'SUBMITTED':
    case 'MODAL':
      return { is: 'under-way', status: 'queued', progress }
    case 'IN_PROGRESS':
      return { is: 'under-way', status: 'running', progress }
    case 'SUCCESS': {
      const file = fileAt(target, textOf(fields['imageUrl']))
      if (file === null && !worded.has(task.action)) {
        return { is: 'unclear', words: 'There is no picture in it.' }
      }
      const files = file === null ? [] : [file]
      return { is: 'succeeded', result: resultOf(fields), files, meters: null }
    }
    case 'FAILURE':
    case 'CANCEL': {
      const words = maskedFor(target, textOf(fields['failReason']) ?? '')
      return { is: 'failed', code: 'failed', words }
    }
    default:
      return { is: 'unclear', words: 'The status is none that is known.' }
  }
}

const buttonsMost = 50

function resultOf(fields: Fields): Fields {
  const finalPrompt = textOf(fieldsOf(fields['properties'])?.['finalPrompt'])
  return {
    promptEn: textOf(fields['promptEn']) ?? '',
    description: textOf(fields['description']) ?? '',
    buttons: objectsIn(fields['buttons']).slice(0, buttonsMost).map(buttonOf),
    properties: finalPrompt === null ? {} : { finalPrompt },
  }
}

const buttonOf = (fields: Fields): Fields => ({
  customId: textOf(fields['customId']) ?? '',
  emoji: textOf(fields['emoji']) ?? '',
  label: textOf(fields['label']) ?? '',
  type: numberOf(fields['type']) ?? 2,
  style: numberOf(fields['style']) ?? 2,
})
