import { dialects } from '../dialects.ts'
import { type Fields, objectsIn, textOf } from '../bytes/fields.ts'
import { base64Of } from './base64.ts'
import { tokensOf } from './content.ts'
import { failureScript, withFault } from './faults.ts'
import { withoutMarkers } from './markers.ts'
import { ordersOf } from './orders.ts'
import { pictureOf } from './picture.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'
import { pcmOf, samplesPerSecond } from './sounds/pcm.ts'
import { secondsIn, tonesOf } from './sounds/tones.ts'

type Medium = {
  readonly modality: 'IMAGE' | 'AUDIO'
  readonly part: (text: string) => { readonly mimeType: string; readonly bytes: Uint8Array }
  readonly tokens: (text: string) => number
}

/** A picture has 1 290 tokens, a second of speech 25: https://ai.google.dev/gemini-api/docs/pricing. */
const media: Readonly<Record<string, Medium>> = {
  'sandbox/image': {
    modality: 'IMAGE',
    part: (text) => ({ mimeType: 'image/png', bytes: pictureOf(text, 256, 256) }),
    tokens: () => 1_290,
  },
  'sandbox/speech': {
    modality: 'AUDIO',
    part: (text) => ({
      mimeType: `audio/L16;codec=pcm;rate=${samplesPerSecond}`,
      bytes: pcmOf(tonesOf(text, 1)),
    }),
    tokens: (text) => Math.ceil(25 * secondsIn(tonesOf(text, 1))),
  },
}

/** Gemini's `generateContent` of a model that answers with a picture or with speech; null: it answers with words. */
export function geminiMedia(
  { model, streams }: { readonly model: string; readonly streams: boolean },
  body: Fields,
  request: SandboxRequest,
): Script | null {
  const medium = media[model]
  if (medium === undefined) return null
  const dialect = dialects.gemini
  const marked = objectsIn(body['contents'])
    .flatMap(({ parts }) => objectsIn(parts))
    .map(({ text }) => textOf(text) ?? '')
    .join(' ')
  const orders = ordersOf(marked, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const answer = answerOf(medium, withoutMarkers(marked).trim())
  return withFault(streams ? eventOf(answer) : jsonScript(200, answer), orders, dialect)
}

function answerOf({ modality, part, tokens }: Medium, text: string): Fields {
  const { mimeType, bytes } = part(text)
  const [input, output] = [tokensOf(text), tokens(text)]
  return {
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: [{ inlineData: { mimeType, data: base64Of(bytes) } }] },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      candidatesTokensDetails: [{ modality, tokenCount: output }],
      totalTokenCount: input + output,
    },
  }
}

const eventOf = (answer: Fields): Script => ({
  ...jsonScript(200, {}),
  headers: { 'content-type': 'text/event-stream' },
  pieces: [{ delayMs: 0, bytes: bytesOf(`data: ${JSON.stringify(answer)}\r\n\r\n`) }],
})
