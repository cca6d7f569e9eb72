import type { UsageEvent } from '../../canonical/event.ts'
import { sourceOf } from '../../canonical/usage/usage-event.ts'
import {
  inputTokensOf,
  outputTokensOf,
  type ReportedSide,
  type ReportedUsage,
  reportOf,
} from '../../canonical/usage.ts'
import { claimedBy, countsOf, capParts } from '../../canonical/usage/counts.ts'
import { field, type Fields, fieldsOf, objectsIn } from '../../bytes/fields.ts'

/*
 * `usage` of chat completions, completions and embeddings.
 * https://platform.openai.com/docs/api-reference/chat/object: prompt_tokens includes cached and
 * audio tokens, completion_tokens includes reasoning and audio tokens.
 */

/**
 * Usage in an answer or a chunk of one. Its place is `usage`; Groq has it in `x_groq` with the last chunk
 * (https://console.groq.com/docs/api-reference#chat-create), Moonshot in the last choice
 * (https://platform.kimi.ai/docs/guide/utilize-the-streaming-output-feature-of-kimi-api).
 */
export function usageIn(answer: Fields): ReportedUsage | null {
  const places = [answer, fieldsOf(answer['x_groq']) ?? {}, ...objectsIn(answer['choices'])]
  for (const place of places) {
    const reported = openAiUsage(place['usage'])
    if (reported !== null) return reported
  }
  return null
}

export function openAiUsage(reported: unknown): ReportedUsage | null {
  const usage = fieldsOf(reported)
  if (usage === null) return null
  const prompt = usage['prompt_tokens'] ?? null
  const completion = usage['completion_tokens'] ?? null
  if (prompt === null && completion === null) return null
  const input = inputOf(prompt ?? 0, fieldsOf(usage['prompt_tokens_details']) ?? {}, usage)
  const output = outputOf(
    completion ?? 0,
    fieldsOf(usage['completion_tokens_details']) ?? {},
    usage,
  )
  return reportOf(input, output)
}

function inputOf(prompt: unknown, details: Fields, usage: Fields): ReportedSide | null {
  const counts = countsOf([
    prompt,
    cachedIn(details, usage),
    field(details, 'cache_write_tokens'),
    field(details, 'audio_tokens'),
    field(details, 'image_tokens'),
  ])
  if (counts === null) return null
  const [total = 0, cached = 0, written = 0, audio = 0, image = 0] = counts
  const parts = [cached, written, audio, image]
  const [cache_read = 0, cache_write_5m = 0, audio_in = 0, image_in = 0] = capParts(total, parts)
  const input = total - cache_read - cache_write_5m - audio_in - image_in
  return { input, cache_read, cache_write_5m, audio_in, image_in, ...claimedBy(total, parts) }
}

/** DeepSeek and Moonshot name their cache beside the total instead of in the details. */
const cachedIn = (details: Fields, usage: Fields): unknown =>
  field(details, 'cached_tokens') ??
  field(usage, 'prompt_cache_hit_tokens') ??
  field(usage, 'cached_tokens')

function outputOf(completion: unknown, details: Fields, usage: Fields): ReportedSide | null {
  const { reasoning_tokens: reasoned, audio_tokens: heard, image_tokens: drawn } = details
  const totals = countsOf([completion, usage['prompt_tokens'], usage['total_tokens'], reasoned])
  const parts = countsOf([reasoned, heard, drawn])
  if (totals === null || parts === null) return null
  const total = completedOf(totals)
  const [reasoning = 0, audio_out = 0, image_out = 0] = capParts(total, parts)
  const output = total - reasoning - audio_out - image_out
  return { output, reasoning, audio_out, image_out, ...claimedBy(total, parts) }
}

/** Some suppliers (xAI) count reasoning beside the completion: their total gives it away. */
function completedOf([
  completed = 0,
  prompt = 0,
  all = 0,
  reasoned = 0,
]: readonly number[]): number {
  const isBeside = reasoned > 0 && all === prompt + completed + reasoned
  return isBeside ? completed + reasoned : completed
}

/** Counts that OpenAI itself has not stand there only above zero, as OpenRouter names them. */
export function encodeUsage(event: UsageEvent): Fields {
  const { usage } = event
  const prompt = inputTokensOf(usage)
  const completion = outputTokensOf(usage)
  const written = usage.cache_write_5m + usage.cache_write_1h
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    ...sourceOf(event),
    prompt_tokens_details: {
      cached_tokens: usage.cache_read,
      audio_tokens: usage.audio_in,
      ...(written === 0 ? {} : { cache_write_tokens: written }),
      ...(usage.image_in === 0 ? {} : { image_tokens: usage.image_in }),
    },
    completion_tokens_details: {
      reasoning_tokens: usage.reasoning,
      audio_tokens: usage.audio_out,
      ...(usage.image_out === 0 ? {} : { image_tokens: usage.image_out }),
    },
  }
}

/** Of reranking: Jina reports one number, which is all input. */
export function rerankUsage(reported: unknown): ReportedUsage | null {
  const usage = fieldsOf(reported)
  const total = usage?.['prompt_tokens'] ?? usage?.['total_tokens'] ?? null
  return total === null ? null : reportOf(inputOf(total, {}, {}), {})
}

/**
 * `usage` of speech and of transcripts, whose tokens go into one bucket on each side but for sound that was heard:
 * https://platform.openai.com/docs/api-reference/audio/createTranscription.
 */
export function soundUsage(
  reported: unknown,
  output: 'output' | 'audio_out',
): ReportedUsage | null {
  const usage = fieldsOf(reported)
  if (usage === null || (usage['input_tokens'] ?? usage['output_tokens'] ?? null) === null) {
    return null
  }
  const details = fieldsOf(usage['input_token_details']) ?? {}
  const counts = countsOf([
    field(usage, 'input_tokens'),
    field(details, 'audio_tokens'),
    field(usage, 'output_tokens'),
  ])
  if (counts === null) return reportOf(null, null)
  const [total = 0, heard = 0, came = 0] = counts
  const [audio_in = 0] = capParts(total, [heard])
  return reportOf(
    { input: total - audio_in, audio_in, ...claimedBy(total, [heard]) },
    { [output]: came },
  )
}
