import { inLanguage } from '@posthouse/contract/phrases'
import { judgeTest, keepTest } from '../../channel-tests/judge-test.ts'
import { findResponses } from '../../channel-tests/test-channel.ts'
import { channelFrom } from '../../domain/channels/channel-store.ts'
import { modelToTest } from '../../domain/models/chat-suggestions.ts'
import type { Handler, Handlers } from '../call.ts'
import { probeParts, requireTestable, runTest, testOut } from './channel-probe.ts'
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

export const channelTestHandlers = {
  testChannel,
  probeChannel,
} satisfies Partial<Handlers>
