import type { SpokenDialect } from './dialect.ts'
import type { ModelRequest } from './request.ts'

/** Fields that a request may have and a dialect may have no word for. */
export type RequestField =
  | 'toolChoice'
  | 'parallelTools'
  | 'outputLimit'
  | 'answers'
  | 'stop'
  | 'format'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'seed'
  | 'reasoning'
  | 'logprobs'
  | 'cacheKey'
  | 'endUser'
  | 'tier'
  | 'cache'
  | 'signature'
  | 'image'
  | 'audio'
  | 'file'
  | 'name'

type DroppedField = RequestField | `rest.${string}`

/** The plain fields that a request sets. Those of messages are each encoder's to report. */
function fieldsSet(request: ModelRequest): RequestField[] {
  const { sampling } = request
  const fields: readonly (readonly [RequestField, boolean])[] = [
    ['toolChoice', request.toolChoice !== null && request.toolChoice.kind !== 'auto'],
    ['parallelTools', request.parallelTools !== null],
    ['outputLimit', request.outputLimit !== null],
    ['answers', request.answers > 1],
    ['stop', request.stop.length > 0],
    ['format', request.format !== null && request.format.kind !== 'text'],
    ['temperature', sampling.temperature !== null],
    ['topP', sampling.topP !== null],
    ['topK', sampling.topK !== null],
    ['frequencyPenalty', sampling.frequencyPenalty !== null],
    ['presencePenalty', sampling.presencePenalty !== null],
    ['seed', sampling.seed !== null],
    ['reasoning', request.reasoning !== null],
    ['logprobs', request.logprobs !== null],
    ['cacheKey', request.cacheKey !== null],
    ['endUser', request.endUser !== null],
    ['tier', request.tier !== null],
  ]
  return fields.flatMap(([name, isSet]) => (isSet ? [name] : []))
}

/** Fields that a dialect cannot carry: those that it `lacks`, and the names that only the caller's dialect knows. */
export function droppedOf(
  request: ModelRequest,
  own: SpokenDialect,
  lacks: readonly RequestField[],
): DroppedField[] {
  const foreign = request.dialect === own ? [] : Object.keys(request.rest)
  return [
    ...fieldsSet(request).filter((name) => lacks.includes(name)),
    ...foreign.map((name) => `rest.${name}` as const),
  ]
}
