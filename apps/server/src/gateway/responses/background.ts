import type { Refusal } from '@posthouse/contract/refusal'
import type { Caller, Exchange, Request, Run } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { OwnedId } from '../../domain/kept-answers/conversation-store.ts'
import { followRun } from './follow-run.ts'
import { termsOf } from '../../domain/kept-answers/keeping-terms.ts'
import { runField } from '../../domain/kept-answers/run-field.ts'
import { eventWith, withMore } from '../../domain/kept-answers/json-text.ts'
import { failedAs } from './kept-run.ts'
import { recordRun } from './record-run.ts'
import type { RunEventText } from '../../domain/kept-answers/run-event.ts'
import { echoOf, type ResponseTurn } from '../../domain/kept-answers/turn.ts'

/** How often a run checks whether it is still wanted. */
const lookMs = 1_000

type RunParts = Pick<
  GatewayParts,
  'bodies' | 'responses' | 'runs' | 'clock' | 'log' | 'incarnation'
>

/** Answers a background request at once and continues without the client, recording events for followers. Null for other requests. */
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
  const rest = await restOf(parts, turn, { model: request.model, created })
  const response = withMore(rest, { status: 'in_progress', error: null })
  const kept = {
    userId,
    id: turn.responseId,
    previous: turn.ancestors.at(-1) ?? '',
    conversation: turn.conversation,
    place: null,
    underWay: true,
    model: request.model,
    response: withMore(response, { [runField]: parts.incarnation }),
    input: turn.input?.toString('utf8') ?? '[]',
  }
  await parts.responses.keep(kept, { ...terms, items: [], ancestors: turn.ancestors })
  const of = { userId, id: turn.responseId }
  const { telling, followed } = await tellClient(parts, exchange, { of, response, turn })
  const timer = lookAfter(parts, exchange, of)
  return {
    followed,
    end: async (outcome) => {
      clearInterval(timer)
      await endRun(parts, of, { telling, gone: failedResponse(rest, outcome?.refusal ?? null) })
      await telling?.close()
    },
  }
}

/** The final response of a run that failed or was cancelled. */
const failedResponse = (rest: string, refusal: Refusal | null): string =>
  withMore(rest, failedAs(refusal?.text('en') ?? null))

/** Aborts a run whose response was deleted or cancelled. */
function lookAfter({ responses, log }: RunParts, { reply }: Exchange, of: OwnedId): NodeJS.Timeout {
  const timer = setInterval(() => {
    responses
      .isUnderWay(of)
      .then((isWanted) => {
        if (!isWanted) reply.leave()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a run could not be looked after'))
  }, lookMs)
  return timer.unref()
}

/** Never rejects. */
async function endRun(
  { responses, log }: RunParts,
  of: OwnedId,
  { telling, gone: response }: { readonly telling: RunClosing | null; readonly gone: string },
): Promise<void> {
  try {
    // A completed or cancelled response stays as it is.
    const isOpen = await responses.isUnderWay(of)
    await responses.end(of, response)
    await telling?.end(isOpen ? eventWith('response.failed', response) : null)
  } catch (error) {
    log.error({ err: error, response: of.id }, 'a run could not be ended')
  }
}

/** `response` is JSON. */
type Beginning = { readonly of: OwnedId; readonly response: string; readonly turn: ResponseTurn }

/** Ends a run for its followers. */
type RunClosing = {
  /** `event` is null if the supplier's own final event was recorded. */
  end(event: RunEventText | null): Promise<void>
  /** Never rejects. */
  close(): Promise<void>
}

/** Sends the initial response; a streaming client follows the run from there. */
async function tellClient(
  parts: RunParts,
  exchange: Exchange,
  { of, response, turn }: Beginning,
): Promise<{ readonly telling: RunClosing | null; readonly followed: Promise<void> }> {
  const { reply } = exchange
  if (!turn.followed) {
    const client = reply.detach(null)
    client.send(200, { 'content-type': 'application/json' }, response)
    return { telling: null, followed: Promise.resolve() }
  }
  const first = ['response.created', 'response.in_progress'].map((type) =>
    eventWith(type, response),
  )
  const writer = await parts.runs.begin(of, first)
  const recorder = recordRun(parts, { writer, responseId: of.id })
  const client = reply.detach((bytes) => recorder.take(bytes))
  const telling: RunClosing = {
    end: async (event) => {
      const told = await recorder.last()
      const last = event ?? told
      if (last !== null) writer.add(last)
    },
    close: () =>
      writer.close().catch((error: unknown) => {
        parts.log.error({ err: error, response: of.id }, 'what a run told could not be written')
      }),
  }
  return { telling, followed: followRun(parts, exchange, { client, of, after: -1 }) }
}

/** The initial response as JSON, without status and error. */
function restOf(
  { bodies }: RunParts,
  turn: ResponseTurn,
  { model, created }: { readonly model: string; readonly created: number },
): Promise<string> {
  const known = { id: turn.responseId, created_at: created, model }
  const beginning = { own: turn.own, known, echo: echoOf(turn) }
  return bodies.compute('initialResponse', beginning, turn.own.length)
}
