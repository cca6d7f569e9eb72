import type { Tone } from './tones.ts'

/*
 * The least of an MP3 encoder (ISO/IEC 11172-3, layer III): in each granule one spectral line has a value, the others
 * have none. Frames stand by themselves, so that any number of them is a file.
 */

const samplesPerSecond = 44_100
const samplesPerFrame = 1_152
/** 64 kbit/s: 144 × 64 000 ÷ 44 100, without padding. */
const frameBytes = 208
const linesPerGranule = 576
/** MPEG 1, layer III, no checksum; 64 kbit/s, 44 100 Hz; one channel; original. */
const header = [0xff, 0xfb, 0x50, 0xc4] as const
/** The loudness of the one line. */
const gain = 202

export function mp3Of(tones: readonly Tone[]): Uint8Array {
  const frames = tones.flatMap(({ hertz, seconds }) => {
    const count = Math.max(1, Math.round((seconds * samplesPerSecond) / samplesPerFrame))
    const line = hertz === 0 ? null : lineOf(hertz)
    return Array.from({ length: count }, () => line)
  })
  const bytes = new Uint8Array(frames.length * frameBytes)
  frames.forEach((line, at) => bytes.set(frameOf(line), at * frameBytes))
  return bytes
}

const lineOf = (hertz: number): number =>
  Math.round((hertz / (samplesPerSecond / 2)) * linesPerGranule)

/** `line` null: silence. */
function frameOf(line: number | null): Uint8Array {
  const bits = new Bits()
  for (const byte of header) bits.put(byte, 8)
  bits.put(0, 9) // main_data_begin: all of it is in this frame
  bits.put(0, 5 + 4) // private_bits, scfsi
  granule(bits, line)
  granule(bits, line)
  spectrum(bits, line)
  spectrum(bits, line)
  return bits.bytes
}

const pairsFor = (line: number | null): number => (line === null ? 0 : Math.floor(line / 2) + 1)

/** A pair of zeros has one bit; a pair with a one has two or three, and its sign. */
const bitsFor = (line: number | null): number =>
  line === null ? 0 : pairsFor(line) - 1 + (line % 2 === 0 ? 2 : 3) + 1

function granule(bits: Bits, line: number | null): void {
  bits.put(bitsFor(line), 12) // part2_3_length
  bits.put(pairsFor(line), 9) // big_values
  bits.put(line === null ? 0 : gain, 8) // global_gain
  bits.put(0, 4 + 1) // scalefac_compress, window_switching_flag
  for (let region = 0; region < 3; region += 1) bits.put(1, 5) // table_select
  bits.put(15, 4) // region0_count
  bits.put(7, 3) // region1_count
  bits.put(0, 1 + 1 + 1) // preflag, scalefac_scale, count1table_select
}

/** Huffman table 1: pairs (0,0), (1,0) and (0,1) are `1`, `01` and `001`. */
function spectrum(bits: Bits, line: number | null): void {
  if (line === null) return
  for (let pair = 1; pair < pairsFor(line); pair += 1) bits.put(1, 1)
  bits.put(1, line % 2 === 0 ? 2 : 3)
  bits.put(0, 1) // its sign
}

/** Bits of one frame, the first one highest. */
class Bits {
  readonly bytes = new Uint8Array(frameBytes)
  #at = 0

  put(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      const byte = this.#at >> 3
      const isSet = (value >> bit) & 1
      this.bytes[byte] = (this.bytes[byte] ?? 0) | (isSet << (7 - (this.#at & 7)))
      this.#at += 1
    }
  }
}
