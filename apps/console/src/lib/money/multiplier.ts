/**
 * The price book's multiplier of a price in dollars for a million tokens, as decimal text:
 * multiplier 1 is $0.002 for a thousand tokens, so $2 for a million. Undefined when it is no price.
 */
export function multiplierOfDollars(text: string): string | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,5}))?$/.exec(text.trim().replace(/^\$/, ''))
  if (match === null) return undefined
  const millionths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`) / 2n
  const digits = millionths.toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -6) : `${digits.slice(0, -6)}.${fraction}`
}
