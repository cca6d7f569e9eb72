import { formatCharge } from '@posthouse/contract/format-amount'
import { type Quota, quotaToNumber } from '@posthouse/ledger/quota'
import type { Settings } from './setting-table.ts'

export type AmountSettings = Pick<Settings, 'QuotaPerUnit' | 'DisplayInCurrencyEnabled'>

/** An amount as the console shows it: in dollars, or in quota units where the site says so. */
export const amountText = (amount: Quota, settings: AmountSettings): string =>
  formatCharge(quotaToNumber(amount), {
    quotaPerUnit: settings.QuotaPerUnit,
    displayInCurrency: settings.DisplayInCurrencyEnabled,
  })
