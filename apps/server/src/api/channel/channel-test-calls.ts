import type { ChannelTest } from '@posthouse/contract/channel'
import { inLanguage } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { judgeTest, keepTest, makesTasksOnly } from '../../channel-tests/judge-test.ts'
import {
  type ChannelProbe,
  findResponses,
  type ProbeParts,
  testChannel as sendTest,
} from '../../channel-tests/test-channel.ts'
import { channelFrom } from '../../domain/channels/channel-store.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { modelToTest } from '../../domain/models/chat-suggestions.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { storedChannel } from './stored-channel.ts'
import { unsavedChannel } from './unsaved-channel.ts'

const notAnswered = { text: '', only_streams: false, has_responses: null } as const

const testChannel: Handler<'testChannel'> = async ({ params, query }, call) => {
  const { parts } = call
  const stored = await storedChannel(params.id, call)
  const channel = channelFrom(stored)
  const model =
    query.model || modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  if (query.judge) {
    requireTestable(channel, model)
    const { result, outcome, hasResponses } = await judgeTest(stored, model, parts)
    if (result.ok) parts.health.clear(channel.id)
    if (result.ok) return { ...testOut(result, { model, hasResponses }), outcome }
    const { status, ms } = result
    const failure = String(inLanguage(result.message, call.language))
    return { ...notAnswered, model, time: ms / 1_000, status, failure, outcome }
  }
  const result = await runTest(channel, model, parts)
  const hasResponses = await keepTest(
    channel,
    { model, result },
    { ...parts, ...probeParts(parts) },
  )
  if (result.ok) parts.health.clear(channel.id)
  return testOut(result, { model, hasResponses })
}

const probeChannel: Handler<'probeChannel'> = async ({ body }, call) => {
  const { parts } = call
  const channel = await unsavedChannel(body, call)
  const model =
    body.model || modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  const result = await runTest(channel, model, parts)
  const hasResponses = result.ok ? await findResponses(channel, model, probeParts(parts)) : null
  return testOut(result, { model, hasResponses })
}

/** Sends a short request through the channel. */
export async function runTest(
  channel: Channel,
  model: string,
  parts: ApiParts,
): Promise<ChannelProbe> {
  requireTestable(channel, model)
  return sendTest(channel, model, probeParts(parts))
}

function requireTestable(channel: Channel, model: string): void {
  if (makesTasksOnly(channel)) throw new Refusal('channel.test-task', {})
  if (model === '') throw new Refusal('channel.no-model-to-test', {})
}

/** The result of a test. Refuses with the upstream's answer, masked, when it failed. */
export function testOut(
  result: ChannelProbe,
  { model, hasResponses }: { readonly model: string; readonly hasResponses: boolean | null },
): ChannelTest {
  const { status } = result
  if (!result.ok) {
    throw new Refusal(
      'channel.test-failed',
      { model, message: result.message },
      { inside: { status } },
    )
  }
  const { text, onlyStreams } = result
  return {
    model,
    time: result.ms / 1_000,
    status,
    text,
    only_streams: onlyStreams,
    has_responses: hasResponses,
    failure: '',
    outcome: 'none',
  }
}

export const probeParts = ({ transports, clock, snapshot }: ApiParts): ProbeParts => ({
  transports,
  clock,
  privateAllowed: snapshot.get().settings.PrivateBaseUrlsAllowed,
})

export const channelTestHandlers = {
  testChannel,
  probeChannel,
} satisfies Partial<Handlers>
