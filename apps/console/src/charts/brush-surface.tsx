import Box from '@mui/material/Box'
import type { PointerEvent, ReactNode } from 'react'
import { useWidth } from '../table/use-width.ts'
import { lineAt, nearestPlace, stretchOf } from './brush.ts'
import type { Line } from './chart-data.ts'
import { plotFrame, positionsIn, valueAt } from './plot-frame.ts'
import { useBrush } from './use-brush.ts'

export type BrushProps = {
  /** How many steps there are. */
  readonly count: number
  /** Names the surface, and says how it is used. */
  readonly label: string
  /** A step, or from one to another, in words. */
  readonly describe: (from: number, to: number) => string
  /** A click or Enter on a step; the key of the line that was hit, if one was. */
  readonly onOpen: (place: number, key: string | null) => void
  /** Steps from one to another, both included. */
  readonly onBrush: (from: number, to: number) => void
}

type Props = BrushProps & {
  readonly lines: readonly Line[]
  /** Where the axis ends. */
  readonly end: number
  readonly children: ReactNode
}

/**
 * A plot that can be taken hold of. Drag, or Shift with the arrows, takes a stretch of time; a
 * click, or Enter, opens a step. Escape lets go.
 */
export function BrushSurface(props: Props) {
  const { count, label, describe, onOpen, onBrush, lines, end, children } = props
  const [box, width] = useWidth()
  const positions = positionsIn(width, count)
  const half = (positions[0] ?? 0) - plotFrame.left
  const hit = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const place = nearestPlace(positions, event.clientX - left)
    const y = event.clientY - top
    return { place, key: lineAt(lines, place, valueAt(y, end)) }
  }
  const { brush, handlers } = useBrush({ count, hit, onOpen, onBrush })
  const stretch = stretchOf(brush ?? { anchor: 0, cursor: 0 })
  return (
    <Box
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, count - 1)}
      aria-valuenow={brush?.cursor ?? 0}
      aria-valuetext={describe(stretch.from, stretch.to)}
      sx={{
        position: 'relative',
        minWidth: 0,
        alignSelf: 'start',
        cursor: 'crosshair',
        touchAction: 'pan-y',
        userSelect: 'none',
      }}
      {...handlers}
    >
      {children}
      {brush !== null && (
        <Box
          sx={{
            position: 'absolute',
            pointerEvents: 'none',
            bgcolor: 'primary.main',
            opacity: 0.14,
            top: plotFrame.top,
            bottom: plotFrame.bottom,
            left: (positions[stretch.from] ?? 0) - half,
            width: (positions[stretch.to] ?? 0) - (positions[stretch.from] ?? 0) + 2 * half,
          }}
        />
      )}
    </Box>
  )
}
