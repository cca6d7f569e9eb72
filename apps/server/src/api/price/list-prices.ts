import { isAdministrator } from '../../domain/accounts/account.ts'
import type { Handler } from '../call.ts'
import { entryFrom } from '../../domain/pricing/price-store.ts'
import { hiddenPrices } from './hidden-prices.ts'
import { settledRowOut } from './price-out.ts'

export const listPrices: Handler<'listPrices'> = async (_input, { cookie, parts }) => {
  const snapshot = parts.snapshot.get()
  const { QuotaPerUnit } = snapshot.settings
  const account = cookie === '' ? null : ((await parts.sessions.find(cookie))?.account ?? null)
  const rows = await parts.prices.all()
  const isHidden =
    account !== null && isAdministrator(account)
      ? () => false
      : hiddenPrices(snapshot, account?.group ?? null)
  return rows
    .filter((row) => !isHidden(entryFrom(row).model))
    .map((row) => settledRowOut(row, QuotaPerUnit, parts.clock.now()))
}
