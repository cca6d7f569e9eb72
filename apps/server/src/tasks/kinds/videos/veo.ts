import { endpointOf, segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, listOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Target } from '../../../upstream/outgoing.ts'
import type { Poll, ResultFile } from '../../task-kind.ts'
import { accepted, codeOf, maskedFor, pictureIn, sizedVideos } from './video-supplier.ts'

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

export const veo = sizedVideos({
  usual: { seconds: '8', size: '1280x720' },
  sizes,
  prepare: async (target, { request, files }, sizeFields) => {
    const picture = await pictureIn(files)
    const image = picture && { bytesBase64Encoded: picture.base64, mimeType: picture.mediaType }
    return {
      url: placeOf(target, `/models/${segmentOf(target.forwarded)}:predictLongRunning`),
      body: {
        instances: [{ prompt: request['prompt'], ...(image !== null && { image }) }],
        // The price is that of one video.
        parameters: { ...sizeFields, durationSeconds: Number(request['seconds']), sampleCount: 1 },
      },
      submissionOf: (answer) => {
        const name = textOf(answer['name']) ?? ''
        const id = operationName.test(name) ? name : ''
        return accepted(id, { status: 'queued', progress: 0 })
      },
    }
  },
  pollUrl: (target, supplierId) => placeOf(target, `/${supplierId}`),
  pollOf,
})

/** Becomes part of a path. */
const operationName = /^(models\/[\w.-]+\/)?operations\/[\w-]+$/

const placeOf = ({ channel: { baseUrl, other } }: Target, path: string): URL =>
  endpointOf(baseUrl, path, other === '' ? 'v1beta' : other)

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

/** The channel's key is sent to the channel's own host only, whatever address an answer names. */
function fileAt(uri: string, { channel }: Target): ResultFile {
  const url = URL.parse(uri)
  return url !== null && url.origin === new URL(channel.baseUrl).origin
    ? { own: url }
    : { address: uri }
}
