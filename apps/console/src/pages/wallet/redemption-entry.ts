import { IconCoin } from '@tabler/icons-react'
import type { NounEntry } from '../../noun/noun-entry.ts'
import { paths } from '../../paths.ts'

export const redemptionEntry: NounEntry = {
  id: 'redemption',
  icon: IconCoin,
  only: 'administrators',
  create: 'redemption.create',
  newOne: paths.newRedemption,
  row: paths.redemptionRow,
}
