import { useTheme } from '@mui/material/styles'
import type { ReactNode } from 'react'

type Props = {
  /** Strokes in ink. */
  readonly children: ReactNode
  /** The one stroke in vermilion. */
  readonly accent: string
}

/** The paper of the line drawings: 96 px, 1.5 px ink, one vermilion stroke. Decoration only. */
export function Drawing({ children, accent }: Props) {
  const { palette } = useTheme()
  return (
    <svg
      viewBox="0 0 96 96"
      width="96"
      height="96"
      fill="none"
      stroke={palette.text.primary}
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
      <path d={accent} stroke={palette.secondary.main} />
    </svg>
  )
}
