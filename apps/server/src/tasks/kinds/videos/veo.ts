import { endpointOf, segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, listOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Target } from '../../../upstream/outgoing.ts'
import { wordsOf } from '../../submit-task.ts'
import type { Poll, ResultFile, TaskRequest } from '../../task-kind.ts'
import { pictureIn } from './picture-in.ts'
import {
  accepted,
  codeOf,
  maskedFor,
  notAccepted,
  remixRefused,
  sizeRefused,
  type VideoSupplier,
} from './video-supplier.ts'

/*
 * Veo of the Gemini API: https://ai.google.dev/gemini-api/docs/video, and the fields that the library @google/genai 3
 * sends and reads (read 26 November 2026).
 */

const sizes: Readonly<Record<string, Fields>> = {
  '1280x720': { aspectRatio: '16:9', resolution: '720p' },
  '720x1280': { aspectRatio: '9:16', resolution: '720p' },
  '1920x1080': { aspectRatio: '16:9', resolution: '1080p' },
  '1080x1920': { aspectRatio: '9:16', resolution: '1080p' },
  '3840x2160': { aspectRatio: '16:9', resolution: '4k' },
  '2160x3840': { aspectRatio: '9:16', resolution: '4k' },
}

export const veo: VideoSupplier = {
  usual: { seconds: '8', size: '1280x720' },
  submit: async (calls, target, asked) => {
    if (asked.parent !== null) return remixRefused()
    const form = sizes[textOf(asked.request['size']) ?? '']
    if (form === undefined) return sizeRefused(Object.keys(sizes))
    const url = placeOf(target, `/models/${segmentOf(target.forwarded)}:predictLongRunning`)
    const answer = await calls.ask(target, { url, method: 'POST', body: await bodyOf(asked, form) })
    if (!answer.ok) return notAccepted(answer)
    const name = textOf(answer.fields['name']) ?? ''
    return accepted(operationName.test(name) ? name : '', { status: 'queued', progress: 0 })
  },
  poll: async (calls, target, { supplierId }) => {
    const url = placeOf(target, `/${supplierId}`)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    if (answer.ok) return pollOf(answer.fields, target)
    const words = wordsOf(answer.failure)
    return answer.failure.status === 404
      ? { is: 'failed', code: 'lost', words }
      : { is: 'unclear', words }
  },
}

/** It becomes a path. */
const operationName = /^(models\/[\w.-]+\/)?operations\/[\w-]+$/

const placeOf = ({ channel: { baseUrl, other } }: Target, path: string): URL =>
  endpointOf(baseUrl, path, other === '' ? 'v1beta' : other)

async function bodyOf({ request, files }: TaskRequest, form: Fields): Promise<Fields> {
  const picture = await pictureIn(files)
  const image = picture && { bytesBase64Encoded: picture.base64, mimeType: picture.mediaType }
  return {
    instances: [{ prompt: request['prompt'], ...(image !== null && { image }) }],
    // Only of one film is the price.
    parameters: { ...form, durationSeconds: Number(request['seconds']), sampleCount: 1 },
  }
}

function pollOf(fields: Fields, target: Target): Poll {
  if (fields['done'] !== true) return { is: 'under-way', status: 'running', progress: 0 }
  const error = fieldsOf(fields['error'])
  if (error !== null) {
    const words = maskedFor(target, textOf(error['message']) ?? '')
    return { is: 'failed', code: codeOf(textOf(error['status'])), words }
  }
  return madeOf(fieldsOf(fieldsOf(fields['response'])?.['generateVideoResponse']) ?? {}, target)
}

function madeOf(response: Fields, target: Target): Poll {
  const [sample] = listOf(response['generatedSamples'])
  const uri = textOf(fieldsOf(fieldsOf(sample)?.['video'])?.['uri']) ?? ''
  if (uri !== '') return { is: 'succeeded', result: {}, files: [fileAt(uri, target)], meters: null }
  const [reason] = listOf(response['raiMediaFilteredReasons'])
  const words = maskedFor(target, textOf(reason) ?? 'The supplier made no video.')
  return { is: 'failed', code: 'filtered', words }
}

/** The key goes to the host of the channel alone, whatever address an answer names. */
function fileAt(uri: string, { channel }: Target): ResultFile {
  const url = URL.parse(uri)
  return url !== null && url.origin === new URL(channel.baseUrl).origin
    ? { own: url }
    : { address: uri }
}
