const headerBytes = 44

/** A file of bare samples, 16 bits and one channel: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html. */
export function wavOf(pcm: Uint8Array, samplesPerSecond: number): Uint8Array {
  const bytes = new Uint8Array(headerBytes + pcm.length)
  const view = new DataView(bytes.buffer)
  const text = (at: number, word: string): void =>
    bytes.set(
      Array.from(word, (letter) => letter.charCodeAt(0)),
      at,
    )
  text(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + pcm.length, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, samplesPerSecond, true)
  view.setUint32(28, 2 * samplesPerSecond, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, pcm.length, true)
  bytes.set(pcm, headerBytes)
  return bytes
}
