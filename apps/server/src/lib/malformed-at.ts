import { phrase, type Phrase } from '@posthouse/contract/phrases'

/** The parser's message quotes the body: only where it stopped is told. */
export function malformedAt(error: unknown): Phrase {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  return position === undefined
    ? phrase('it ends too early or is malformed')
    : phrase('malformed at position {position}', { position })
}
