const isHan = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Han}/u.test(character)

/**
 * Between Chinese and Latin words there is a space, between Chinese words there is none. A template has spaces
 * around what is filled in; this removes those beside a `value` that is Chinese.
 */
export function closeUp(text: string, value: string): string {
  if (value === '') return text
  const [first, last] = [value[0], value.at(-1)]
  const before = isHan(first)
    ? text.replaceAll(` ${value}`, (found, at: number) => (isHan(text[at - 1]) ? value : found))
    : text
  return isHan(last)
    ? before.replaceAll(`${value} `, (found, at: number) =>
        isHan(before[at + found.length]) ? value : found,
      )
    : before
}
