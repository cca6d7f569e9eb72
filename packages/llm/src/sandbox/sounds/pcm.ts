import type { Tone } from './tones.ts'

export const samplesPerSecond = 24_000
const loudness = 9_000
const fadeSamples = 240

/** Bare samples: 16 bits, little endian, one channel, 24 000 a second. */
export function pcmOf(tones: readonly Tone[]): Uint8Array {
  const counts = tones.map(({ seconds }) => Math.round(seconds * samplesPerSecond))
  const bytes = new Uint8Array(2 * counts.reduce((sum, count) => sum + count, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  tones.forEach(({ hertz }, index) => {
    const count = counts[index] ?? 0
    for (let sample = 0; sample < count; sample += 1) {
      const fade = Math.min(1, sample / fadeSamples, (count - sample) / fadeSamples)
      const wave = Math.sin((2 * Math.PI * hertz * sample) / samplesPerSecond)
      view.setInt16(at, Math.round(wave * loudness * fade), true)
      at += 2
    }
  })
  return bytes
}
