import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'

/** Restricts a prompt to what is paid for: one drawing, at the speed of the endpoint. Refuses prompts for several drawings. */
export function paidPrompt(prompt: string): string {
  const paid = withoutSpeed(prompt)
  const words = repeated.exec(paid)?.[0] ?? (isPermuted(paid) ? '{…}' : null)
  if (words === null) return paid
  const reason = phrase('it asks for several drawings ({words}): send a call for each', { words })
  throw new Refusal('model.field', { field: 'prompt', reason })
}

const repeated = /(?:--|—)(?:repeat|r)\b/i

/** Removing a parameter must not join the text around it into a new one. */
const withoutSpeed = (prompt: string): string =>
  prompt
    .replaceAll(/(?<!\s)\s*(?:--|—)(?:fast|relax|turbo)\b(?=(\S?))/gi, (_match, next: string) =>
      next === '' ? '' : ' ',
    )
    .trimEnd()

/** `{a, b}` makes one drawing for each. */
function isPermuted(prompt: string): boolean {
  const begin = prompt.indexOf('{')
  const comma = begin < 0 ? -1 : prompt.indexOf(',', begin)
  return comma >= 0 && prompt.includes('}', comma)
}
