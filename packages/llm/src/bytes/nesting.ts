/** Lists and objects in one another that a frame or an answer may have: as many as a request. */
const depthMost = 128

const quote = 34
const backslash = 92

/**
 * Lists and objects that a frame may have, and commas: a frame is read in one piece, and a whole answer with the
 * likelihoods of 5 000 tokens, twenty alternatives each, has 105 000 objects.
 */
const frameListsMost = 120_000
const frameCommasMost = 600_000

/** The failure of a frame that cannot be read, seen before it is parsed; null: it can. */
export function faultOfFrame(frame: string): 'deep' | 'dense' | null {
  if (frame.length <= depthMost) return null
  const nesting = new Nesting({ lists: frameListsMost, commas: frameCommasMost })
  if (nesting.isTooDeepWith(frame)) return 'deep'
  return nesting.isDense ? 'dense' : null
}

/** JSON is nested deeper than anybody can write again, seen by its brackets before it is parsed. */
export const isTooDeep = (json: string): boolean =>
  json.length > depthMost && new Nesting().isTooDeepWith(json)

/** The place that JSON in pieces has come to. Plain data. */
export type NestingState = {
  readonly depth: number
  readonly lists: number
  readonly commas: number
  readonly isInText: boolean
  /** The last piece ended behind a backslash. */
  readonly isEscaped: boolean
}

const atTheStart: NestingState = {
  depth: 0,
  lists: 0,
  commas: 0,
  isInText: false,
  isEscaped: false,
}

/** The same of JSON that comes in pieces. */
export class Nesting {
  readonly #most: { readonly lists: number; readonly commas: number }
  #depth: number
  #lists: number
  #commas: number
  #isInText: boolean
  #isEscaped: boolean

  constructor(
    most = { lists: Number.POSITIVE_INFINITY, commas: Number.POSITIVE_INFINITY },
    { depth, lists, commas, isInText, isEscaped } = atTheStart,
  ) {
    this.#most = most
    this.#depth = depth
    this.#lists = lists
    this.#commas = commas
    this.#isInText = isInText
    this.#isEscaped = isEscaped
  }

  get state(): NestingState {
    return {
      depth: this.#depth,
      lists: this.#lists,
      commas: this.#commas,
      isInText: this.#isInText,
      isEscaped: this.#isEscaped,
    }
  }

  /** It has more lists and objects, or more commas, than it may: nothing was looked at behind them. */
  get isDense(): boolean {
    return this.#lists > this.#most.lists || this.#commas > this.#most.commas
  }

  /** It is nested too deep with its next piece. */
  isTooDeepWith(piece: string): boolean {
    let at = this.#isEscaped ? 1 : 0
    for (; at < piece.length && this.#depth <= depthMost && !this.isDense; at += 1) {
      if (this.#isInText) {
        at = textEnd(piece, at)
        if (at >= piece.length) break
        this.#isInText = false
        continue
      }
      const code = piece.charCodeAt(at)
      if (code === quote) this.#isInText = true
      else this.#count(code)
    }
    this.#isEscaped = at > piece.length
    return this.#depth > depthMost
  }

  #count(code: number): void {
    if (code === 123 || code === 91) {
      this.#depth += 1
      this.#lists += 1
    } else if (code === 125 || code === 93) this.#depth -= 1
    else if (code === 44) this.#commas += 1
  }
}

/**
 * The place of the quote that ends a text; behind the piece: it does not end there, and one place further where its
 * last backslash escapes what comes next. Long texts are jumped over: pictures are some.
 */
export function textEnd(piece: string, from: number): number {
  let at = from
  for (;;) {
    const end = piece.indexOf('"', at)
    const backslashes = backslashesBefore(piece, end === -1 ? piece.length : end, at)
    if (end === -1) return piece.length + (backslashes % 2)
    if (backslashes % 2 === 0) return end
    at = end + 1
  }
}

/** The number that stand in a row, no further back than `least`. */
function backslashesBefore(piece: string, end: number, least: number): number {
  let at = end
  while (at > least && piece.charCodeAt(at - 1) === backslash) at -= 1
  return end - at
}
