import { frameCutter } from './framing.ts'
import type { Framing } from './framings.ts'

/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
export const sse: Framing = { mediaType: 'text/event-stream', cutter: () => frameCutter() }
