import { endpointOf, segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, listOf, numberOf, textOf } from '@posthouse/llm/bytes/fields'
import { failureInAnswer } from '../../../upstream/attempt-failure.ts'
import type { Target } from '../../../upstream/outgoing.ts'
import type { Poll, Submission } from '../../task-kind.ts'
import { accepted, maskedFor, pictureIn, sizedVideos } from './video-supplier.ts'

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

export const kling = sizedVideos({
  usual: { seconds: '5', size: '1280x720' },
  sizes,
  prepare: async (target, { request, files }, { mode, aspect_ratio }) => {
    const { prompt, seconds } = request
    const common = { model_name: target.forwarded, prompt, mode, duration: seconds }
    const picture = await pictureIn(files)
    const operation = picture === null ? 'text2video' : 'image2video'
    return {
      url: endpointOf(target.channel.baseUrl, `/videos/${operation}`),
      // A video that begins with a picture has the picture's aspect ratio.
      body: picture === null ? { ...common, aspect_ratio } : { ...common, image: picture.base64 },
      submissionOf: (answer) => submissionOf(answer, target, operation),
    }
  },
  pollUrl: ({ channel }, supplierId) => {
    const [operation = '', id = ''] = supplierId.split('/')
    return endpointOf(channel.baseUrl, `/videos/${operation}/${segmentOf(id)}`)
  },
  pollOf: (answer, target) => pollOf(fieldsOf(answer['data']) ?? {}, target),
})

/** A refusal may come with status 200 and a `code` other than 0. */
function submissionOf(fields: Fields, target: Target, operation: string): Submission {
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
  return accepted(id === '' ? '' : `${operation}/${id}`, { status, progress: 0 })
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
