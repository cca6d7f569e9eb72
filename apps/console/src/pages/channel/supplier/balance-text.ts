import type { Channel } from '@posthouse/contract/channel'

type Balance = Pick<Channel, 'balance' | 'balance_currency'>

/** In the supplier's own currency; a dash where none is known. */
export function balanceText({ balance, balance_currency: currency }: Balance): string {
  if (balance === null) return '—'
  const amount = Math.abs(balance).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  // An amount below a cent is not nothing.
  const shown = balance !== 0 && Math.abs(balance) < 0.01 ? '<0.01' : amount
  const sign = balance < 0 ? '-' : ''
  return currency === 'USD' ? `${sign}$${shown}` : `${sign}${shown} ${currency}`
}
