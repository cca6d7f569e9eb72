import { frameCutter } from '../parts/framing.ts'
import type { Framing } from './framing.ts'

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export const sse: Framing = { mediaType: 'text/event-stream', cutter: () => frameCutter() }
