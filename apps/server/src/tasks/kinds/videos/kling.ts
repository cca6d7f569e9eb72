import { endpointOf, segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '@posthouse/llm/bytes/fields'
import { failureInAnswer } from '../../../upstream/attempt-failure.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import { wordsOf } from '../../submit-task.ts'
import type { Poll, Submission, TaskRequest } from '../../task-kind.ts'
import { pictureIn } from './picture-in.ts'
import {
  accepted,
  maskedFor,
  notAccepted,
  remixRefused,
  sizeRefused,
  type VideoSupplier,
} from './video-supplier.ts'

/*
 * Kling: https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo and imageToVideo beside it (read in
 * copies of these pages on 26 November 2026). Its modes are resolutions: `std` is 720p, `pro` 1080p.
 */

const sizes: Readonly<Record<string, Fields>> = {
  '1280x720': { mode: 'std', aspect_ratio: '16:9' },
  '720x1280': { mode: 'std', aspect_ratio: '9:16' },
  '720x720': { mode: 'std', aspect_ratio: '1:1' },
  '1920x1080': { mode: 'pro', aspect_ratio: '16:9' },
  '1080x1920': { mode: 'pro', aspect_ratio: '9:16' },
  '1080x1080': { mode: 'pro', aspect_ratio: '1:1' },
}

export const kling: VideoSupplier = {
  usual: { seconds: '5', size: '1280x720' },
  submit: async (calls, target, asked) => {
    if (asked.parent !== null) return remixRefused()
    const form = sizes[textOf(asked.request['size']) ?? '']
    if (form === undefined) return sizeRefused(Object.keys(sizes))
    const { way, body } = await bodyOf(target, asked, form)
    const url = endpointOf(target.channel.baseUrl, `/videos/${way}`)
    const answer = await calls.ask(target, { url, method: 'POST', body })
    return answer.ok ? submissionOf(answer.fields, target, way) : notAccepted(answer)
  },
  poll: async (calls, target, { supplierId }) => {
    const [way = '', id = ''] = supplierId.split('/')
    const url = endpointOf(target.channel.baseUrl, `/videos/${way}/${segmentOf(id)}`)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    if (answer.ok) return pollOf(fieldsOf(answer.fields['data']) ?? {}, target)
    const words = wordsOf(answer.failure)
    return answer.failure.status === 404
      ? { is: 'failed', code: 'lost', words }
      : { is: 'unclear', words }
  },
}

type KlingOperation = 'text2video' | 'image2video'

async function bodyOf(
  { forwarded }: Target,
  { request, files }: TaskRequest,
  { mode, aspect_ratio }: Fields,
): Promise<{ readonly way: KlingOperation; readonly body: Fields }> {
  const { prompt, seconds } = request
  const body = { model_name: forwarded, prompt, mode, duration: seconds }
  const picture = await pictureIn(files)
  return picture === null
    ? { way: 'text2video', body: { ...body, aspect_ratio } }
    : // As the picture is, so is the film.
      { way: 'image2video', body: { ...body, image: picture.base64 } }
}

/** An answer of 200 may be a refusal: `code` says. */
function submissionOf(fields: Fields, target: Target, way: KlingOperation): Submission {
  const { code, message } = fields
  if (code !== undefined && code !== 0) {
    const text = JSON.stringify({
      error: { message: textOf(message) ?? '', code: JSON.stringify(code) },
    })
    return { ok: false, failure: failureInAnswer(text, target.channel), mayRun: false }
  }
  const data = fieldsOf(fields['data']) ?? {}
  const id = textOf(data['task_id']) ?? numberOf(data['task_id'])?.toString() ?? ''
  const status = data['task_status'] === 'processing' ? 'running' : 'queued'
  return accepted(id === '' ? '' : `${way}/${id}`, { status, progress: 0 })
}

function pollOf(data: Fields, target: Target): Poll {
  switch (data['task_status']) {
    case 'submitted':
      return { is: 'under-way', status: 'queued', progress: 0 }
    case 'processing':
      return { is: 'under-way', status: 'running', progress: 0 }
    case 'succeed': {
      const [video] = listOf(fieldsOf(data['task_result'])?.['videos'])
      const address = textOf(fieldsOf(video)?.['url'])
      return address === null
        ? { is: 'failed', code: 'result', words: 'The supplier named no video.' }
        : { is: 'succeeded', result: {}, files: [{ address }], meters: null }
    }
    case 'failed': {
      const words = maskedFor(target, textOf(data['task_status_msg']) ?? '')
      return { is: 'failed', code: 'failed', words }
    }
    default:
      return { is: 'unclear', words: 'The status is none that is known.' }
  }
}
