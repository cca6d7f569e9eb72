import type { Quota } from '@posthouse/ledger/quota'

const digits = 10

/** Exact decimal dollars without trailing zeros. */
export function dollarsOf(amount: Quota, quotaPerUnit: number): string {
  const scaled = (amount * 10n ** BigInt(digits)) / BigInt(quotaPerUnit)
  const text = scaled.toString().padStart(digits + 1, '0')
  const whole = text.slice(0, -digits)
  const fraction = text.slice(-digits).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
