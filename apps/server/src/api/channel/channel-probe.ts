import type { ChannelTest } from '@posthouse/contract/channel'
import { Refusal } from '@posthouse/contract/refusal'
import { makesTasksOnly } from '../../channel-tests/judge-test.ts'
import {
  type ChannelProbe,
  type ProbeParts,
  testChannel,
} from '../../channel-tests/test-channel.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { ApiParts } from '../api-parts.ts'

/** Sends a short request through the channel. */
export async function runTest(
  channel: Channel,
  model: string,
  parts: ApiParts,
): Promise<ChannelProbe> {
  requireTestable(channel, model)
  return testChannel(channel, model, probeParts(parts))
}

export function requireTestable(channel: Channel, model: string): void {
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
