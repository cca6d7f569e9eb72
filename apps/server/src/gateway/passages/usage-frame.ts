import { dataOf } from '@posthouse/llm/parts/framing'
import { openAiUsage } from '@posthouse/llm/protocols/openai-chat/usage'
import type { Reported } from '../exchange.ts'

export type UsageFrame = {
  readonly reported: Reported
  /** The frame has no other purpose: its list of choices is empty. */
  readonly onlyUsage: boolean
}

type Chunk = {
  readonly usage?: unknown
  readonly choices?: unknown
  readonly service_tier?: unknown
}

/** The usage in a frame, given as latin1; null: none after all. */
export function readUsage(frame: string): UsageFrame | null {
  const chunk = chunkIn(frame)
  const reported = openAiUsage(chunk?.usage)
  if (chunk === null || reported === null) return null
  const { service_tier: tier } = chunk
  return {
    reported: typeof tier === 'string' ? { ...reported, tier } : reported,
    onlyUsage: Array.isArray(chunk.choices) && chunk.choices.length === 0,
  }
}

function chunkIn(frame: string): Chunk | null {
  const data = dataOf(Buffer.from(frame, 'latin1').toString('utf8'))
  try {
    const value: unknown = data === null ? null : JSON.parse(data)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
