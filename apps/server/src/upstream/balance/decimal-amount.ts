const shape = /^([+-]?)(\d{0,30})(?:\.(\d{0,60}))?(?:[eE]([+-]?\d{1,3}))?$/

/** Beyond it something other than money was answered; what remains fits a column. */
const digitsMax = 12

/**
 * Millionths of an amount that is a decimal text, cut towards zero. Null for what is no amount. `places` moves the
 * point: 2 for cents.
 */
export function microsOf(text: string, places = 0): bigint | null {
  const [, sign = '', whole = '', part = '', power = '0'] = shape.exec(text.trim()) ?? []
  const digits = whole + part
  if (digits === '') return null
  const point = whole.length + Number(power) - places + 6
  const kept = digits.slice(0, Math.max(0, point)).replace(/^0+/, '')
  const zeros = kept === '' ? 0 : Math.max(0, point - digits.length)
  if (kept.length + zeros > digitsMax + 6) return null
  const micros = BigInt(`${kept}${'0'.repeat(zeros)}` || '0')
  return sign === '-' ? -micros : micros
}
