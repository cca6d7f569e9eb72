import type { SoundPart, SpeechAsClient } from '../../../operations/speech.ts'
import { fieldsOf, textOf, withoutNulls } from '../../../bytes/fields.ts'
import { soundUsage } from '../usage.ts'
import { failureInWhole } from './stream.ts'

/**
 * Speech: https://platform.openai.com/docs/api-reference/audio/createSpeech. Only events tell what was used, and the
 * models before gpt-4o-mini-tts have none.
 */
export const speech: SpeechAsClient = {
  body: ({ model, text, voice, format, speed, instructions }) =>
    withoutNulls({
      model,
      input: text,
      voice: voice ?? 'alloy',
      response_format: format,
      speed,
      instructions,
    }),
  form: (model, events) => ({
    stream_format: hasEvents(model) || (events && model.startsWith('sandbox/')) ? 'sse' : null,
  }),
  parts: (frame) => {
    const failure = failureInWhole(frame)
    if (failure !== null) return [{ kind: 'failure', failure }]
    return [...soundIn(frame), ...usageIn(frame)]
  },
}

const hasEvents = (model: string): boolean => {
  const [, , rest] = /(^|\/)gpt-(.*)/.exec(model) ?? []
  return rest?.includes('tts') === true
}

function soundIn({ type, audio }: Parameters<SpeechAsClient['parts']>[0]): readonly SoundPart[] {
  const base64 = textOf(audio)
  return type === 'speech.audio.delta' && base64 !== null ? [{ kind: 'sound', base64 }] : []
}

function usageIn({ usage }: Parameters<SpeechAsClient['parts']>[0]): readonly SoundPart[] {
  const reported = fieldsOf(usage) === null ? null : soundUsage(usage, 'audio_out')
  return reported === null ? [] : [{ kind: 'usage', reported }]
}
