import type { EditRequest, ImageAnswer, ImageRequest } from '../../../operations/image.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { objectsIn, textOf, withoutNulls } from '../../../bytes/fields.ts'
import { responsesUsage } from '../../openai-responses/usage.ts'
import { failureInWhole } from './stream.ts'

/** Pictures: https://platform.openai.com/docs/api-reference/images. Their usage has the names that Responses have. */
export const image: PieceAsClient<ImageRequest, ImageAnswer> = {
  body: ({ model, prompt, count, size, quality }) =>
    withoutNulls({ model, prompt, n: count === 1 ? null : count, size, quality }),
  renamed: (_, { model }) => ({ model }),
  failure: failureInWhole,
  gives: ({ data }) => objectsIn(data).some(({ b64_json: bytes, url }) => bytes ?? url),
  answer: ({ data }) => ({
    pictures: objectsIn(data).map(({ b64_json: bytes, url }) => {
      const base64 = textOf(bytes)
      return base64 === null ? { url: textOf(url) ?? '' } : { base64 }
    }),
  }),
  usageField: 'usage',
  usage: responsesUsage,
  longList: 'data',
}

/** Pictures that become others come in a form: a body of its own is written for other dialects' suppliers alone. */
export const edit: PieceAsClient<EditRequest, ImageAnswer> = {
  ...image,
  body: ({ pictures, ...request }) => ({
    ...image.body(request),
    images: pictures.map(({ base64, type }) => ({ image_url: `data:${type};base64,${base64}` })),
  }),
}
