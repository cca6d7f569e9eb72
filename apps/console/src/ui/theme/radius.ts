import type { Theme } from '@mui/material/styles'

/** Corners by what they round, in pixels: a surface is as round as the customization says. */
const most = { control: 8, chip: 6 } as const

type Rounded = keyof typeof most

/** What lies on a surface is never rounder than the surface. */
export const cornerOf = (kind: Rounded, surface: number): number => Math.min(most[kind], surface)

/** For `sx`: the corner of a control or a chip under the theme on screen. */
export const radius =
  (kind: Rounded) =>
  ({ shape }: Theme): string =>
    `${cornerOf(kind, Number(shape.borderRadius))}px`
