import { formatCharge } from '@posthouse/contract/format-amount'
import { type Quota, quotaToNumber } from '@posthouse/ledger/quota'
import type { Settings } from './setting-table.ts'

export type AmountSettings = Pick<Settings, 'QuotaPerUnit' | 'DisplayInCurrencyEnabled'>

/** Formats an amount like the console: in dollars, or in quota units if so configured. */
export const amountText = (amount: Quota, settings: AmountSettings): string =>
  formatCharge(quotaToNumber(amount), {
    quotaPerUnit: settings.QuotaPerUnit,
    displayInCurrency: settings.DisplayInCurrencyEnabled,
  })
