import { noBalance } from '@posthouse/contract/channel'
import { failureCodes } from '@posthouse/contract/failure-codes'
import type { TFunction } from 'i18next'

/** Why a channel failed, in words. A text that is no failure code is shown as it is. */
export function faultWords(reason: string, t: TFunction): string {
  if (reason === noBalance) return t(`fault.${noBalance}`)
  const code = failureCodes.find((known) => known === reason)
  return code === undefined ? reason : t(`fault.${code}`)
}
