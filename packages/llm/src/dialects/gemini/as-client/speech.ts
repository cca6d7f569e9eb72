import type { SoundPart, SpeechAsClient } from '../../../operations/speech.ts'
import { fieldsOf, objectsIn, textOf } from '../../../bytes/fields.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'
import { failureOf } from '../failures.ts'
import { geminiUsage } from '../usage.ts'

const formats: ReadonlySet<string> = new Set(['wav', 'pcm'])

/** `generateContent` of a model that answers with speech: https://ai.google.dev/gemini-api/docs/speech-generation. */
export const speech: SpeechAsClient = {
  cannot: ({ format }) =>
    format === null || formats.has(format)
      ? null
      : invalidField('response_format', 'wav or pcm is expected: this model gives no other sound'),
  body: ({ text, voice, instructions }) => ({
    contents: [
      {
        role: 'user',
        parts: [{ text: instructions === null ? text : `${instructions}: ${text}` }],
      },
    ],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: {
        voiceConfig: { prebuiltVoiceConfig: { voiceName: voice ?? 'Kore' } },
      },
    },
  }),
  form: () => ({}),
  parts: (answer) => {
    if ((answer['error'] ?? null) !== null) {
      return [{ kind: 'failure', failure: failureOf(200, JSON.stringify(answer)) }]
    }
    const reported = geminiUsage(answer['usageMetadata'])
    return [
      ...soundsIn(answer['candidates']),
      ...(reported === null ? [] : [{ kind: 'usage', reported } as const]),
    ]
  },
  pcm: 24_000,
}

const soundsIn = (candidates: unknown): SoundPart[] =>
  objectsIn(candidates)
    .flatMap(({ content }) => objectsIn(fieldsOf(content)?.['parts']))
    .flatMap((part) => {
      const base64 = textOf(fieldsOf(part['inlineData'] ?? part['inline_data'])?.['data'])
      return base64 === null ? [] : [{ kind: 'sound', base64 } as const]
    })
