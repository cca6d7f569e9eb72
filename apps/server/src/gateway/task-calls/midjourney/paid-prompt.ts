import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'

/** A prompt that makes what is paid for: one drawing, at the speed of the call. Refuses a prompt for several. */
export function paidPrompt(prompt: string): string {
  const paid = withoutSpeed(prompt)
  const words = repeated.exec(paid)?.[0] ?? (isPermuted(paid) ? '{…}' : null)
  if (words === null) return paid
  const reason = phrase('it asks for several drawings ({words}): send a call for each', { words })
  throw new Refusal('model.field', { field: 'prompt', reason })
}

const repeated = /(?:--|—)(?:repeat|r)\b/i

/** What is left beside a removed word is kept apart, so that it cannot become another one. */
const withoutSpeed = (prompt: string): string =>
  prompt
    .replaceAll(/(?<!\s)\s*(?:--|—)(?:fast|relax|turbo)\b(?=(\S?))/gi, (_match, next: string) =>
      next === '' ? '' : ' ',
    )
    .trimEnd()

/** `{a, b}` makes a drawing of each. */
function isPermuted(prompt: string): boolean {
  const begin = prompt.indexOf('{')
  const comma = begin < 0 ? -1 : prompt.indexOf(',', begin)
  return comma >= 0 && prompt.includes('}', comma)
}
