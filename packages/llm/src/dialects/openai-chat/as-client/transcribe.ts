import type {
  TranscribeAsClient,
  Transcript,
  TranscriptPart,
} from '../../../operations/transcribe.ts'
import { type Fields, fieldsOf, numberOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import { soundUsage } from '../usage.ts'
import { failureInWhole } from './stream.ts'

/**
 * Transcripts and translations: https://platform.openai.com/docs/api-reference/audio/createTranscription. A plain text tells
 * neither what was used nor how long the sound is, and not every server has subtitles: both are made of what tells it.
 */
export const transcribe: TranscribeAsClient = {
  form: (format) => {
    if (format === 'text') return { response_format: 'json' }
    return format === 'srt' || format === 'vtt' ? { response_format: 'verbose_json' } : {}
  },
  failure: failureInWhole,
  transcript,
  parts: (frame) => {
    const failure = failureInWhole(frame)
    if (failure !== null) return [{ kind: 'failure', failure }]
    return partIn(frame)
  },
}

function partIn(frame: Fields): readonly TranscriptPart[] {
  const type = textOf(frame['type'])
  if (type === 'transcript.text.delta') {
    return [{ kind: 'text', text: textOf(frame['delta']) ?? '' }]
  }
  const whole = type === 'transcript.text.done' ? transcript(frame) : null
  return whole === null ? [] : [{ kind: 'end', transcript: whole }]
}

function transcript(answer: Fields): Transcript | null {
  const text = textOf(answer['text'])
  if (text === null) return null
  const usage = fieldsOf(answer['usage']) ?? {}
  return {
    text,
    seconds: numberOf(usage['seconds']) ?? numberOf(answer['duration']),
    segments: objectsIn(answer['segments']).map((segment) => ({
      start: numberOf(segment['start']) ?? 0,
      end: numberOf(segment['end']) ?? 0,
      text: textOf(segment['text']) ?? '',
    })),
    usage: soundUsage(usage, 'output'),
  }
}
