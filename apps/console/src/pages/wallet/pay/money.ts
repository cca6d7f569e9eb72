import type { Currency } from '@posthouse/contract/gateway-fields'

const signs = { CNY: '¥', USD: '$' } as const satisfies Record<Currency, string>

/** A decimal text with the sign of its currency. */
export const moneyText = (amount: string, currency: Currency): string =>
  `${signs[currency]}${amount}`
