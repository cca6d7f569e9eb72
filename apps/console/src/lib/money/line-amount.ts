import { decimalOf, microsOfMultiplier, multiplierOfMicros } from './multiplier.ts'

/** What the price of a line is for, as people enter it: a million tokens or characters, a call, or a minute. */
export type Per = 'million' | 'characters' | 'call' | 'minute'

/** What a meter is priced by. */
export const perOf = (meter: string): Per =>
  meter === 'call'
    ? 'call'
    : meter === 'second'
      ? 'minute'
      : meter === 'character'
        ? 'characters'
        : 'million'

/** Millionths of a micro-quota in a dollar for a million, and micro-quota in a millionth of a dollar for one. */
const halves = 2n
const microsADollarMillionth = 500_000n
const secondsAMinute = 60n
/** A multiplier has nine digits before the point; that of a call is in thousands. */
const digitsMost = { call: 18, other: 15 }

/** Dollars as micro-quota a unit, as the price book keeps them. Undefined: no amount. */
export function microsOfDollars(text: string, per: Per): string | undefined {
  const match = /^(\d{1,8})(?:\.(\d{1,6}))?$/.exec(text.trim().replace(/^\$/, ''))
  if (match === null) return undefined
  const millionths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`)
  const micros = String(microsOf(millionths, per))
  return micros.length > digitsMost[per === 'call' ? 'call' : 'other'] ? undefined : micros
}

const isMillion = (per: Per): boolean => per === 'million' || per === 'characters'

function microsOf(millionths: bigint, per: Per): bigint {
  if (isMillion(per)) return millionths / halves
  const each = millionths * microsADollarMillionth
  return per === 'call' ? each : (each + secondsAMinute - 1n) / secondsAMinute
}

/** The same back. Prices for a minute are cut after nine places: a second of them may have been rounded up. */
export function dollarsOfMicros(micros: string, per: Per): string {
  if (isMillion(per)) return decimalOf(BigInt(micros) * halves, 6)
  const billionths = BigInt(micros) * (per === 'minute' ? secondsAMinute : 1n)
  return decimalOf(billionths / 500n, 9)
}

/** The multiplier of dollars that were typed for a million tokens or a call. What is no amount is no multiplier either. */
export function multiplierOfTyped(dollars: string, per: 'million' | 'call'): string {
  const micros = microsOfDollars(dollars, per)
  if (micros === undefined)
    return microsOfMultiplier(dollars) === undefined ? dollars : `$${dollars}`
  return per === 'call' ? callMultiplier(micros) : multiplierOfMicros(micros)
}

/** One call of multiplier 1 costs $0.002: 1 000 quota units. */
const unitsACall = 1_000n

/** The price of a call of type `times` in micro-quota, and back. */
export const callMicros = (multiplier: string): string =>
  String(BigInt(microsOfMultiplier(multiplier) ?? '0') * unitsACall)

export const callMultiplier = (micros: string): string =>
  multiplierOfMicros(String(BigInt(micros) / unitsACall))
