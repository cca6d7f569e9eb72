import type { TranscribeAsClient, Transcript } from '../../operations/transcribe.ts'
import { type Fields, numberOf, objectsIn, textOf, withoutNulls } from '../../bytes/fields.ts'
import { failureIn } from './failure.ts'

/** A line of subtitles ends with a sentence, or when it is so long. Seconds. */
const lineSecondsMost = 5

/** `POST /v1/speech-to-text`, in a form: https://elevenlabs.io/docs/api-reference/speech-to-text/convert. It translates nothing. */
export const transcribe: TranscribeAsClient = {
  form: () => ({}),
  fields: ({ language, temperature }, model) =>
    withoutNulls({
      model_id: model,
      language_code: textOf(language),
      temperature: numberOf(temperature),
      tag_audio_events: false,
    }),
  failure: failureIn,
  transcript: (answer) => {
    const text = textOf(answer['text'])
    if (text === null) return null
    return { text, seconds: null, segments: linesOf(objectsIn(answer['words'])), usage: null }
  },
  parts: () => [],
}

function linesOf(words: readonly Fields[]): Transcript['segments'] {
  const lines: { start: number; end: number; text: string }[] = []
  let isOpen = false
  for (const word of words) {
    const text = textOf(word['text']) ?? ''
    const [start, end] = [numberOf(word['start']) ?? 0, numberOf(word['end']) ?? 0]
    const last = lines.at(-1)
    if (isOpen && last !== undefined) {
      last.text += text
      last.end = end
    } else if (text.trim() !== '') lines.push({ start, end, text })
    const now = lines.at(-1)
    isOpen =
      now !== undefined &&
      !/[.!?。！？]\s*$/.test(now.text) &&
      now.end - now.start < lineSecondsMost
  }
  return lines
}
