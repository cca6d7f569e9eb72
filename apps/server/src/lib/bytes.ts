/** Between threads a buffer is an array of bytes. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** As much is copied in one turn of the event loop: a fraction of a millisecond. */
const turnBytesMax = 512 * 1024

/** Pieces as one, in memory of its own. What is long is copied over several turns, so that nobody waits for it. */
export async function joinBytes(pieces: readonly Uint8Array[]): Promise<Buffer<ArrayBuffer>> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const joined = Buffer.allocUnsafeSlow(length)
  let at = 0
  let copiedInTurn = 0
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += turnBytesMax) {
      const part = piece.subarray(from, from + turnBytesMax)
      if (copiedInTurn + part.length > turnBytesMax) {
        await nextTurn()
        copiedInTurn = 0
      }
      joined.set(part, at)
      at += part.length
      copiedInTurn += part.length
    }
  }
  return joined
}

const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })
