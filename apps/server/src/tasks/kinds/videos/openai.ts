import { endpointOf, segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, numberOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import type { SupplierCalls } from '../../call-supplier.ts'
import type { Poll, TaskRequest } from '../../task-kind.ts'
import {
  accepted,
  codeOf,
  maskedFor,
  notAccepted,
  unanswered,
  type VideoSupplier,
} from './video-supplier.ts'

/** https://platform.openai.com/docs/api-reference/videos */
export const openaiVideos: VideoSupplier = {
  usual: { seconds: '4', size: '720x1280' },
  submit: async (calls, target, asked) => {
    const answer = await create(calls, target, asked)
    if (!answer.ok) return notAccepted(answer)
    const { id, status } = answer.fields
    return accepted(textOf(id) ?? '', {
      status: status === 'in_progress' ? 'running' : 'queued',
      progress: progressOf(answer.fields),
    })
  },
  poll: async (calls, target, task) => {
    const url = placeOf(target, `/${segmentOf(task.supplierId)}`)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    return answer.ok ? pollOf(answer.fields, target, task) : unanswered(answer.failure)
  },
}

/** The sandbox stops a deleted video free of charge, while OpenAI deletes finished videos only. */
export const sandboxVideos: VideoSupplier = {
  ...openaiVideos,
  cancel: async (calls, target, task) => {
    const url = placeOf(target, `/${segmentOf(task.supplierId)}`)
    const { ok } = await calls.ask(target, { url, method: 'DELETE', body: null })
    return ok ? { refund: true } : null
  },
}

const placeOf = ({ channel }: Target, path: string): URL =>
  endpointOf(channel.baseUrl, `/videos${path}`)

function create(calls: SupplierCalls, target: Target, { request, parent, files }: TaskRequest) {
  const { prompt, ...rest } = request
  return parent === null
    ? calls.ask(target, {
        url: placeOf(target, ''),
        method: 'POST',
        body: { ...rest, prompt, model: target.forwarded },
        files,
      })
    : calls.ask(target, {
        url: placeOf(target, `/${segmentOf(parent.supplierId)}/remix`),
        method: 'POST',
        body: { prompt },
      })
}

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
