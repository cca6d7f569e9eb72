import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { Nesting } from '@posthouse/llm/bytes/nesting'

/** Reads JSON whose commas and brackets are counted first, so that nothing walks over more values than may come. */
export function parsedBody(text: string, valuesMost: number): unknown {
  const nesting = new Nesting({ lists: valuesMost, commas: valuesMost })
  if (nesting.isTooDeepWith(text)) {
    throw new Refusal('request.bad-json', { reason: phrase('it is nested too deep') })
  }
  if (nesting.isDense) throw new Refusal('request.too-many-values', { limit: valuesMost })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('request.bad-json', { reason: malformedAt(error) })
  }
}

/** The parser's message quotes the body: only where it stopped is told. */
export function malformedAt(error: unknown): Phrase {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined
    ? phrase('it ends too early or is malformed')
    : phrase('malformed at position {position}', { position })
}
