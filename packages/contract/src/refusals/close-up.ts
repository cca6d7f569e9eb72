const isHan = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Han}/u.test(character)

/**
 * Chinese text has spaces next to Latin words, but not between Chinese words. A template has spaces around its
 * parameters. This removes those between a Chinese `value` and Chinese text.
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
