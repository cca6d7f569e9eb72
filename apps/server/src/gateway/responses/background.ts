import type { Refusal } from '@posthouse/contract/refusal'
import { type Fields, parsedFields } from '@posthouse/llm/parts/fields'
import type { Caller, Exchange, Outcome, Request } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { termsOf } from './keeping-terms.ts'
import type { KeptResponse } from './kept-response.ts'
import { echoOf, type Turn } from './turn.ts'

/** Where a response that is under way is made: the life of a process. Told to nobody. */
const runField = 'posthouse_run'

/** How often a run looks whether somebody still wants it. */
const lookMs = 1_000

/** A response under way, whose client was answered already. Ending it never rejects: what was made is charged. */
export type Run = { end(outcome: Outcome | null): Promise<void> }

type RunParts = Pick<GatewayParts, 'responses' | 'clock' | 'log' | 'incarnation'>

/**
 * Answers a client who asked for a response in the background, and goes on without it: what follows is
 * kept for whoever asks by its id. Null: the client waits.
 */
export async function beginRun(
  parts: RunParts,
  exchange: Exchange,
  { caller, request }: { caller: Caller; request: Request },
): Promise<Run | null> {
  const { turn } = request
  if (turn === null || !turn.background) return null
  const terms = termsOf(parts, exchange)
  const userId = caller.owner.id
  const created = Math.floor(terms.now / 1_000)
  const response = underWay(turn, { model: request.model, created })
  const kept = {
    userId,
    id: turn.responseId,
    previous: turn.ancestors.at(-1) ?? '',
    conversation: turn.conversation,
    place: null,
    underWay: true,
    model: request.model,
    response: { ...response, [runField]: parts.incarnation },
    input: turn.input ?? [],
  }
  await parts.responses.keep(kept, { ...terms, items: [], ancestors: turn.ancestors })
  const { reply } = exchange
  reply.send(200, { 'content-type': 'application/json' }, JSON.stringify(response))
  reply.detach()
  const of = { userId, id: turn.responseId }
  const timer = setInterval(() => {
    parts.responses
      .isUnderWay(of)
      .then((isWanted) => {
        if (!isWanted) reply.leave()
      })
      .catch((error: unknown) => parts.log.warn({ err: error }, 'a run could not be looked after'))
  }, lookMs)
  timer.unref()
  return {
    end: async (outcome) => {
      clearInterval(timer)
      try {
        // What was completed is there already: then this changes nothing.
        await parts.responses.end(of, failed(response, outcome?.refusal ?? null))
      } catch (error) {
        parts.log.error({ err: error, response: of.id }, 'a run could not be ended')
      }
    },
  }
}

const failed = (response: Fields, refusal: Refusal | null): Fields => ({
  ...response,
  status: 'failed',
  error: {
    code: 'server_error',
    message: refusal?.text('en') ?? 'The response could not be completed',
  },
})

/** What of a request a response repeats. */
const repeated = [
  'instructions',
  'max_output_tokens',
  'metadata',
  'parallel_tool_calls',
  'reasoning',
  'text',
  'tool_choice',
  'tools',
] as const

function underWay(turn: Turn, { model, created }: { model: string; created: number }): Fields {
  const asked = parsedFields(turn.own.toString('utf8')) ?? {}
  return {
    id: turn.responseId,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    background: true,
    error: null,
    incomplete_details: null,
    model,
    output: [],
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    ...Object.fromEntries(repeated.flatMap((name) => (name in asked ? [[name, asked[name]]] : []))),
    ...echoOf(turn),
    usage: null,
  }
}

/** As it is shown: of a process that has ended no answer will come. */
export async function shownRun(
  parts: Pick<GatewayParts, 'responses' | 'clock'>,
  kept: KeptResponse,
): Promise<Fields> {
  const { [runField]: run, ...shown } = kept.response
  if (await parts.responses.isAlive(String(run), parts.clock.now())) return shown
  const gone = failed(shown, null)
  await parts.responses.end(kept, gone)
  return gone
}

/** Whoever makes it sees that nobody wants it any more, on whichever node. */
export async function cancelRun(
  { responses }: Pick<GatewayParts, 'responses'>,
  kept: KeptResponse,
): Promise<void> {
  const { [runField]: _run, ...shown } = kept.response
  await responses.end(kept, { ...shown, status: 'cancelled' })
}
