import type { ModelRequest, Part, Source } from '@posthouse/llm/canonical/request'

/*
 * The essence of a request, without what dialects may write in another way: who is called `developer`, where
 * results stand, how messages are grouped. Compared before and after the gateway.
 */

/** Everything in the messages, a text each: what went in must be among what came out. */
export const atomsOf = ({ messages }: ModelRequest): string[] =>
  messages.flatMap(({ role, parts }) => parts.flatMap((part) => atomsIn(role, part)))

const speakers: Readonly<Record<string, string>> = { developer: 'system', tool: 'user' }

function atomsIn(role: string, part: Part): string[] {
  const who = speakers[role] ?? role
  switch (part.kind) {
    case 'text':
      return [`${who} says ${part.text}`]
    case 'tool-call':
      return [`call ${part.id} of ${part.name} with ${JSON.stringify(JSON.parse(part.arguments))}`]
    case 'tool-result':
      return part.parts.map((inner) =>
        inner.kind === 'text' ? `result of ${part.id}: ${inner.text}` : pictureOf(inner),
      )
    case 'reasoning':
    case 'refusal':
      // They go only where they mean something.
      return []
    case 'image':
    case 'audio':
    case 'file':
      return [pictureOf(part)]
  }
}

const pictureOf = (part: Part): string =>
  `${part.kind} ${'source' in part ? placeOf(part.source) : ''}`

const placeOf = (source: Source): string =>
  source.kind === 'data' ? source.base64 : source.kind === 'url' ? source.url : source.id

/** Fields that were set, each as a text. */
export function fieldsOf(request: ModelRequest): Readonly<Record<string, string>> {
  const { sampling, toolChoice, tools, format } = request
  const fields: Record<string, unknown> = {
    tools: tools.map(({ name, description, parameters }) => [name, description, parameters]),
    toolChoice: toolChoice?.kind === 'auto' ? null : toolChoice,
    outputLimit: request.outputLimit,
    stop: request.stop,
    format: format?.kind === 'schema' ? format.schema : (format?.kind ?? null),
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    frequencyPenalty: sampling.frequencyPenalty,
    presencePenalty: sampling.presencePenalty,
    seed: sampling.seed,
    parallelTools: request.parallelTools,
    logprobs: request.logprobs,
    cacheKey: request.cacheKey,
    endUser: request.endUser,
    reasoning: request.reasoning === null ? null : 'asked',
  }
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  )
}
