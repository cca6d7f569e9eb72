import type { ImageAnswer, ImageRequest } from '../../../operations/image.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { fieldsOf, numberOf, textOf } from '../../../parts/fields.ts'
import { encodeUsage } from '../../openai-responses/usage.ts'
import { wrong } from '../../wrong.ts'

const carried: ReadonlySet<string> = new Set(['model', 'prompt', 'n', 'size', 'quality'])

/** Pictures: https://platform.openai.com/docs/api-reference/images. */
export const image: PieceAsServer<ImageRequest, ImageAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    const prompt = textOf(fields?.['prompt'])
    if (fields === null || prompt === null) return wrong('prompt', 'a text is expected')
    const request = {
      model,
      prompt,
      count: numberOf(fields['n']) ?? 1,
      size: textOf(fields['size']),
      quality: textOf(fields['quality']),
    }
    const dropped = Object.keys(fields).filter(
      (name) => !carried.has(name) && (fields[name] ?? null) !== null,
    )
    return { ok: true, value: { request, dropped } }
  },
  answer: ({ pictures }) => ({
    created: Math.floor(Date.now() / 1_000),
    data: pictures.map((picture) =>
      'base64' in picture ? { b64_json: picture.base64 } : { url: picture.url },
    ),
  }),
  usage: (event) => ({ usage: encodeUsage(event) }),
  usageRequired: false,
}
