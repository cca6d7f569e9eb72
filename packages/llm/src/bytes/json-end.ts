/** The progress of a JSON object whose text grows in pieces. Each character is looked at once. */
export type JsonProgress = {
  readonly depth: number
  readonly inText: boolean
  readonly escaped: boolean
  /** An object or a list was opened. */
  readonly begun: boolean
}

export const noJson: JsonProgress = { depth: 0, inText: false, escaped: false, begun: false }

/** Everything that was opened is closed: an object that is whole grows no more. */
export const isWhole = ({ depth, inText, begun }: JsonProgress): boolean =>
  begun && depth === 0 && !inText

export function withPiece(progress: JsonProgress, piece: string): JsonProgress {
  let { depth, inText, escaped, begun } = progress
  for (let at = 0; at < piece.length; at += 1) {
    const letter = piece[at]
    if (inText) {
      inText = letter !== '"' || escaped
      escaped = letter === '\\' && !escaped
    } else if (letter === '"') inText = true
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    begun ||= depth > 0
  }
  return { depth, inText, escaped, begun }
}
