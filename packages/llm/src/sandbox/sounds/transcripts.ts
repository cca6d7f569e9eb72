import { dialects } from '../../dialects.ts'
import { type Fields, textOf } from '../../bytes/fields.ts'
import { tokensOf } from '../content.ts'
import { failureScript, withFault } from '../faults.ts'
import { withoutMarkers } from '../markers.ts'
import { type Orders, ordersOf } from '../orders.ts'
import { refusal } from '../refusal.ts'
import {
  bytesOf,
  jsonScript,
  type SandboxFile,
  type SandboxRequest,
  type Script,
} from '../script.ts'

const secondsPerLine = 4
const linesMost = 2_000
/** As gpt-4o-transcribe is billed: $0.006 a minute at $6 a million (https://platform.openai.com/docs/pricing). */
const tokensPerSecond = 1_000 / 60

/** OpenAI's transcripts: a line for every four seconds of the file, which says when it is and what the file is called. */
export function transcription(body: Fields, request: SandboxRequest): Script {
  const dialect = dialects['openai-chat']
  const file = request.files?.find(({ field }) => field === 'file')
  if (file === undefined) return refusal(dialect, 400, 'file: a file is expected')
  const orders = ordersOf(`${textOf(body['prompt']) ?? ''}${file.name}`, request.settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const seconds = file.seconds ?? 1
  const segments = segmentsOf(file, seconds)
  const text = segments.map(({ text: line }) => line).join(' ')
  const usage = usageOf(seconds, text, orders)
  const format = textOf(body['response_format']) ?? 'json'
  const script =
    body['stream'] === true
      ? events(
          segments.map(({ text: line }) => line),
          { text, ...usage },
          orders,
        )
      : jsonScript(
          200,
          format === 'verbose_json'
            ? {
                task: 'transcribe',
                language: textOf(body['language']) ?? 'english',
                duration: seconds,
                text,
                segments,
                ...usage,
              }
            : { text, ...usage },
        )
  return withFault(script, orders, dialect)
}

type TranscriptSegment = {
  readonly id: number
  readonly start: number
  readonly end: number
  readonly text: string
}

function segmentsOf({ name }: SandboxFile, seconds: number): readonly TranscriptSegment[] {
  const count = Math.min(linesMost, Math.max(1, Math.ceil(seconds / secondsPerLine)))
  const title = withoutMarkers(name).replace(/\.\w+$/, '') || 'the file'
  return Array.from({ length: count }, (_, id) => {
    const start = id * secondsPerLine
    const end = Math.min(seconds, start + secondsPerLine)
    return { id, start, end, text: `Line ${id + 1} of ${title}, from second ${start}.` }
  })
}

function usageOf(seconds: number, text: string, { fault }: Orders): Fields {
  if (fault === 'no-usage') return {}
  const heard = Math.ceil(seconds * tokensPerSecond)
  const output_tokens = tokensOf(text)
  return {
    usage: {
      type: 'tokens',
      input_tokens: heard,
      input_token_details: { text_tokens: 0, audio_tokens: heard },
      output_tokens,
      total_tokens: heard + output_tokens,
    },
  }
}

const events = (lines: readonly string[], done: Fields, { speed }: Orders): Script => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  headDelayMs: 0,
  pieces: [
    ...lines.map((delta, at) => ({
      type: 'transcript.text.delta',
      delta: at === 0 ? delta : ` ${delta}`,
    })),
    { type: 'transcript.text.done', ...done },
  ].map((event) => ({
    delayMs: speed === 0 ? 0 : 1_000 / speed,
    bytes: bytesOf(`data: ${JSON.stringify(event)}\n\n`),
  })),
  end: 'complete',
})
