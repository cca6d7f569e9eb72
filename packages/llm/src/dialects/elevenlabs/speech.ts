import type { SpeechAsClient } from '../../operations/speech.ts'
import { withoutNulls } from '../../bytes/fields.ts'
import { invalidField } from '../../canonical/invalid-field.ts'
import { failureIn } from './failure.ts'

/** What OpenAI calls a format, as `output_format` of the address. */
const formats: Readonly<Record<string, string>> = {
  mp3: 'mp3_44100_128',
  opus: 'opus_48000_64',
  pcm: 'pcm_24000',
}

/** The voice of the vendor's first example, for clients that name one of OpenAI's or none. */
const usualVoice = 'JBFqnCBsd6RMkjVDRZzb'
/** Ids of voices are so long. */
const isVoice = (voice: string): boolean => /^[A-Za-z0-9]{20}$/.test(voice)

/**
 * `POST /v1/text-to-speech/{voice}/stream`: https://elevenlabs.io/docs/api-reference/text-to-speech/stream. Its answer is sound as it comes, and tells
 * no usage: characters are what is paid.
 */
export const speech: SpeechAsClient = {
  cannot: ({ format }) =>
    format === null || Object.hasOwn(formats, format)
      ? null
      : invalidField(
          'response_format',
          'mp3, opus or pcm is expected: this model gives no other sound',
        ),
  body: ({ model, text, speed }) =>
    withoutNulls({ model_id: model, text, voice_settings: speed === null ? null : { speed } }),
  words: ({ voice, format }) => ({
    voice: voice !== null && isVoice(voice) ? voice : usualVoice,
    format: formats[format ?? 'mp3'] ?? 'mp3_44100_128',
  }),
  form: () => ({}),
  parts: (answer) => {
    const failure = failureIn(answer)
    return failure === null ? [] : [{ kind: 'failure', failure }]
  },
}
