import { modelToTest } from '../../domain/models/chat-suggestions.ts'
import type { Handler } from '../call.ts'
import { findResponses } from '../../channel-tests/test-channel.ts'
import { probeParts } from './probe-parts.ts'
import { tested, testOut } from './tested.ts'
import { unsavedChannel } from './unsaved-channel.ts'

export const probeChannel: Handler<'probeChannel'> = async ({ body }, call) => {
  const { parts } = call
  const channel = await unsavedChannel(body, call)
  const model =
    body.model || modelToTest(channel, { snapshot: parts.snapshot.get(), now: parts.clock.now() })
  const result = await tested(channel, model, parts)
  const hasResponses = result.ok ? await findResponses(channel, model, probeParts(parts)) : null
  return testOut(result, { model, hasResponses })
}
