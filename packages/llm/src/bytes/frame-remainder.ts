/** The beginning of a frame, with room behind it: to grow by a chunk costs what the chunk costs. */
export type FrameRemainder = { readonly bytes: Uint8Array; readonly length: number }

/** A short beginning of a frame does not keep the long one before it in memory. */
export function remainder(bytes: Uint8Array, from: number): FrameRemainder {
  const length = bytes.length - from
  return { bytes: 2 * length < bytes.length ? bytes.slice(from) : bytes.subarray(from), length }
}

export const emptyRemainder: FrameRemainder = { bytes: new Uint8Array(0), length: 0 }

export function joinRemainder(
  { bytes, length }: FrameRemainder,
  chunk: Uint8Array,
): FrameRemainder {
  if (length === 0) return { bytes: chunk, length: chunk.length }
  const whole = length + chunk.length
  // Only what nobody else has seen has room: what went out is never written to.
  const room = whole <= bytes.length ? bytes : new Uint8Array(2 * whole)
  if (room !== bytes) room.set(bytes.subarray(0, length))
  room.set(chunk, length)
  return { bytes: room, length: whole }
}
