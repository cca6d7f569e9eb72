import { dialects } from '../dialects.ts'
import { type Fields, numberOf, textOf } from '../bytes/fields.ts'
import { base64Of } from './base64.ts'
import { tokensOf } from './content.ts'
import { failureScript, withFault } from './faults.ts'
import { withoutMarkers } from './markers.ts'
import { ordersOf } from './orders.ts'
import { pictureOf } from './picture.ts'
import { refusal } from './refusal.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'

/** As OpenAI counts a picture of 1024 by 1024: https://platform.openai.com/docs/guides/image-generation#cost-and-latency. */
const tokensOfQuality: Readonly<Record<string, number>> = { low: 272, medium: 1_056, high: 4_160 }
const usualTokens = 1_056
const picturesMost = 10
/** The longer side of what is drawn, whatever size was asked for. */
const sideMost = 256

/** OpenAI's pictures: each shows its prompt, in the shape of the size that was asked for. */
export function pictures(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const asked = readPictureRequest(body, request.path.endsWith('/variations'))
  if (typeof asked === 'string') return refusal(dialect, 400, asked)
  const { prompt, count, size, quality } = asked
  const orders = ordersOf(prompt, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const text = withoutMarkers(prompt).trim()
  const answer = {
    created: 0,
    data: Array.from({ length: count }, (_, index) => ({
      b64_json: base64Of(pictureOf(count === 1 ? text : `${index + 1}. ${text}`, ...size)),
    })),
    ...(orders.fault === 'no-usage'
      ? {}
      : { usage: usageOf(tokensOf(prompt), count * (tokensOfQuality[quality] ?? usualTokens)) }),
  }
  const script = body['stream'] === true ? eventsOf(answer, body, request) : jsonScript(200, answer)
  return withFault(script, orders, dialect)
}

const partsMost = 3

/** Each part that is asked for is the whole picture already: nobody draws here. */
function eventsOf(
  { data, ...rest }: PictureAnswer,
  body: Fields,
  { path }: SandboxRequest,
): Script {
  const name = path.endsWith('/edits') ? 'image_edit' : 'image_generation'
  const parts = Math.min(partsMost, numberOf(body['partial_images']) ?? 0)
  const events = data.flatMap((picture, at) => [
    ...Array.from({ length: parts }, (_, index) => ({
      type: `${name}.partial_image`,
      partial_image_index: index,
      ...picture,
    })),
    {
      type: `${name}.completed`,
      ...picture,
      ...(at === data.length - 1 && 'usage' in rest && { usage: rest.usage }),
    },
  ])
  return {
    ...jsonScript(200, {}),
    headers: { 'content-type': 'text/event-stream' },
    pieces: events.map((event) => ({
      delayMs: 0,
      bytes: bytesOf(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    })),
  }
}

type PictureAnswer = {
  readonly data: readonly { readonly b64_json: string }[]
  readonly usage?: Fields
}

type PictureRequest = {
  readonly prompt: string
  readonly count: number
  readonly size: readonly [width: number, height: number]
  readonly quality: string
}

/** A text is what is wrong with it. */
function readPictureRequest(body: Fields, isVariation: boolean): PictureRequest | string {
  const prompt = textOf(body['prompt']) ?? (isVariation ? 'Another one' : null)
  if (prompt === null || prompt.trim() === '') return 'prompt: a text is expected'
  const count = numberOf(body['n']) ?? 1
  if (!Number.isInteger(count) || count < 1 || count > picturesMost) {
    return `n: a whole number from 1 to ${picturesMost} is expected`
  }
  const size = sizeOf(textOf(body['size']) ?? 'auto')
  if (size === null) return 'size: such as 1024x1024 is expected'
  return { prompt, count, size, quality: textOf(body['quality']) ?? '' }
}

const usageOf = (input: number, output: number): Fields => ({
  input_tokens: input,
  output_tokens: output,
  total_tokens: input + output,
  input_tokens_details: { text_tokens: input, image_tokens: 0 },
  output_tokens_details: { text_tokens: 0, image_tokens: output },
})

/** Width and height of what is drawn; null: it is no size. */
function sizeOf(size: string): readonly [number, number] | null {
  if (size === 'auto') return [sideMost, sideMost]
  const [, width = 0, height = 0] = (/^(\d{2,5})x(\d{2,5})$/.exec(size) ?? []).map(Number)
  if (width === 0 || height === 0) return null
  const scale = sideMost / Math.max(width, height)
  return [Math.max(32, Math.round(width * scale)), Math.max(32, Math.round(height * scale))]
}
