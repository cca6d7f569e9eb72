import { type DialectName, usualDialect } from './canonical/dialect.ts'
import type { Fields } from './bytes/fields.ts'
import type { OperationName } from './operations/operation.ts'

/** The shortest question of an operation to the models of such names. */
type Probe = {
  readonly operation: OperationName
  readonly models: RegExp
  readonly body: (model: string) => Fields
  /** A second of silence goes with it. */
  readonly sound?: true
}

const probes: readonly Probe[] = [
  {
    operation: 'image',
    models: /dall-?e|gpt-image|sandbox\/image/i,
    body: (model) => ({ model, prompt: 'a dot' }),
  },
  {
    operation: 'transcribe',
    models: /whisper|transcri|scribe|(^|[/-])(stt|asr)([/-]|$)/i,
    body: (model) => ({ model, file: { seconds: 1 } }),
    sound: true,
  },
  {
    operation: 'speech',
    models: /(^|[/-])tts|speech|-tts|(^|\/)eleven_/i,
    body: (model) => ({ model, input: 'hi', voice: 'alloy' }),
  },
  { operation: 'moderate', models: /moderat/i, body: (model) => ({ model, input: 'hi' }) },
  {
    operation: 'rerank',
    models: /rerank/i,
    body: (model) => ({ model, query: 'hi', documents: ['hi'] }),
  },
  { operation: 'embed', models: /embed|^voyage-/i, body: (model) => ({ model, input: 'hi' }) },
]

const chat: Probe = {
  operation: 'chat',
  models: /^/,
  body: (model) => ({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 16 }),
}

/** The trial of a model of which only its name is known, in the usual dialect. */
export function probeFor(
  model: string,
): Pick<Probe, 'operation' | 'sound'> & { readonly dialect: DialectName; readonly body: Fields } {
  const { body, ...probe } = probes.find(({ models }) => models.test(model)) ?? chat
  return { ...probe, dialect: usualDialect, body: body(model) }
}
