import { segmentOf } from '../../../parts/endpoint.ts'
import type { Paths } from '../../dialect-shape.ts'

const at = (model: string, action: string): string => `/models/${segmentOf(model)}:${action}`

/** https://ai.google.dev/api: the model stands in the address. */
export const paths: Paths = {
  chat: ({ model, stream }) =>
    at(model, stream ? 'streamGenerateContent?alt=sse' : 'generateContent'),
  image: ({ model }) => at(model, 'generateContent'),
  edit: ({ model }) => at(model, 'generateContent'),
  speech: ({ model }) => at(model, 'generateContent'),
  embed: ({ model, single }) => at(model, single ? 'embedContent' : 'batchEmbedContents'),
  count: ({ model }) => at(model, 'countTokens'),
}
