import type { Icon } from '@tabler/icons-react'
import type { TextKey } from '../i18n/index.ts'

/** What others than its page know of a noun: the palette makes one and leads to one. */
export type NounEntry = {
  readonly id: string
  readonly icon: Icon
  readonly only?: 'administrators'
  /** The words and the address of the form for a new one. */
  readonly create: TextKey
  readonly newOne: string
  readonly row: (id: string) => string
}
