import { endpointOf, segmentOf } from '@posthouse/llm/parts/endpoint'
import { type Fields, fieldsOf, numberOf, textOf } from '@posthouse/llm/parts/fields'
import { secretsOf } from '../../domain/channels/hidden-values.ts'
import type { Task } from '../../domain/tasks/task.ts'
import type { Target } from '../../upstream/outgoing.ts'
import { masked } from '../../upstream/masking.ts'
import { noJson } from '../../upstream/attempt-failure.ts'
import type { SupplierCalls } from '../call-supplier.ts'
import { wordsOf } from '../submit-task.ts'
import { type Poll, type Submission, type TaskAsked, type TaskKind } from '../task-kind.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024

/** Videos in OpenAI's words: https://platform.openai.com/docs/api-reference/videos. */
export const video: TaskKind = {
  deadlineMs: 60 * minuteMs,
  pauseMs: { first: 1_000, most: 15_000 },
  fileBytesMax: 512 * mebibyte,
  mediaTypes: ['video/mp4', 'video/webm'],
  meters: ({ seconds, size }) => {
    const attributes = { size: textOf(size) ?? '' }
    return [
      { meter: 'call', amount: 1, attributes },
      { meter: 'second', amount: Number(seconds), attributes },
    ]
  },
  submit: async (calls, target, asked) => submissionOf(await create(calls, target, asked)),
  poll: async (calls, target, task) => {
    const url = placeOf(target, `/${segmentOf(task.supplierId)}`)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    if (answer.ok) return pollOf(answer.fields, target, task)
    const words = wordsOf(answer.failure)
    // A supplier that does not know it any more will never finish it.
    return answer.failure.status === 404
      ? { is: 'failed', code: 'lost', words }
      : { is: 'unclear', words }
  },
}

const placeOf = ({ channel }: Target, path: string): URL =>
  endpointOf(channel.baseUrl, `/videos${path}`)

function create(calls: SupplierCalls, target: Target, { request, parent }: TaskAsked) {
  const { prompt, ...rest } = request
  return parent === null
    ? calls.ask(target, {
        url: placeOf(target, ''),
        method: 'POST',
        body: { ...rest, prompt, model: target.forwarded },
      })
    : calls.ask(target, {
        url: placeOf(target, `/${segmentOf(parent.supplierId)}/remix`),
        method: 'POST',
        body: { prompt },
      })
}

type Answer = Awaited<ReturnType<SupplierCalls['ask']>>

function submissionOf(answer: Answer): Submission {
  if (!answer.ok) {
    const { failure, sent } = answer
    return { ok: false, failure, mayRun: sent && failure.status === 0 }
  }
  const supplierId = textOf(answer.fields['id']) ?? ''
  if (supplierId === '' || supplierId.length > idCharactersMost) {
    return { ok: false, failure: noJson, mayRun: true }
  }
  const status = answer.fields['status'] === 'in_progress' ? 'running' : 'queued'
  return { ok: true, supplierId, status, progress: progressOf(answer.fields) }
}

const idCharactersMost = 4_096

const progressOf = (fields: Fields): number =>
  Math.min(99, Math.max(0, Math.round(numberOf(fields['progress']) ?? 0)))

function pollOf(fields: Fields, target: Target, { supplierId }: Task): Poll {
  switch (fields['status']) {
    case 'queued':
      return { is: 'under-way', status: 'queued', progress: progressOf(fields) }
    case 'in_progress':
      return { is: 'under-way', status: 'running', progress: progressOf(fields) }
    case 'completed':
      return {
        is: 'succeeded',
        result: resultOf(fields),
        files: [{ own: placeOf(target, `/${segmentOf(supplierId)}/content`) }],
        meters: null,
      }
    case 'failed': {
      const error = fieldsOf(fields['error']) ?? {}
      const words = maskedFor(target, textOf(error['message']) ?? '')
      return { is: 'failed', code: codeOf(textOf(error['code'])), words }
    }
    default:
      return { is: 'unclear', words: 'The status is none that is known.' }
  }
}

const resultOf = ({ seconds, size }: Fields): Fields => ({
  ...(textOf(seconds) !== null && { seconds }),
  ...(textOf(size) !== null && { size }),
})

const codeOf = (code: string | null): string =>
  code !== null && /^[\w.-]{1,64}$/.test(code) ? code : 'failed'

const maskedFor = ({ channel, forwarded }: Target, words: string): string =>
  masked(words, {
    baseUrl: channel.baseUrl,
    values: secretsOf(channel),
    names: [forwarded, ...channel.models],
  })
