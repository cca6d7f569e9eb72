import { isForeignOpenAi } from '@posthouse/contract/openai-address'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Channel } from './channel.ts'
import type { ChannelRow } from './channel-rows.ts'

/* Whether the address of a channel of type OpenAI has Responses, as a test found. It belongs to that address and type. */

type ChannelAddress = { readonly type: number; readonly base_url: string }

const placeText = ({ type, base_url: address }: ChannelAddress): string => `${type} ${address}`

/** `null` when the address and type that a channel has now were not tried. */
export function findingOf({
  type,
  base_url,
  responses_of: of,
  has_responses: found,
}: Pick<ChannelRow, 'type' | 'base_url' | 'responses_of' | 'has_responses'>): boolean | null {
  return of === placeText({ type: Number(type), base_url }) && found !== null ? found === 1n : null
}

/** Stores a finding with its channel, if the channel still has that address and type. */
export async function recordFinding(
  transaction: Transaction<Tables>,
  id: bigint,
  { has, ...place }: ChannelAddress & { readonly has: boolean },
): Promise<void> {
  if (!isForeignOpenAi(place)) return
  await transaction
    .updateTable('channels')
    .set({ responses_of: placeText(place), has_responses: has ? 1n : 0n })
    .where('id', '=', id)
    .where('type', '=', BigInt(place.type))
    .where('base_url', '=', place.base_url)
    .execute()
}

export type Configuration = {
  get(): { readonly channels: readonly Channel[] }
  change<Result>(write: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result>
}

/** Stores what a test or a call found, for all nodes. An answer that says nothing changes nothing. */
export async function keepFinding(
  { id, type, baseUrl, hasResponses }: Channel,
  has: boolean | null,
  configuration: Pick<Configuration, 'change'>,
): Promise<void> {
  if (has === null || has === hasResponses) return
  const finding = { type, base_url: baseUrl, has }
  await configuration.change((transaction) => recordFinding(transaction, id, finding))
}

type ForgetParts = {
  readonly snapshot: Configuration
  readonly log: { warn(fields: object, message: string): void }
}

/** Stores that an address no longer has Responses. Calls that meet it at the same time cause one write. */
export function createForgetting({ snapshot, log }: ForgetParts): (channel: Channel) => void {
  const writing = new Set<bigint>()
  return (channel) => {
    const { id } = channel
    const current = snapshot.get().channels.find((each) => each.id === id)
    if (current?.hasResponses !== true || writing.has(id)) return
    writing.add(id)
    keepFinding(channel, false, snapshot)
      .catch((error: unknown) => {
        log.warn({ channel: String(id), err: error }, 'a finding could not be stored')
      })
      .finally(() => writing.delete(id))
  }
}
