import type { IncomingMessage } from 'node:http'

const silenceMs = 1_000
const turnsMax = 30

/**
 * What is left of the body of an answered request: it may come for half a minute, so that a client who sends
 * before it reads gets its answer, and not be silent for a second. Otherwise the connection ends.
 */
export function endUnread(request: IncomingMessage): void {
  if (request.complete) return
  const { socket } = request
  let seen = socket.bytesRead
  let turns = 0
  const watch = setInterval(() => {
    turns += 1
    const moved = socket.bytesRead > seen
    seen = socket.bytesRead
    if (!request.complete && moved && turns < turnsMax) return
    clearInterval(watch)
    if (!request.complete) socket.destroy()
  }, silenceMs)
  watch.unref()
}
