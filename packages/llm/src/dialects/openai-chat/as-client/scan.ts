import { usageIn } from '../usage.ts'
import type { Scan } from '../../dialect-shape.ts'
import { hasOpenCalls, missingIndices, noCallsInStream } from './tool-calls.ts'
import { failureInFrame, failureInWhole } from './stream.ts'

/** Its names say what they are of wherever they stand, so that they are found in bytes. */
export const scan: Scan = {
  failureInFrame,
  failureInWhole,
  usageIn,
  calls: { start: noCallsInStream, missingIndices, isOpen: hasOpenCalls },
}
