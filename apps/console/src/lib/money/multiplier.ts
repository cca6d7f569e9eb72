/**
 * The price book's multiplier of a price in dollars for a million tokens, as decimal text:
 * multiplier 1 is $0.002 for a thousand tokens, so $2 for a million. Undefined when it is no price.
 */
export function multiplierOfDollars(text: string): string | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,5}))?$/.exec(text.trim().replace(/^\$/, ''))
  if (match === null) return undefined
  const millionths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`) / 2n
  return decimalOf(millionths)
}

/** A multiplier in dollars for a million tokens. Undefined when it is none. */
export function dollarsOfMultiplier(text: string): string | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  if (match === null) return undefined
  return decimalOf(BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`) * 2n)
}

/** The amount of a price line, in micro-quota a token, as a multiplier and back. */
export const multiplierOfMicros = (micros: string): string => decimalOf(BigInt(micros))

export function microsOfMultiplier(text: string): string | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim())
  return match === null
    ? undefined
    : String(BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`))
}

/** A whole number of the last of so many places as decimal text without trailing zeros. */
export function decimalOf(amount: bigint, places = 6): string {
  const digits = amount.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
}
