import type { UsageEvent } from '../../canonical/event.ts'
import { claimedBy, countsOf, capParts } from '../../canonical/usage/counts.ts'
import { type Fields, listOf, numberOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import {
  inputTokensOf,
  type ReportedSide,
  type ReportedUsage,
  reportOf,
} from '../../canonical/usage.ts'
import { camelled } from './spelling.ts'

/*
 * `usageMetadata`: https://ai.google.dev/api/generate-content#UsageMetadata. promptTokenCount
 * includes cached tokens, candidatesTokenCount is without reasoning, and what tools of the vendor's
 * own read comes on top (toolUsePromptTokenCount). Details break each of them up by modality.
 */

export function geminiUsage(reported: unknown): ReportedUsage | null {
  const usage = camelled(reported)
  if (usage === null) return null
  const totals = ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount']
  if (totals.every((name) => (usage[name] ?? null) === null)) return null
  return reportOf(inputOf(usage), outputOf(usage))
}

function inputOf(usage: Fields): ReportedSide | null {
  const counts = countsOf([
    usage['promptTokenCount'],
    usage['toolUsePromptTokenCount'],
    usage['cachedContentTokenCount'],
  ])
  const audio = freshOf(usage, 'AUDIO')
  const image = freshOf(usage, 'IMAGE')
  if (counts === null || audio === null || image === null) return null
  const [prompt = 0, tool = 0, cached = 0] = counts
  const total = prompt + tool
  const parts = [cached, audio, image]
  const [cache_read = 0, audio_in = 0, image_in = 0] = capParts(total, parts)
  const input = total - cache_read - audio_in - image_in
  return { input, cache_read, audio_in, image_in, ...claimedBy(total, parts) }
}

/** Tokens of a modality that went in and were not in the cache. */
function freshOf(usage: Fields, modality: string): number | null {
  const counts = countsOf([
    counted(usage['promptTokensDetails'], modality),
    counted(usage['toolUsePromptTokensDetails'], modality),
    counted(usage['cacheTokensDetails'], modality),
  ])
  if (counts === null) return null
  const [prompt = 0, tool = 0, cached = 0] = counts
  return Math.max(0, prompt + tool - cached)
}

function outputOf(usage: Fields): ReportedSide | null {
  const counts = countsOf([
    usage['candidatesTokenCount'],
    usage['thoughtsTokenCount'],
    counted(usage['candidatesTokensDetails'], 'AUDIO'),
    counted(usage['candidatesTokensDetails'], 'IMAGE'),
  ])
  if (counts === null) return null
  const [candidates = 0, claimed = 0, audio = 0, image = 0] = counts
  const total = hasReasoningInside(usage) ? candidates : candidates + claimed
  const parts = [claimed, audio, image]
  const [reasoning = 0, audio_out = 0, image_out = 0] = capParts(total, parts)
  const output = total - reasoning - audio_out - image_out
  return { output, reasoning, audio_out, image_out, ...claimedBy(total, parts) }
}

/** Some servers count reasoning among the candidates' tokens: their total gives it away. */
function hasReasoningInside(usage: Fields): boolean {
  const candidates = numberOf(usage['candidatesTokenCount']) ?? 0
  const prompt = numberOf(usage['promptTokenCount']) ?? 0
  const tool = numberOf(usage['toolUsePromptTokenCount']) ?? 0
  return candidates > 0 && usage['totalTokenCount'] === prompt + tool + candidates
}

/** Not a number where one should be stays so: `countsOf` calls it absurd. */
function counted(details: unknown, modality: string): unknown {
  const own = listOf(details).flatMap((value) => {
    const detail = camelled(value)
    return detail?.['modality'] === modality ? [detail['tokenCount'] ?? 0] : []
  })
  if (own.length <= 1) return own[0]
  return own.every((count) => typeof count === 'number')
    ? own.reduce((a, b) => a + b, 0)
    : Number.NaN
}

/** The service tier that answered: of the Gemini API, or of Vertex AI. */
export function tierOf(reported: unknown): string | null {
  const usage = camelled(reported)
  return textOf(usage?.['serviceTier']) ?? textOf(usage?.['trafficType'])
}

export function encodeUsage({ usage, tier, counted }: UsageEvent): Fields {
  const prompt = inputTokensOf(usage)
  const candidates = usage.output + usage.audio_out + usage.image_out
  return withoutNulls({
    promptTokenCount: prompt,
    cachedContentTokenCount: usage.cache_read === 0 ? null : usage.cache_read,
    candidatesTokenCount: candidates,
    thoughtsTokenCount: usage.reasoning === 0 ? null : usage.reasoning,
    totalTokenCount: prompt + candidates + usage.reasoning,
    promptTokensDetails: details(prompt, usage.audio_in, usage.image_in),
    cacheTokensDetails: details(usage.cache_read, 0, 0),
    candidatesTokensDetails: details(candidates, usage.audio_out, usage.image_out),
    serviceTier: tier,
    usageSource: counted === true ? 'counted' : null,
  })
}

function details(total: number, audio: number, image: number): Fields[] | null {
  const counts: readonly (readonly [string, number])[] = [
    ['TEXT', total - audio - image],
    ['AUDIO', audio],
    ['IMAGE', image],
  ]
  const present = counts.filter(([, tokenCount]) => tokenCount > 0)
  return present.length === 0
    ? null
    : present.map(([modality, tokenCount]) => ({ modality, tokenCount }))
}
