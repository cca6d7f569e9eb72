import { type Fields, parsedFields } from '@posthouse/llm/parts/fields'
import type { Caller, Exchange, Outcome, Request } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { Owned } from './conversation-store.ts'
import { followRun } from './follow-run.ts'
import { termsOf } from './keeping-terms.ts'
import { failed, runField } from './kept-run.ts'
import { recordRun } from './record-run.ts'
import { echoOf, type Turn } from './turn.ts'

/** How often a run looks whether somebody still wants it. */
const lookMs = 1_000

/** A response under way, whose client was answered already. */
export type Run = {
  /** Never rejects: what was made is charged. */
  end(outcome: Outcome | null): Promise<void>
  /** Resolves when the client who follows it has all of it, or has left. */
  readonly followed: Promise<void>
}

type RunParts = Pick<GatewayParts, 'responses' | 'runs' | 'clock' | 'log' | 'incarnation'>

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
  const of = { userId, id: turn.responseId }
  const { telling, followed } = await tellClient(parts, exchange, { of, response, turn })
  const { reply } = exchange
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
    followed,
    end: async (outcome) => {
      clearInterval(timer)
      const gone = failed(response, outcome?.refusal ?? null)
      try {
        // What was completed or cancelled is so already.
        const isOpen = await parts.responses.isUnderWay(of)
        await parts.responses.end(of, gone)
        telling?.end(isOpen ? { type: 'response.failed', response: gone } : null)
      } catch (error) {
        parts.log.error({ err: error, response: of.id }, 'a run could not be ended')
      }
      await telling?.close()
    },
  }
}

type Beginning = { readonly of: Owned; readonly response: Fields; readonly turn: Turn }

/** What those who follow a run are told of its end. */
type Telling = {
  /** Null: as its supplier said, if it said so. */
  end(event: Fields | null): void
  /** Never rejects. */
  close(): Promise<void>
}

/** The client has the response as it begins; who asked for a stream follows it from there. */
async function tellClient(
  parts: RunParts,
  exchange: Exchange,
  { of, response, turn }: Beginning,
): Promise<{ readonly telling: Telling | null; readonly followed: Promise<void> }> {
  const { reply } = exchange
  if (!turn.followed) {
    const client = reply.detach(null)
    client.send(200, { 'content-type': 'application/json' }, JSON.stringify(response))
    return { telling: null, followed: Promise.resolve() }
  }
  const first = ['response.created', 'response.in_progress'].map((type) => ({ type, response }))
  const writer = await parts.runs.begin(of, first)
  const recorder = recordRun(writer, of.id)
  const client = reply.detach((bytes) => recorder.take(bytes))
  const telling: Telling = {
    end: (event) => {
      const last = event ?? recorder.last()
      if (last !== null) writer.add(last)
    },
    close: () =>
      writer.close().catch((error: unknown) => {
        parts.log.error({ err: error, response: of.id }, 'what a run told could not be written')
      }),
  }
  return { telling, followed: followRun(parts, exchange, { client, of, after: -1 }) }
}

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
