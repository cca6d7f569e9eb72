import { parsedFields } from '../../bytes/fields.ts'

/*
 * The function for a custom tool is called with `{"input":"…"}`, and its caller hears the text alone, as it comes. What
 * does not begin so is heard at the end, as a whole.
 */

/** The arguments of a call so far. Plain data. */
export type InputProgress = {
  readonly phase: 'before' | 'within' | 'after' | 'whole'
  /** Of what came, the end that cannot be read yet; of another form, all of it. */
  readonly pending: string
}

export const noInput: InputProgress = { phase: 'before', pending: '' }

type InputStep = { readonly progress: InputProgress; readonly text: string }

/** The text that a fragment of the arguments adds. */
export function moreInput({ phase, pending }: InputProgress, fragment: string): InputStep {
  const come = pending + fragment
  switch (phase) {
    case 'before':
      return readOpening(come)
    case 'within':
      return readText(come)
    case 'after':
      return { progress: { phase, pending: '' }, text: '' }
    case 'whole':
      return { progress: { phase, pending: come }, text: '' }
  }
}

/** The text that is left when no fragment follows. */
export const lastInput = ({ phase, pending }: InputProgress): string =>
  phase === 'before' || phase === 'whole' ? wholeInput(pending) : ''

/** The input that whole arguments hold: in `input`, or in the only field. Others are the input themselves. */
export function wholeInput(text: string): string {
  const fields = parsedFields(text)
  if (fields === null) return text
  const values = Object.values(fields)
  const { input } = fields
  if (typeof input === 'string') return input
  const [only] = values
  if (values.length === 0) return ''
  return values.length === 1 && typeof only === 'string' ? only : text
}

const opening = '{"input":"'
/** With white space. */
const openingMax = 256

function readOpening(come: string): InputStep {
  const [head] = /^\s*\{\s*"input"\s*:\s*"/.exec(come) ?? []
  if (head !== undefined) return readText(come.slice(head.length))
  const mayBe = come.length < openingMax && opening.startsWith(come.replaceAll(/\s+/g, ''))
  const phase = mayBe ? 'before' : 'whole'
  return { progress: { phase, pending: come }, text: '' }
}

/** Characters and escapes up to the quote that ends the text. What is no escape is what it looks like. */
const piece = /[^"\\]+|\\u[0-9a-fA-F]{4}|\\u(?=[0-9a-fA-F]{0,3}[^0-9a-fA-F])|\\[^u]/y

function readText(come: string): InputStep {
  let [at, last] = [0, 0]
  piece.lastIndex = 0
  while (piece.test(come)) [last, at] = [at, piece.lastIndex]
  if (come[at] === '"') {
    return { progress: { phase: 'after', pending: '' }, text: unescaped(come.slice(0, at)) }
  }
  // The first half of a pair waits for the second.
  const to = /^\\u[dD][89abAB]|[\uD800-\uDBFF]$/.test(come.slice(last, at)) ? last : at
  return {
    progress: { phase: 'within', pending: come.slice(to) },
    text: unescaped(come.slice(0, to)),
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (whole, code?: string, letter = '') =>
    code === undefined
      ? (escapes[String(letter)] ?? whole)
      : String.fromCharCode(Number.parseInt(code, 16)),
  )
