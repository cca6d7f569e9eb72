import type { EditRequest, ImageAnswer, ImageRequest } from '../../../operations/image.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import {
  type Fields,
  fieldsOf,
  listedOf,
  numberOf,
  objectsIn,
  textOf,
} from '../../../bytes/fields.ts'
import { encodeUsage } from '../../openai-responses/usage.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** A stream is made of what comes whole, without parts. */
const carried: ReadonlySet<string> = new Set(['model', 'prompt', 'n', 'size', 'quality', 'stream'])

/** Pictures: https://platform.openai.com/docs/api-reference/images. */
export const image: PieceAsServer<ImageRequest, ImageAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    const prompt = textOf(fields?.['prompt'])
    if (fields === null || prompt === null) return invalidField('prompt', 'a text is expected')
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

const pictured: ReadonlySet<string> = new Set(['image', 'images', 'prompt'])

/**
 * Edits and variations: https://platform.openai.com/docs/api-reference/images/createEdit. A file of a form stands in `image` as its base64 and its
 * media type, and a picture of a JSON body in `images` as a `data:` address.
 */
export const edit: PieceAsServer<EditRequest, ImageAnswer> = {
  ...image,
  request: (body, asked) => {
    const fields = fieldsOf(body) ?? {}
    const read = image.request({ ...fields, prompt: textOf(fields['prompt']) ?? likeness }, asked)
    if (!read.ok) return read
    const pictures = picturesIn(fields)
    if (pictures.length === 0) return invalidField('image', 'a picture is expected')
    const dropped = read.value.dropped.filter((name) => !pictured.has(name))
    return { ok: true, value: { request: { ...read.value.request, pictures }, dropped } }
  },
}

const likeness = 'Another picture like this one'

const picturesIn = (fields: Fields): EditRequest['pictures'] => [
  ...objectsIn(listedOf(fields['image'])).flatMap(({ base64, type }) =>
    typeof base64 === 'string' ? [{ base64, type: textOf(type) ?? 'image/png' }] : [],
  ),
  ...objectsIn(fields['images']).flatMap(({ image_url: url }) => {
    const [, type, base64] = /^data:([\w/+.-]+);base64,(.+)$/s.exec(textOf(url) ?? '') ?? []
    return type === undefined || base64 === undefined ? [] : [{ base64, type }]
  }),
]
