import Skeleton from '@mui/material/Skeleton'
import { Suspense } from 'react'
import type { DateTimeFieldProps } from './date-time/date-time-props.ts'
import { part } from './part.ts'

const Picker = part(async () => ({ default: (await import('./date-time/picker.tsx')).Picker }))

/** A moment in the reader's zone, typed or taken from a calendar. */
export function DateTimeField(props: DateTimeFieldProps) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={40} />}>
      <Picker {...props} />
    </Suspense>
  )
}
