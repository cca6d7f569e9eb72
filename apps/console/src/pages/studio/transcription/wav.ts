/** As much as speech needs. */
export const samplesPerSecond = 16_000

/** What a browser recorded, as a WAV file: recordings of browsers do not say how long they are. Rejects what it cannot read. */
export async function wavOf(recorded: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, samplesPerSecond)
  const sound = await context.decodeAudioData(await recorded.arrayBuffer())
  return new Blob([wavBytes(sound.getChannelData(0))], { type: 'audio/wav' })
}

/** 16 bits, one channel. */
export function wavBytes(samples: Float32Array): ArrayBuffer {
  const bytes = new ArrayBuffer(44 + samples.length * 2)
  const view = new DataView(bytes)
  const word = (at: number, text: string): void =>
    new Uint8Array(bytes, at).set(new TextEncoder().encode(text))
  word(0, 'RIFF')
  view.setUint32(4, bytes.byteLength - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, samplesPerSecond, true)
  view.setUint32(28, samplesPerSecond * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, at) => {
    view.setInt16(44 + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  })
  return bytes
}
