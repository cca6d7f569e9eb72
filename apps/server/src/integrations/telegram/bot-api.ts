import { z } from 'zod'
import { readWhole } from '../../upstream/transport/read-whole.ts'
import { type Opening, type Transport, TransportError } from '../../upstream/transport/transport.ts'

export type BotAccess = {
  readonly token: string
  /** Of the Bot API. */
  readonly address: string
  readonly privateAllowed: boolean
}

export type BotApi = {
  /** Resolves with the result; rejects with a `BotApiError`. Aborting rejects it at once. */
  call<Schema extends z.ZodType>(
    method: string,
    payload: Readonly<Record<string, unknown>>,
    result: Schema,
    options?: { readonly waitSeconds?: number; readonly signal?: AbortSignal },
  ): Promise<z.output<Schema>>
}

/** `status` 0: Telegram was not reached, or answered something else. Its message never has the token. */
export class BotApiError extends Error {
  override readonly name = 'BotApiError'
  readonly status: number
  readonly retryAfterSeconds: number

  constructor(status: number, message: string, retryAfterSeconds = 0) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const totalMs = 15_000
const bytesMax = 4 * 1_024 * 1_024

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().default(0) }).optional(),
})

export function createBotApi(
  { token, address, privateAllowed }: BotAccess,
  transport: Transport,
): BotApi {
  const base = address.replace(/\/+$/, '')
  return {
    async call(method, payload, result, { waitSeconds = 0, signal } = {}) {
      if (!/^[\w:-]+$/.test(token)) throw new BotApiError(401, 'it is not a bot token')
      const url = URL.parse(`${base}/bot${token}/${method}`)
      if (url === null) throw new BotApiError(0, 'the address of the API is not valid')
      const limitMs = totalMs + waitSeconds * 1_000
      const opening = transport.open({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'posthouse',
          'accept-encoding': 'identity',
        },
        body: Buffer.from(JSON.stringify(payload)),
        proxy: '',
        privateAllowed,
        timeouts: { headersMs: limitMs, idleMs: limitMs },
      })
      const { status, bytes } = await wholeAnswer(opening, limitMs, signal)
      return resultOf(status, bytes, result)
    },
  }
}

async function wholeAnswer(
  opening: Opening,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<{ status: number; bytes: Buffer }> {
  const abort = (): void => opening.abort()
  const timer = setTimeout(abort, limitMs)
  signal?.addEventListener('abort', abort)
  try {
    if (signal?.aborted === true) abort()
    const { status, body } = await opening.reply
    return { status, bytes: await readWhole(body, bytesMax) }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    throw new BotApiError(0, error.fault)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    opening.abort()
  }
}

function resultOf<Schema extends z.ZodType>(
  status: number,
  bytes: Buffer,
  schema: Schema,
): z.output<Schema> {
  const answer = Answer.safeParse(jsonOf(bytes))
  if (!answer.success) throw new BotApiError(0, `it answered ${status} and no JSON of the Bot API`)
  const { ok, result, description, parameters } = answer.data
  if (!ok) throw new BotApiError(status, description.slice(0, 300), parameters?.retry_after)
  const parsed = schema.safeParse(result)
  if (!parsed.success) throw new BotApiError(0, 'its answer has another shape')
  return parsed.data
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
