import type { Icon } from '@tabler/icons-react'

/** The groups of the palette in their order. */
export const paletteGroups = [
  'recent',
  'pages',
  'actions',
  'users',
  'channels',
  'tokens',
  'models',
] as const
type PaletteGroup = (typeof paletteGroups)[number]

/** One thing that the palette leads to or does. */
export type PaletteEntry = {
  /** `kind:name`, unique in the palette. */
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  /** Found by it, and shown behind the name: an id, another name. */
  readonly detail: string
  readonly icon: Icon
  readonly run: () => void
}
