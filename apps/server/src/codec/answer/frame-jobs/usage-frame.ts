import { dataOf } from '@posthouse/llm/bytes/framing'
import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import type { Scan } from '@posthouse/llm/operations/dialect-shape'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'

export type UsageFrame = {
  readonly reported: ReportedUsage
  /** The frame has no other purpose: its list of choices is empty. */
  readonly onlyUsage: boolean
}

/** The usage in a frame, given as latin1; null: none after all. */
export function readUsage(frame: string, { usageIn }: Pick<Scan, 'usageIn'>): UsageFrame | null {
  const chunk = chunkIn(frame)
  const reported = chunk === null ? null : usageIn(chunk)
  if (chunk === null || reported === null) return null
  const { service_tier: tier, choices } = chunk
  return {
    reported: typeof tier === 'string' ? { ...reported, tier } : reported,
    onlyUsage: Array.isArray(choices) && choices.length === 0,
  }
}

function chunkIn(frame: string): Fields | null {
  const data = dataOf(Buffer.from(frame, 'latin1').toString('utf8'))
  return data === null ? null : parsedFields(data)
}
