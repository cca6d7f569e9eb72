import type { SpeechAsServer } from '../../../operations/speech.ts'
import { fieldsOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { inputTokensOf, outputTokensOf } from '../../../canonical/usage.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

const carried: ReadonlySet<string> = new Set([
  'model',
  'input',
  'voice',
  'response_format',
  'speed',
  'instructions',
  'stream_format',
])

/** Speech: https://platform.openai.com/docs/api-reference/audio/createSpeech. */
export const speech: SpeechAsServer = {
  request: (body, model) => {
    const fields = fieldsOf(body)
    const text = textOf(fields?.['input'])
    if (fields === null || text === null) return invalidField('input', 'a text is expected')
    const request = {
      model,
      text,
      voice: textOf(fields['voice']) ?? textOf(fieldsOf(fields['voice'])?.['id']),
      format: textOf(fields['response_format']),
      speed: numberOf(fields['speed']),
      instructions: textOf(fields['instructions']),
    }
    const dropped = Object.keys(fields).filter(
      (name) => !carried.has(name) && (fields[name] ?? null) !== null,
    )
    return { ok: true, value: { request, dropped } }
  },
  delta: (audio) => ({ type: 'speech.audio.delta', audio }),
  done: (usage) => ({
    type: 'speech.audio.done',
    usage: {
      input_tokens: inputTokensOf(usage),
      output_tokens: outputTokensOf(usage),
      total_tokens: inputTokensOf(usage) + outputTokensOf(usage),
    },
  }),
}
