import { IconSitemap } from '@tabler/icons-react'
import type { NounEntry } from '../../noun/noun-entry.ts'
import { paths } from '../../paths.ts'

export const channelEntry: NounEntry = {
  id: 'channel',
  icon: IconSitemap,
  only: 'administrators',
  create: 'channel.create',
  newOne: paths.newChannel,
  row: paths.channelRow,
}
