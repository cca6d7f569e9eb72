import { IconUser } from '@tabler/icons-react'
import type { NounEntry } from '../../noun/noun-entry.ts'
import { paths } from '../../paths.ts'

export const userEntry: NounEntry = {
  id: 'user',
  icon: IconUser,
  only: 'administrators',
  create: 'user.create',
  newOne: paths.newUser,
  row: paths.userRow,
}
