import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { afterEach } from 'vitest'
import { ask, channel, type Rig } from '../rig/gateway-rig.ts'
import { rigs } from '../rig/rigs.ts'
import { scriptedSupplier, type ScriptedSupplier } from '../rig/scripted-supplier.ts'

/** A gateway over one channel whose supplier answers what a test gives it. */
export type Played = {
  readonly rig: Rig
  readonly supplier: ScriptedSupplier
  /** The next answers, whole or as the chunks of a stream. */
  play(answer: Answer): void
  ask(path: string, body: Readonly<Record<string, unknown>>): Promise<Response>
}

type Answer =
  | { readonly whole: object }
  | { readonly chunks: readonly object[] }
  | { readonly frames: readonly string[] }

/** What a supplier of a dialect says, whole and as a stream. */
export function saying(
  dialect: DialectName,
  events: readonly ModelEvent[],
): Readonly<Record<'whole' | 'stream', Answer>> {
  const { asServer } = dialects[dialect]
  const request = { ...plainRequest, dialect, usageAsked: true }
  const writer = asServer.write(request)
  return {
    whole: { whole: asServer.answer(events, request) },
    stream: { frames: events.map((event) => writer.frames(event)) },
  }
}

type Options = {
  readonly type: number
  /** Below the address of the supplier. */
  readonly path?: string
}

/** Stands them up in the tests of one file, and takes them away after each. */
export function playing(): (options: Options) => Promise<Played> {
  const stand = rigs()
  const suppliers: ScriptedSupplier[] = []
  afterEach(async () => {
    await Promise.all(suppliers.splice(0).map((supplier) => supplier.close()))
  })
  return async ({ type, path = '' }) => {
    const supplier = await scriptedSupplier()
    suppliers.push(supplier)
    const rig = await stand({ channels: [channel({ type, baseUrl: `${supplier.url}${path}` })] })
    return {
      rig,
      supplier,
      play: (answer) =>
        supplier.play(
          'whole' in answer
            ? { frames: [JSON.stringify(answer.whole)], contentType: 'application/json' }
            : 'frames' in answer
              ? { frames: answer.frames }
              : { frames: [...answer.chunks.map(framed), 'data: [DONE]\n\n'] },
        ),
      ask: (to, body) => ask(rig, { path: to, more: body }),
    }
  }
}

/** Chunks of a dialect with names for its events say them in `type`. */
const framed = (chunk: object): string =>
  `${'type' in chunk ? `event: ${String(chunk.type)}\n` : ''}data: ${JSON.stringify(chunk)}\n\n`

/** A chat answer of one call, whole and in pieces. */
export function chatCalls(message: object): { whole: Answer; stream: Answer } {
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }
  const common = { id: 'x1', created: 1, model: 'm' }
  const finish = { index: 0, finish_reason: 'tool_calls' }
  return {
    whole: {
      whole: {
        ...common,
        choices: [{ ...finish, message: { role: 'assistant', ...message } }],
        usage,
      },
    },
    stream: {
      chunks: [
        {
          ...common,
          choices: [{ index: 0, delta: { role: 'assistant', ...message }, finish_reason: null }],
        },
        { ...common, choices: [{ ...finish, delta: {} }], usage },
      ],
    },
  }
}
