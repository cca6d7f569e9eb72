import { expect, it } from 'vitest'
import { samplesPerSecond, wavBytes } from './wav.ts'

it('a WAV file says how long it is, and clips what is too loud', () => {
  const view = new DataView(wavBytes(new Float32Array([0, 1, -2])))
  expect(view.byteLength).toBe(50)
  expect(view.getUint32(4, true)).toBe(42)
  expect(view.getUint32(24, true)).toBe(samplesPerSecond)
  expect(view.getUint32(40, true)).toBe(6)
  expect([44, 46, 48].map((at) => view.getInt16(at, true))).toEqual([0, 32_767, -32_767])
})
