/**
 * Days that a balance lasts at the pace of the last days: whole days of spend, the first with any
 * among them, divided into what is left. Undefined without spend to go by, or with nothing left.
 */
export function daysLeft(balance: number, spentByDay: readonly number[]): number | undefined {
  const first = spentByDay.findIndex((spent) => spent > 0)
  if (first === -1 || balance <= 0) return undefined
  const days = spentByDay.slice(first)
  const spent = days.reduce((sum, day) => sum + day, 0)
  return Math.floor((balance * days.length) / spent)
}

const daysMax = 999

/** Beyond some years a pace of seven days says nothing. */
export const daysText = (days: number): string => (days > daysMax ? `>${daysMax}` : String(days))
