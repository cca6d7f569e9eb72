import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { entryOf, type Fields, textOf } from '@posthouse/llm/bytes/fields'
import type { SpooledFile } from '../../../http/spool.ts'
import { extensionOf, mediaTypeOf } from '../../../tasks/media-types.ts'
import { promptIn, wordOf } from '../videos/read-video.ts'
import { wordIn } from '../read-fields.ts'

export type KlingRequest = {
  readonly model: string
  readonly request: Fields
  /** The first frame. */
  readonly files: readonly SpooledFile[]
}

const usualModel = 'kling-v1'

const sizes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  std: { '16:9': '1280x720', '9:16': '720x1280', '1:1': '720x720' },
  pro: { '16:9': '1920x1080', '9:16': '1080x1920', '1:1': '1080x1080' },
}

/** Fields that change the video and that not every supplier has. `cfg_scale` may have Kling's default. */
const unsupported = [
  'negative_prompt',
  'camera_control',
  'image_tail',
  'static_mask',
  'dynamic_masks',
  'voice_list',
] as const

/** Reads the body of `text2video` or `image2video`. Refuses 400. */
export function klingRequestIn(fields: Fields, isFromPicture: boolean): KlingRequest {
  checkSupported(fields)
  const model = textOf(fields['model_name'] ?? fields['model'] ?? usualModel)
  if (model === null || model === '') throw new Refusal('model.required', { field: 'model_name' })
  const seconds = wordOf(fields, 'duration', { shape: /^[1-9]\d{0,2}$/, example: '5' }) ?? '5'
  const ratios = choiceIn(fields, 'mode', sizes)
  // A video that begins with a picture has the picture's aspect ratio.
  const size = isFromPicture ? ratios['16:9'] : choiceIn(fields, 'aspect_ratio', ratios)
  const prompt = isFromPicture ? wordIn(fields, 'prompt') : promptIn(fields)
  return {
    model,
    request: { prompt, seconds, size },
    files: isFromPicture ? [pictureIn(fields)] : [],
  }
}

function checkSupported(fields: Fields): void {
  const field = unsupported.find((name) => isGiven(fields[name]))
  const scale = fields['cfg_scale'] ?? 0.5
  if (field === undefined && Number(scale) === 0.5) return
  const reason = phrase('it is not supported here')
  throw new Refusal('model.field', { field: field ?? 'cfg_scale', reason })
}

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0)

/** The first is the default. */
function choiceIn<T>(fields: Fields, field: string, choices: Readonly<Record<string, T>>): T {
  const names = Object.keys(choices)
  const chosen = entryOf(choices, textOf(fields[field] ?? names[0]) ?? '')
  if (chosen !== undefined) return chosen
  const reason = phrase('one of {values} is expected', { values: names.join(', ') })
  throw new Refusal('model.field', { field, reason })
}

const pictures: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** Base64 only, because an address would be fetched by the supplier. */
function pictureIn(fields: Fields): SpooledFile {
  const text = textOf(fields['image'])
  if (text === null || text === '') throw new Refusal('model.required', { field: 'image' })
  const content = Buffer.from(text.replace(/^data:[^,]{1,100},/, ''), 'base64')
  const type = mediaTypeOf(content)
  if (type === null || !pictures.has(type)) {
    const reason = phrase('a picture file is expected: png, jpeg or webp')
    throw new Refusal('model.field', { field: 'image', reason })
  }
  return {
    field: 'input_reference',
    name: `picture.${extensionOf(type)}`,
    type,
    path: '',
    content,
    bytes: content.length,
    seconds: null,
    picture: true,
  }
}
