import { IconKey } from '@tabler/icons-react'
import type { NounEntry } from '../../noun/noun-entry.ts'
import { paths } from '../../paths.ts'

export const tokenEntry: NounEntry = {
  id: 'token',
  icon: IconKey,
  create: 'token.create',
  newOne: paths.newToken,
  row: paths.tokenRow,
}
