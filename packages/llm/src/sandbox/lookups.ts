import type { DialectName } from '../canonical/dialect.ts'
import type { Dialect } from '../dialects.ts'
import { type Fields, fieldsOf } from '../bytes/fields.ts'
import { inputTokensFor } from './chat.ts'
import { jsonScript, type Script } from './script.ts'

const sandboxModels = [
  'sandbox/chat',
  'sandbox/chat-mini',
  'sandbox/reasoner',
  'sandbox/embedding',
  'sandbox/image',
  'sandbox/moderate',
  'sandbox/rerank',
  'sandbox/speech',
  'sandbox/transcribe',
  'sandbox/video',
] as const

/** Lists of the sandbox, in the shape of the dialect. */
export const listModels = (dialect: DialectName): Script =>
  dialect === 'gemini'
    ? jsonScript(200, {
        models: sandboxModels.map((id) => ({
          name: `models/${id}`,
          supportedGenerationMethods: ['generateContent', 'countTokens'],
        })),
      })
    : jsonScript(200, {
        object: 'list',
        data: sandboxModels.map((id) => ({ id, object: 'model', created: 0, owned_by: 'sandbox' })),
      })

/** The length of a prompt. */
export function countTokens(dialect: Dialect, body: Fields, model: string): Script {
  // Gemini's question may have a whole request inside.
  const request = fieldsOf(body['generateContentRequest']) ?? body
  const asked = { ...request, model, max_tokens: 1 }
  const decoded = dialect.asServer.request(asked, { model, stream: false })
  const tokens = decoded.ok ? inputTokensFor(decoded.value) : 0
  return jsonScript(
    200,
    dialect.id === 'gemini' ? { totalTokens: tokens } : { input_tokens: tokens },
  )
}
