import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { phrase } from '@posthouse/contract/phrases'
import type { DecodeResult } from '@posthouse/llm/canonical/decode-result'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { BodyReading } from './request/body-facts.ts'
import { FetchRefused } from '../upstream/transport/guarded-fetch.ts'
import { readBody } from './request/read-body.ts'
import {
  type Looked,
  lookedAt,
  type Tell,
  type ToLookAt,
  type ToTranslate,
  translate,
  type Translation,
} from './answer/answers.ts'
import { bufferOf } from '../lib/bytes.ts'
import { clientOf } from '@posthouse/llm/dialects'
import { type Computations, computations } from './computations.ts'
import { inlineBytesMax } from './threads/inline-bytes.ts'
import { type Helpers, prepare, type Preparation, type ToPrepare } from './request/prepare.ts'
import { type PieceFound, pieceIn, type PieceWay } from './answer/pieces.ts'
import type { Work } from './messages.ts'
import { createWorkerPool, type WorkerPool } from './threads/worker-pool.ts'

/** An answer and its whole request body. */
type AnswerTranslation = ToTranslate & { readonly asked: Buffer }

/** Reads and writes bodies: small ones on the event loop, large ones in threads. */
export type BodyWorkers = {
  read(kind: BodyKind, body: Buffer): Promise<BodyReading>
  /** Prepares a body for a target. `known` avoids reading a small one again. */
  prepare(
    toPrepare: ToPrepare,
    helpers: Helpers,
    known: DecodeResult<ModelRequest> | null,
  ): Promise<Preparation>
  /** Translates a whole answer. `tell` runs on the loop; its rejection is passed on. */
  translate(answered: AnswerTranslation, body: Buffer, tell: Tell): Promise<Translation>
  /** Reads the facts of an answer that is forwarded unchanged. */
  look(toLookAt: ToLookAt, body: Buffer): Promise<Looked>
  /** Processes an answer in one piece. `tell` runs on the loop. */
  piece(way: PieceWay, body: Buffer, tell: Tell): Promise<PieceFound>
  /** Runs a computation; `bytes` is its approximate size. Rejects with a refusal. */
  compute<Name extends keyof Computations>(
    name: Name,
    input: Computations[Name]['takes'],
    bytes: number,
  ): Promise<Computations[Name]['gives']>
  close(): Promise<void>
}

const isSmall = ({ length }: { readonly length: number }): boolean => length <= inlineBytesMax

export function createBodyWorkers(): BodyWorkers {
  const pool = createWorkerPool()
  return {
    read: async (as, body) =>
      isSmall(body) ? readBody(as, body) : pool.run({ kind: 'read', as, body }, body.length),

    async prepare(toPrepare, helpers, known) {
      if (!isSmall(toPrepare.outgoing.body)) return prepareOff(pool, toPrepare, helpers)
      const here = await prepareHere(toPrepare, helpers, known)
      if (!here.fetches) return here
      // Keep the body read here, which is complete, for later candidates.
      return { ...(await prepareOff(pool, toPrepare, helpers)), asked: here.asked }
    },

    async translate({ from, way: { operation, dialect }, hearing, asked, isSeen }, body, tell) {
      const way = { operation, dialect }
      const { repeatsRequest, remembered } = clientOf(way).asServer
      if (isSmall(body) && (isSmall(asked) || !repeatsRequest)) {
        return translate({ from, way, hearing, asked: null, isSeen }, body, tell)
      }
      const { request, now, name, ownName } = hearing
      const work = {
        kind: 'translate',
        from,
        way,
        hearing: { request: remembered(request), now, name, ownName },
        asked: repeatsRequest ? asked : null,
        isSeen,
        body,
      } as const
      const bytes = body.length + (work.asked?.length ?? 0)
      const translation = await pool.run(work, bytes, { tell })
      if (translation.kind !== 'answer') return translation
      return { ...translation, body: bufferOf(translation.body) }
    },

    look: async ({ from, isSeen }, body) =>
      isSmall(body)
        ? lookedAt({ from, isSeen }, body)
        : pool.run({ kind: 'look', from, isSeen, body }, body.length),

    async piece({ operation, from, to, asked: { model, single, packed, shape } }, body, tell) {
      const way = { operation, from, to, asked: { model, single, packed, shape } }
      if (isSmall(body)) return pieceIn(way, body, tell)
      return pool.run({ kind: 'piece', way, body }, body.length, { tell })
    },

    async compute<Name extends keyof Computations>(
      name: Name,
      input: Computations[Name]['takes'],
      bytes: number,
    ) {
      if (isSmall({ length: bytes })) return computations[name](input)
      // The result type of each name is in computations.ts.
      const work = { kind: 'compute', name, input } as Work<'compute'>
      return pool.run(work, bytes) as Promise<Computations[Name]['gives']>
    },

    close: () => pool.close(),
  }
}

/** Runs on the loop. Returns `fetches` if files must be fetched, which is never small. */
async function prepareHere(
  toPrepare: ToPrepare,
  helpers: Helpers,
  known: DecodeResult<ModelRequest> | null,
): Promise<Preparation & { readonly fetches: boolean }> {
  let fetches = false
  const fetch = (): Promise<never> => {
    fetches = true
    return Promise.reject(new FetchRefused(phrase('given up')))
  }
  return { ...(await prepare(toPrepare, { ...helpers, fetch }, known)), fetches }
}

async function prepareOff(
  pool: WorkerPool,
  { target: { channel, key, forwarded }, outgoing }: ToPrepare,
  helpers: Helpers,
): Promise<Preparation> {
  const work = { kind: 'prepare', target: { channel, key, forwarded }, outgoing } as const
  const made = await pool.run(work, outgoing.body.length, helpers)
  const { prepared } = made
  if ('failure' in prepared) return made
  return { ...made, prepared: { ...prepared, body: bufferOf(prepared.body) } }
}
