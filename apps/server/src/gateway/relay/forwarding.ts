import type { DecodeResult } from '@posthouse/llm/canonical/decode-result'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { Outgoing } from '../../upstream/outgoing.ts'
import type { Counting } from '../../charging/count-usage.ts'
import { DeliveredContent } from '../../charging/delivered-content.ts'
import type { AttemptRecord } from '../../domain/usage-log/attempt-row.ts'
import type { Caller, Exchange, Request, CallHold, Run } from '../exchange.ts'
import type { PricedCandidate, PricedPlan } from '../../domain/pricing/priced-candidate.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { KeepAlive } from '../reply/keep-alive.ts'
import type { Passage } from '../../codec/answer/passage.ts'
import { isKeptThere } from '../../domain/kept-answers/turn.ts'
import type { ResponseKeeper } from '../../domain/kept-answers/response-keeper.ts'
import { RunningCount } from '../../charging/running-count.ts'

export type ToForward = {
  readonly caller: Caller
  readonly request: Request
  readonly plan: PricedPlan
  readonly hold: CallHold
}

/** State shared by all attempts of one request. */
export type Forwarding = ToForward & {
  readonly parts: GatewayParts
  readonly exchange: Exchange
  readonly outgoing: Outgoing
  readonly delivered: DeliveredContent
  readonly keepAlive: KeepAlive
  readonly attempts: AttemptRecord[]
  /** Null unless the response runs in the background. */
  readonly run: Run | null
  firstContentMs: number | null
  /** An upstream was called. From here on a bug of ours settles and never voids. */
  reached: boolean
  /** The current or last candidate. */
  candidate: PricedCandidate | null
  /** Stream of the current attempt. */
  passage: Passage | null
  /** Running token count, used while the hold does not cover everything. */
  running: RunningCount
  /** The canonical request, once needed. For a large one only the part that opens a stream. */
  asked: DecodeResult<ModelRequest> | null
  /** Stores the answer of the current attempt, if it is stored. */
  keeper: ResponseKeeper | null
}

/** The part of a request that is the same for all candidates. */
export function outgoingOf(
  { surface, incoming, snapshot: { settings } }: Exchange,
  request: Request,
  outputCap: number | null,
): Outgoing {
  return {
    operation: surface.operation,
    single: surface.single === true,
    dialect: surface.dialect,
    body: request.body,
    files: request.files,
    model: request.model,
    stream: request.stream,
    eventsAsked: request.form.events,
    usageAsked: request.usageAsked,
    outputLimit: request.outputLimit,
    outputLimitFields: request.outputLimitFields,
    hasLimitAlias: request.hasLimitAlias,
    outputCap,
    expanded: request.turn?.expanded ?? false,
    keptThere: request.turn !== null && isKeptThere(request.turn),
    clientHeaders: incoming.request.headers,
    privateAllowed: settings.PrivateBaseUrlsAllowed,
    timeouts: {
      headersMs: settings.FirstByteTimeout * 1_000,
      idleMs: settings.StreamIdleTimeout * 1_000,
    },
  }
}

export const runningCount = (
  { tokens }: Pick<GatewayParts, 'tokens'>,
  { model }: Pick<Request, 'model'>,
): RunningCount => new RunningCount((text) => tokens.most([text], model))

export function begin(
  parts: GatewayParts,
  exchange: Exchange,
  asked: ToForward & Pick<Forwarding, 'run'>,
): Forwarding {
  const { request, hold } = asked
  const { settings } = exchange.snapshot
  return {
    ...asked,
    parts,
    exchange,
    delivered: new DeliveredContent(),
    attempts: [],
    firstContentMs: null,
    reached: false,
    candidate: null,
    passage: null,
    running: runningCount(parts, request),
    asked: null,
    keeper: null,
    keepAlive: new KeepAlive(exchange.reply, parts.clock, {
      comment: exchange.surface.keepAlive,
      silenceMs: request.stream ? settings.StreamKeepAlive * 1_000 : 0,
    }),
    outgoing: outgoingOf(exchange, request, hold.outputCap),
  }
}

export const countingOf = ({
  parts: { tokens },
  request,
  hold,
  candidate,
  delivered,
}: Forwarding): Counting => ({ tokens, request, hold, candidate, delivered })
