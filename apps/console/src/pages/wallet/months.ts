/** `2026-11`, on this device. */
export const monthOf = (moment: Date): string =>
  `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}`

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthOf(new Date(year, number - 1 + months, 1))
}

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
