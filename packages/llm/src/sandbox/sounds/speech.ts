import { dialects } from '../../dialects.ts'
import { type Fields, numberOf, textOf } from '../../bytes/fields.ts'
import { wavOf } from '../../bytes/wav.ts'
import { base64Of } from '../base64.ts'
import { tokensOf } from '../content.ts'
import { failureScript, withFault } from '../faults.ts'
import { withoutMarkers } from '../markers.ts'
import { type Orders, ordersOf } from '../orders.ts'
import { refusal } from '../refusal.ts'
import { bytesOf, type Piece, type SandboxRequest, type Script } from '../script.ts'
import { mp3Of } from './mp3.ts'
import { secondsIn, type Tone, tonesOf } from './tones.ts'
import { pcmOf, samplesPerSecond } from './pcm.ts'

const charactersMost = 4_096
/** As gpt-4o-mini-tts is billed: $0.015 a minute at $12 a million (https://platform.openai.com/docs/pricing). */
const tokensPerSecond = 1_250 / 60
const pieceBytes = 8 * 1024

type Format = { readonly type: string; readonly file: (tones: readonly Tone[]) => Uint8Array }

const formats: Readonly<Record<string, Format>> = {
  mp3: { type: 'audio/mpeg', file: mp3Of },
  wav: { type: 'audio/wav', file: (tones) => wavOf(pcmOf(tones), samplesPerSecond) },
  pcm: { type: 'audio/pcm', file: pcmOf },
}

/** OpenAI's speech: a tone for each word. */
export function speech(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const asked = readSpeechOptions(body)
  if (typeof asked === 'string') return refusal(dialect, 400, asked)
  const orders = ordersOf(asked.marked, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const tones = tonesOf(asked.text, asked.speed)
  const bytes = asked.format.file(tones)
  const script =
    body['stream_format'] === 'sse'
      ? events(bytes, usageOf(asked.text, tones, orders))
      : sound(bytes, asked.format.type)
  return withFault(timed(script, orders), orders, dialect)
}

type SpeechOptions = {
  readonly marked: string
  readonly text: string
  readonly format: Format
  readonly speed: number
}

/** A text is what is wrong with it. */
function readSpeechOptions(body: Fields): SpeechOptions | string {
  const marked = textOf(body['input']) ?? ''
  const text = withoutMarkers(marked).trim()
  if (marked.trim() === '') return 'input: a text is expected'
  if (text.length > charactersMost)
    return `input: at most ${charactersMost} characters are expected`
  const format = formats[textOf(body['response_format']) ?? 'mp3']
  if (format === undefined) return 'response_format: mp3, wav or pcm is expected'
  const speed = numberOf(body['speed']) ?? 1
  if (speed < 0.25 || speed > 4) return 'speed: a number from 0.25 to 4 is expected'
  return { marked, text, format, speed }
}

function usageOf(text: string, tones: readonly Tone[], { fault }: Orders): Fields {
  if (fault === 'no-usage') return {}
  const input_tokens = tokensOf(text)
  const output_tokens = Math.ceil(secondsIn(tones) * tokensPerSecond)
  return { usage: { input_tokens, output_tokens, total_tokens: input_tokens + output_tokens } }
}

const sound = (bytes: Uint8Array, type: string): Script => ({
  status: 200,
  headers: { 'content-type': type },
  headDelayMs: 0,
  pieces: cut(bytes).map((piece) => ({ delayMs: 0, bytes: piece })),
  end: 'complete',
})

const events = (bytes: Uint8Array, usage: Fields): Script => ({
  ...sound(new Uint8Array(), 'text/event-stream'),
  pieces: [
    ...cut(bytes).map((piece) => ({ type: 'speech.audio.delta', audio: base64Of(piece) })),
    { type: 'speech.audio.done', ...usage },
  ].map((event) => ({ delayMs: 0, bytes: bytesOf(`data: ${JSON.stringify(event)}\n\n`) })),
})

/** `speed` of the orders is pieces a second. */
const timed = (script: Script, { speed }: Orders): Script =>
  speed === 0
    ? script
    : {
        ...script,
        pieces: script.pieces.map((piece): Piece => ({ ...piece, delayMs: 1_000 / speed })),
      }

const cut = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
