import type { Wire } from '../conformance/conformance.ts'
import { messageCutter } from '../bytes/aws-event-stream.ts'
import { messageOf } from './event-message.ts'

/** Frames as messages of AWS's event streams. */
export const messageWire: Wire = {
  bytes: (frames) => Buffer.concat(frames.map(messageOf)),
  cutter: () => messageCutter(),
}
