import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import type { Outgoing, Target } from '../../../upstream/outgoing.ts'
import { lowered } from './output-limits.ts'

/** Fields that a channel's parameters never decide: ours or the client's alone. */
const unchangeable = new Set([
  'model',
  'stream',
  'stream_options',
  'messages',
  'input',
  'previous_response_id',
  'conversation',
  'background',
  'contents',
  'n',
])
const controls = new Set(['overwrite', 'per_model', 'pre_add'])

/** Fields that a channel adds to the bodies of a model. */
export function channelFields({
  channel: { bodyParameters: own },
  forwarded,
}: Pick<Target, 'channel' | 'forwarded'>): Readonly<Record<string, unknown>> {
  const forModel = own['per_model'] === true ? own[forwarded] : own
  const parameters = typeof forModel === 'object' && forModel !== null ? forModel : {}
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !controls.has(name) && !unchangeable.has(name)),
  )
}

/** Fields that a channel, and its supplier, put into every body: in place of what is there, or where nothing is. */
export function parametersFor(
  target: Target,
  supplier: Supplier,
  { outputCap, outputLimit }: Pick<Outgoing, 'outputCap' | 'outputLimit'>,
): { overwrites: Map<string, string>; fills: Map<string, string> } {
  const own = target.channel.bodyParameters
  const given = Object.entries(channelFields(target)).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  // A channel never asks for more than what is held.
  const entries = lowered(new Map(given), outputCap ?? outputLimit)
  const required = Object.entries(supplier.fields).map(
    ([name, value]) => [name, JSON.stringify(value)] as const,
  )
  return own['overwrite'] === true
    ? { overwrites: new Map(entries), fills: new Map(required) }
    : { overwrites: new Map(), fills: new Map([...required, ...entries]) }
}
